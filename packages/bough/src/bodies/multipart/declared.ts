// Multipart bodies: fields by parameter types, typed parts, and files. Files are streamed and come last, so that a
// handler has all other parts before it reads a file; or the form is buffered, and its parts come in any order.
import { refuseOthers } from "../../shared/internal/wrong-argument.ts";
import type { ParameterSentences } from "../../shared/internal/type-error.ts";
import { fieldsOf, ownOf, type Named } from "../../shared/internal/record.ts";
import { sentStream } from "../../shared/codec/byte-stream.ts";
import { multipartOf, type FileContent } from "./client-write.ts";
import {
  bodyOf,
  boundsOf,
  clientFormat,
  isFile,
  isTyped,
  type AnyBody,
  type AnyBodyPart,
  type AnyFilePart,
  type BodyFormat,
  type FileBounds,
  type PartRecord,
} from "../../declare/body/body-format.ts";
import type { Body, PartBody } from "../../declare/body/body.ts";
import { writeParts } from "../form/declared.ts";
import { partContents, partsEncoder } from "./declared-typed-parts.ts";
import type {
  NoParameter,
  ParameterLike,
  ParametersInput,
  ParametersOutput,
  Presence,
} from "../../declare/parameter/parameter.ts";

/** A file of a multipart body, as the handler gets it. */
export interface UploadedFile<Name extends string = string> {
  /** The name of its part. */
  readonly name: Name;
  /** The name that the sender gave. It is data, never a path to write to. */
  readonly filename: string | undefined;
  /** The media type that the sender gave. */
  readonly mediaType: string;
  /** Its content as it arrives; fails after `maxBytes`. Read it before the next file. */
  readonly stream: ReadableStream<Uint8Array>;
  /** All of its content. */
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>;
  /** All of its content as UTF-8 text. */
  readonly text: () => Promise<string>;
}

/** A file of a multipart body. */
export interface FilePart<Given, P extends Presence = "required"> extends AnyFilePart {
  /** Types only; absent at run time. */
  readonly "~given": Given;
  /** Types only; absent at run time. */
  readonly "~received": unknown;
  /** Types only; absent at run time. */
  readonly "~presence": P;
  /** Makes the file optional. */
  optional(
    // A list has its own way to be absent.
    this: P extends "list" ? ParameterSentences["optionalList"] : unknown,
  ): FilePart<Given | undefined, "optional">;
  /** Any number of files under one name, `max` at most. */
  list(bounds?: { readonly max?: number }): FilePart<readonly FileContent[] | undefined, "list">;
}

/** The limits of a file. */
export interface FileOptions {
  /** Bytes of one file; a larger one gets a 413. Default: the body's limit. */
  readonly maxBytes?: number;
  /** The media types that the file may have, such as `image/*`. Other types get a 400. Default: any. */
  readonly mediaTypes?: readonly string[];
}

/** Declares a file of a multipart body: `multipart({ title: string(), picture: file({ maxBytes: 5e6 }) })`. */
export function file({
  maxBytes = Infinity,
  mediaTypes,
  ...others
}: FileOptions = {}): FilePart<FileContent> {
  refuseOthers("file", others);
  return filePart({ maxBytes, mediaTypes, optional: false, list: false, max: Infinity });
}

function filePart(bounds: FileBounds): FilePart<FileContent> {
  const made = {
    "~file": Object.freeze(bounds),
    optional: () => filePart({ ...bounds, optional: true }),
    list: ({ max = Infinity, ...others } = {}) => {
      refuseOthers("list", others);
      return filePart({ ...bounds, optional: true, list: true, max });
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one run-time object has all static types of the chain
  return Object.freeze<AnyFilePart>(made) as FilePart<FileContent>;
}

/** `unknown` if each name has a parameter type, a file or a body, else a sentence. */
export type PartCheck<R> = [R] extends [Untyped]
  ? unknown
  : {
      readonly [Name in keyof R]: R[Name] extends Untyped[string]
        ? R[Name]
        : R[Name] extends AnyBody
          ? PartBody<R[Name]>
          : NoParameter<R[Name]>;
    };
interface Untyped {
  readonly [name: string]: ParameterLike | AnyFilePart | AnyBodyPart;
}

type FieldsOf<R> = {
  readonly [Name in keyof R as R[Name] extends AnyFilePart ? never : Name]: R[Name];
};
type FileNames<R> = {
  [Name in keyof R]: R[Name] extends AnyFilePart ? Name : never;
}[keyof R] &
  string;

/** A file that was read whole. */
export interface WholeFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The name that the sender gave; empty if there was none. It is data, never a path to write to. */
  readonly name: string;
  /** The media type that the sender gave. */
  readonly type: string;
}

/** A form with one file, read whole; `undefined` for a file that need not be sent. */
export interface WholeForm<R, Name extends keyof R> {
  readonly fields: ParametersOutput<FieldsOf<R>>;
  readonly file: R[Name] extends { readonly "~presence": "required" }
    ? WholeFile
    : WholeFile | undefined;
}

/** The multipart body that a handler gets. */
export interface ReceivedParts<R> {
  /** The fields and typed parts, decoded and complete. */
  readonly fields: ParametersOutput<FieldsOf<R>>;
  /** The files in the order in which they arrive. Unread ones are skipped. */
  readonly files: AsyncIterable<UploadedFile<FileNames<R>>>;
  /**
   * Reads the form to its end: the fields, and its one file, within `maxBytes`. A second file is a 400. Use it instead
   * of the loop over `files`.
   */
  readonly one: <Name extends FileNames<R>>(name: Name) => Promise<WholeForm<R, Name>>;
}

/** The request body that `multipart` returns. */
export interface MultipartBody<R> extends Body<
  ParametersInput<R>,
  ReceivedParts<R>,
  "multipart/form-data"
> {
  readonly "~body": "multipart";
}

/** The options of `multipart`. */
export interface MultipartOptions {
  /**
   * Reads the whole form into memory before the handler runs, with fields and files in any order. By default, files
   * are streams, and fields come before them.
   */
  readonly buffered: true;
}

/** The multipart body that a handler gets with `buffered: true`. */
export interface BufferedParts<R> {
  /** The fields and typed parts, decoded. */
  readonly fields: ParametersOutput<FieldsOf<R>>;
  /** The files by their names: `undefined` for one that need not be sent, an array for a list. */
  readonly files: {
    readonly [Name in keyof R as R[Name] extends AnyFilePart ? Name : never]: BufferedFile<R[Name]>;
  };
}

type BufferedFile<File> = File extends { readonly "~presence": "list" }
  ? readonly WholeFile[]
  : File extends { readonly "~presence": "required" }
    ? WholeFile
    : WholeFile | undefined;

/** The request body that `multipart` returns with `buffered: true`. */
export interface BufferedMultipartBody<R> extends Body<
  ParametersInput<R>,
  BufferedParts<R>,
  "multipart/form-data"
> {
  readonly "~body": "multipart";
}

/**
 * Declares `multipart/form-data`: fields by parameter types, files by `file()`, and typed parts by
 * bodies such as `json<T>()`, each with its own `Content-Type`; `part` makes them optional or lists.
 * The client gives one object. The handler gets `fields`, with the typed parts, and `files` as they arrive (RFC 7578). With `{
 * buffered: true }` it gets a small form whole, with its parts in any order.
 */
export function multipart<const R extends Named & PartCheck<R>>(shape: R): MultipartBody<R>;
export function multipart<const R extends Named & PartCheck<R>>(
  shape: R,
  options: MultipartOptions,
): BufferedMultipartBody<R>;
export function multipart(
  parts: PartRecord,
  { buffered, ...others }: Partial<MultipartOptions> = {},
): AnyBody {
  refuseOthers("multipart", others);
  const format: BodyFormat = {
    mediaTypes: ["multipart/form-data"],
    parts,
    buffered,
    send: (value, signal) => {
      const { body, mediaType } = multipartOf(entriesOf(parts, value));
      return body instanceof ReadableStream
        ? { ...sentStream(body, signal), mediaType }
        : { body, mediaType };
    },
  };
  return bodyOf("multipart", format, [{ ...clientFormat(format), schema: partsEncoder(parts) }]);
}

// Fields and typed parts come before the files.
function entriesOf(parts: PartRecord, value: unknown): [string, string | FileContent][] {
  const fields = Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]): [string, ParameterLike][] =>
      isFile(part) || isTyped(part) ? [] : [[name, part]],
    ),
  );
  const entries: [string, string | FileContent][] = writeParts(fields, value).flatMap(
    ([name, texts]) => texts.map((text): [string, string] => [name, text]),
  );
  const files: typeof entries = [];
  const given = fieldsOf(value);
  for (const [name, part] of Object.entries(parts)) {
    const content = ownOf(given, name);
    if (isTyped(part)) {
      entries.push(...partContents(name, boundsOf(part), content));
    } else if (isFile(part)) {
      files.push(...filesOf(name, part, content));
    }
  }
  return [...entries, ...files];
}

function filesOf(
  name: string,
  { "~file": { optional, list } }: AnyFilePart,
  content: unknown,
): [string, FileContent][] {
  const files = content === undefined ? [] : list ? [content].flat() : [content];
  if (files.length === 0 && !optional) {
    throw new TypeError(`${name} is missing`);
  }
  return files.map((one): [string, FileContent] => [name, named(one)]);
}

// An empty file name means that no file was chosen.
function named(given: unknown): FileContent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `multipartOf` refuses other values
  const file = given as FileContent;
  return fieldsOf(file)["filename"] === "" && "content" in file
    ? { ...file, filename: undefined }
    : file;
}
