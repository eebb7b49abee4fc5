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
import { pointerOf } from "../schema/validate.ts";
import { MultipartError } from "./multipart-error.ts";
import { readMultipart } from "./multipart-read.ts";
import type { Part } from "./multipart-read.ts";
import { refusedAs } from "./open-rules.ts";
import type { OpenRules } from "./open-rules.ts";
import { receivedFile } from "./received-file.ts";
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
  const expected: Expected = { files, fields: new Set(fields.map(([name]) => name)), rules };
  try {
    const texts = new Map<string, string[]>();
    const first = await readFields(source, texts, expected);
    const decoded = decodeFields(Object.fromEntries(fields), texts, (issues) =>
      refusedAs(rules, first === undefined ? issues : lateOf(issues, texts)),
    );
    if (first === undefined) {
      refuseMissing(expected, new Map());
    }
    return { fields: decoded, files: filesOf(first, source, expected) };
  } catch (error) {
    await source.return(undefined);
    throw error;
  }
}

/** Gathers the fields before the first part that is none, and gives that one. */
async function readFields(
  source: AsyncGenerator<Part>,
  texts: Map<string, string[]>,
  { fields, rules }: Expected,
): Promise<Part | undefined> {
  const limit = rules.limits.body;
  // Files have bounds of their own and are not held: what is held is bounded as any other body.
  let size = 0;
  for (;;) {
    const { done, value: part } = await source.next();
    if (done === true || part.kind === "file") {
      return done === true ? undefined : part;
    }
    size += part.value.length;
    if (size > limit) {
      rules.refuse(rejection(413, `the fields have at most ${limit} bytes here`));
      throw new RangeError(`the fields have more than ${limit} bytes`);
    }
    const known = texts.get(part.name);
    if (known !== undefined) {
      known.push(part.value);
    } else if (fields.has(part.name)) {
      texts.set(part.name, [part.value]);
    }
  }
}

function decodeFields(
  fields: ParameterParts,
  texts: ReadonlyMap<string, string[]>,
  refused: (issues: DecodeError["issues"]) => Error,
): object {
  const types = new Map(parametersOf(fields));
  try {
    return readParts(fields, (name) => {
      const type = types.get(name);
      return type && decodeAll(type, texts.get(name));
    });
  } catch (error) {
    throw error instanceof DecodeError ? refused(error.issues) : error;
  }
}

// A field that its sender knows to have sent stands behind a file, which nobody has read yet.
function lateOf(
  issues: DecodeError["issues"],
  texts: ReadonlyMap<string, string[]>,
): DecodeError["issues"] {
  const come = new Set(
    Array.from(texts.keys(), (name) => pointerOf({ message: "", path: [name] })),
  );
  return issues.map(({ pointer, message }) => ({
    pointer,
    message: come.has(pointer) ? message : `${message} before the first file: fields come first`,
  }));
}

// What the content's grammar refuses is refused here.
async function* toldOf(source: AsyncIterable<Part>, rules: OpenRules): AsyncGenerator<Part> {
  try {
    for await (const part of source) {
      // What a browser sends for a file that was not chosen.
      if (part.kind === "field" || part.filename !== "") {
        yield part;
      }
    }
  } catch (error) {
    if (error instanceof MultipartError && LIMITS.has(error.reason)) {
      rules.refuse(rejection(413, `the body ${error.message}`));
      throw error;
    }
    throw error instanceof DecodeError ? refusedAs(rules, error.issues) : error;
  }
}

const LIMITS: ReadonlySet<string> = new Set(["parts", "field-size", "header-size"]);

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
    refusedAs(rules, [{ pointer: pointerOf({ message, path: [name] }), message }]);
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
      if (bounds.mediaTypes !== undefined && !isAmong(part.mediaType, bounds.mediaTypes)) {
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
      missing.map(([name]) => ({
        pointer: pointerOf({ message: "", path: [name] }),
        message: "is missing",
      })),
    );
  }
}

function isAmong(mediaType: string, ranges: readonly string[]): boolean {
  return negotiate(ranges.join(", "), [mediaType]) >= 0;
}
