// A multipart body: its fields decoded as a whole before the handler runs, its files handed
// on as they arrive, each within its declared bounds.
import { DecodeError } from "../codec/codec.ts";
import { isFile } from "../declaration/body-format.ts";
import type { FileBounds, PartRecord } from "../declaration/body-format.ts";
import { readParts } from "../declaration/form-body.ts";
import type { ReceivedFile } from "../declaration/multipart-body.ts";
import { decodeAll } from "../declaration/parameter-codec.ts";
import { parametersOf } from "../declaration/parameter-make.ts";
import type { ParameterParts } from "../declaration/parameter.ts";
import { negotiate } from "../http/accept.ts";
import { readMultipart } from "./multipart-read.ts";
import type { FilePart, Part } from "./multipart-read.ts";
import { refusedAs } from "./open-rules.ts";
import type { OpenRules } from "./open-rules.ts";
import { rejection } from "./rejection.ts";

/** Fields, and files as they arrive. */
export interface OpenedParts {
  readonly fields: object;
  readonly files: AsyncIterable<ReceivedFile>;
}

/** Reads a multipart body up to its first file; throws once it has been refused. */
export async function openParts(
  parts: PartRecord,
  stream: ReadableStream<Uint8Array>,
  rules: OpenRules,
): Promise<OpenedParts> {
  const { contentType, limits } = rules;
  const files = new Map<string, FileBounds>();
  const fields: [string, ParameterParts[string]][] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (isFile(part)) {
      files.set(name, part["~file"]);
    } else {
      fields.push([name, part]);
    }
  }
  const read = readMultipart(stream, contentType, {
    parts: limits.parts,
    fieldBytes: limits.body,
    isFile: (name) => files.has(name),
  });
  const source = toldOf(read, rules);
  const texts = new Map<string, string[]>();
  let first = await source.next();
  for (; first.done !== true && first.value.kind === "field"; first = await source.next()) {
    const { name, value } = first.value;
    const known = texts.get(name);
    if (known === undefined) {
      texts.set(name, [value]);
    } else {
      known.push(value);
    }
  }
  const decoded = decodeFields(Object.fromEntries(fields), texts, rules);
  const expected: Expected = { files, fields: new Set(fields.map(([name]) => name)), rules };
  const found = first.done === true ? undefined : first.value;
  if (found === undefined) {
    refuseMissing(expected, new Map());
  }
  return { fields: decoded, files: filesOf(found, source, expected) };
}

function decodeFields(
  fields: ParameterParts,
  texts: ReadonlyMap<string, string[]>,
  rules: OpenRules,
): object {
  const types = new Map(parametersOf(fields));
  try {
    return readParts(fields, (name) => {
      const type = types.get(name);
      return type && decodeAll(type, texts.get(name));
    });
  } catch (error) {
    throw error instanceof DecodeError ? refusedAs(rules, error.issues) : error;
  }
}

// What the content's grammar refuses is refused here.
async function* toldOf(source: AsyncIterable<Part>, rules: OpenRules): AsyncGenerator<Part> {
  try {
    yield* source;
  } catch (error) {
    throw error instanceof DecodeError ? refusedAs(rules, error.issues) : error;
  }
}

interface Expected {
  readonly files: ReadonlyMap<string, FileBounds>;
  readonly fields: ReadonlySet<string>;
  readonly rules: OpenRules;
}

async function* filesOf(
  first: Part | undefined,
  rest: AsyncGenerator<Part>,
  expected: Expected,
): AsyncGenerator<ReceivedFile> {
  const { files, fields, rules } = expected;
  const refuse = (name: string, message: string): Error =>
    refusedAs(rules, [{ pointer: `/${name}`, message }]);
  const counts = new Map<string, number>();
  for (let part = first; part !== undefined;) {
    const { name } = part;
    const bounds = files.get(name);
    if (part.kind === "field") {
      if (fields.has(name)) {
        throw refuse(name, "comes after a file: fields come first");
      }
    } else if (bounds !== undefined) {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (count > (bounds.list ? bounds.max : 1)) {
        throw refuse(name, bounds.list ? `has more than ${bounds.max} files` : "stands twice");
      }
      if (bounds.mediaTypes.length > 0 && !isAmong(part.mediaType, bounds.mediaTypes)) {
        throw refuse(name, `is no ${bounds.mediaTypes.join(", ")}`);
      }
      yield receivedFile(part, bounds.maxBytes, rules);
    }
    const next = await rest.next();
    part = next.done === true ? undefined : next.value;
  }
  refuseMissing(expected, counts);
}

function refuseMissing({ files, rules }: Expected, counts: ReadonlyMap<string, number>): void {
  const missing = [...files].filter(([name, { optional }]) => !optional && !counts.has(name));
  if (missing.length > 0) {
    throw refusedAs(
      rules,
      missing.map(([name]) => ({ pointer: `/${name}`, message: "is missing" })),
    );
  }
}

function isAmong(mediaType: string, ranges: readonly string[]): boolean {
  return negotiate(ranges.join(", "), [mediaType]) >= 0;
}

function receivedFile(
  { name, filename, mediaType, stream }: FilePart,
  maxBytes: number,
  rules: OpenRules,
): ReceivedFile {
  const bounded = Number.isFinite(maxBytes) ? withinBytes(stream, maxBytes, rules) : stream;
  const bytes = async (): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(
      await new Response(bounded as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
    );
  return {
    name,
    filename,
    mediaType,
    stream: bounded,
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
  };
}

function withinBytes(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  { refuse }: OpenRules,
): ReadableStream<Uint8Array> {
  let size = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > maxBytes) {
          refuse(rejection(413, `a file has at most ${maxBytes} bytes here`));
          throw new RangeError(`the file has more than ${maxBytes} bytes`);
        }
        controller.enqueue(chunk);
      },
    }),
  );
}
