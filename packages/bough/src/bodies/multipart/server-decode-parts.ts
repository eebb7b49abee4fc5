// A multipart body: all fields are decoded before the handler runs, its files are passed on as they arrive, within
// their limits. A buffered one is read whole, with its parts in any order.
import { DecodeError } from "../../shared/codec/codec.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { UploadedFile, WholeFile } from "./declared.ts";
import { ExpectedParts, type DeclaredParts, type PartIssues } from "./server-expected-parts.ts";
import { MultipartError } from "./server-error.ts";
import { readMultipart, type Part } from "./server-read.ts";
import { wholeFile } from "./server-received-file.ts";
import { refusedAs, type OpenRules } from "../../serve/options/kernel-options.ts";
import { rejection } from "../../serve/exchange/rejection.ts";

/** Reads a multipart body up to its first file; a buffered one to its end. */
export function openParts(
  declared: DeclaredParts,
  stream: ReadableStream<Uint8Array>,
  rules: OpenRules,
): Promise<object> {
  const expected = new ExpectedParts(declared, rules);
  return declared.format.buffered ? readWhole(expected, stream) : openOrdered(expected, stream);
}

async function readWhole(
  expected: ExpectedParts,
  stream: ReadableStream<Uint8Array>,
): Promise<object> {
  const files = new Map(Array.from(expected.files.keys(), (name) => [name, [] as WholeFile[]]));
  for await (const part of partsOf(stream, expected)) {
    if (part.kind !== "file") {
      expected.keep(part);
      continue;
    }
    const file = expected.open(part);
    if (file !== undefined) {
      files.get(file.name)?.push(await wholeFile(file));
    }
  }
  const { fields, issues } = await expected.decodeFields();
  refuse(expected.rules, [...issues, ...expected.missingFiles()]);
  const given = Array.from(files, ([name, all]) => [
    name,
    expected.files.get(name)?.list ? all : all[0],
  ]);
  return { fields, files: Object.fromEntries(given) };
}

/** Reads the fields before the first file; throws if the body is refused by then. */
async function openOrdered(
  expected: ExpectedParts,
  stream: ReadableStream<Uint8Array>,
): Promise<object> {
  const { rules } = expected;
  const source = partsOf(stream, expected);
  try {
    let first = await nextOf(source);
    while (first !== undefined && first.kind !== "file") {
      expected.keep(first);
      first = await nextOf(source);
    }
    const { fields, issues } = await expected.decodeFields();
    refuse(rules, first === undefined ? issues : lateOf(issues, expected));
    if (first === undefined) {
      refuse(rules, expected.missingFiles());
    }
    const files = filesOf(expected, source, first);
    return {
      fields,
      files,
      one: async (name: string) => ({ fields, file: await oneFile(name, files, expected) }),
    };
  } catch (error) {
    await source.return(undefined);
    throw error;
  }
}

const MOVE = "move this field before the files in the form";

// The field may come after a file, which nobody has read yet.
function lateOf(issues: PartIssues, expected: ExpectedParts): PartIssues {
  const arrived = expected.arrived();
  return issues.map(({ pointer = "", message }) => ({
    pointer,
    // Faults inside a typed part have a longer pointer.
    message: arrived.has(`/${pointer.split("/")[1]}`)
      ? message
      : `${message} before the first file: ${MOVE}`,
  }));
}

async function nextOf(source: AsyncGenerator<Part>): Promise<Part | undefined> {
  const { done, value } = await source.next();
  return done === true ? undefined : value;
}

function refuse(rules: OpenRules, issues: PartIssues): void {
  if (issues.length > 0) {
    throw refusedAs(rules, issues);
  }
}

// Turns faults of the multipart grammar into rejections.
async function* partsOf(
  stream: ReadableStream<Uint8Array>,
  expected: ExpectedParts,
): AsyncGenerator<Part, void, undefined> {
  const { rules } = expected;
  const { contentType, limits } = rules;
  try {
    const parts = readMultipart(stream, contentType, {
      parts: limits.parts,
      fieldBytes: limits.body,
      isFile: (name) => expected.files.has(name),
      isTyped: (name) => expected.isTyped(name),
    });
    for await (const part of parts) {
      if (isUnchosen(part)) {
        continue;
      }
      if (part.kind === "file" && expected.isField(part.name)) {
        throw expected.refused(part.name, "must be a field, received a file");
      }
      yield part;
    }
  } catch (error) {
    if (error instanceof MultipartError && LIMITS.has(error.reason)) {
      rules.refuse(rejection(413, `the body ${error.message}`));
      throw error;
    }
    throw error instanceof DecodeError ? refusedAs(rules, error.issues) : error;
  }
}

// Browsers send this part if no file was chosen.
function isUnchosen(part: Part): boolean {
  return (
    part.kind !== "field" &&
    part.filename === "" &&
    (part.kind === "file" || part.bytes.length === 0)
  );
}

const LIMITS: ReadonlySet<string> = new Set(["parts", "field-size", "header-size"]);

async function* filesOf(
  expected: ExpectedParts,
  rest: AsyncGenerator<Part>,
  first: Part | undefined,
): AsyncGenerator<UploadedFile> {
  for (let part = first; part; part = await nextOf(rest)) {
    if (part.kind !== "file") {
      if (expected.isField(part.name)) {
        throw expected.refused(part.name, `comes after a file: ${MOVE}`);
      }
    } else {
      const file = expected.open(part);
      if (file !== undefined) {
        yield file;
      }
    }
  }
  refuse(expected.rules, expected.missingFiles());
}

// Reads a form to its end; rejects the request if it has another file than the named one, or a second one.
async function oneFile(
  name: string,
  files: AsyncIterable<UploadedFile>,
  expected: ExpectedParts,
): Promise<WholeFile | undefined> {
  if (!expected.files.has(name)) {
    throw new TypeError(`body.one: expected the name of a declared file, received ${shown(name)}`);
  }
  let file: WholeFile | undefined;
  for await (const one of files) {
    if (file !== undefined || one.name !== name) {
      throw expected.refused(
        one.name,
        `must be the only file, ${JSON.stringify(name)}, of this form`,
      );
    }
    file = await wholeFile(one);
  }
  return file;
}
