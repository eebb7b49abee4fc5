// A multipart body: all fields are decoded before the handler runs, its files are passed on as they arrive, within
// their limits. If fields may come after files, the handler runs at once and gets them after the last part.
import { DecodeError } from "../../codec/codec.ts";
import type { ReceivedFile } from "./declared.ts";
import { ExpectedParts } from "./server-expected-parts.ts";
import type { DeclaredParts, PartIssues } from "./server-expected-parts.ts";
import { MultipartError } from "./server-error.ts";
import { readMultipart } from "./server-read.ts";
import type { FieldPart, MultipartSource, Part, TypedPart } from "./server-read.ts";
import { oneFile } from "./server-one-file.ts";
import type { ReadForm } from "./server-one-file.ts";
import { refusedAs } from "../../server/options/open-rules.ts";
import type { OpenRules } from "../../server/options/open-rules.ts";
import { rejection } from "../../server/exchange/rejection.ts";
import { UnorderedParts } from "./server-unordered-parts.ts";

/** Fields, and files as they arrive. */
export interface OpenedParts {
  readonly fields: object;
  readonly files: AsyncIterable<ReceivedFile>;
  readonly one: (name: string) => Promise<ReadForm>;
}

/** Reads a multipart body up to its first file. With `order: "any"` it reads nothing yet. */
export function openParts(
  declared: DeclaredParts,
  stream: ReadableStream<Uint8Array>,
  rules: OpenRules,
): OpenedParts | Promise<OpenedParts> {
  return declared.format.order === "any"
    ? unorderedParts(declared, stream, rules)
    : openOrdered(new ExpectedParts(declared, rules), stream);
}

function unorderedParts(
  declared: DeclaredParts,
  stream: ReadableStream<Uint8Array>,
  rules: OpenRules,
): OpenedParts {
  const parts = new UnorderedParts(stream, rules, (source, watched) =>
    unorderedFiles(new ExpectedParts(declared, watched), source),
  );
  const { fields, files } = parts;
  const isFile = (name: string): boolean => new ExpectedParts(declared, rules).isFile(name);
  return { fields, files, one: (name) => oneFile(name, { fields, files, isFile, rules }) };
}

/** Reads the fields before the first file; throws if the body is refused by then. */
async function openOrdered(
  expected: ExpectedParts,
  stream: ReadableStream<Uint8Array>,
): Promise<OpenedParts> {
  const { rules } = expected;
  const source = partsOf(stream, expected);
  try {
    let first = await nextOf(source);
    while (first !== undefined && first.kind !== "file") {
      expected.keep(first);
      first = await nextOf(source);
    }
    const fields = await decodedFields(expected, (issues) =>
      first === undefined ? issues : lateOf(issues, expected),
    );
    if (first === undefined) {
      refuse(rules, expected.missingFiles());
    }
    const late = ({ name }: FieldPart | TypedPart): void => {
      if (expected.isField(name)) {
        throw expected.refused(name, `comes after a file: ${MOVE}`);
      }
    };
    const done = (): void => refuse(rules, expected.missingFiles());
    const files = filesOf(source, { expected, first, late, done });
    const isFile = (name: string): boolean => expected.isFile(name);
    return { fields, files, one: (name) => oneFile(name, { fields, files, isFile, rules }) };
  } catch (error) {
    await source.return(undefined);
    throw error;
  }
}

/** The files of a body whose fields may come after them. Returns the fields at the end. */
function unorderedFiles(
  expected: ExpectedParts,
  stream: MultipartSource,
): AsyncGenerator<ReceivedFile, object> {
  const done = async (): Promise<object> => {
    const missing = expected.missingFiles();
    const fields = await decodedFields(expected, (issues) => [...issues, ...missing]);
    refuse(expected.rules, missing);
    return fields;
  };
  const late = (field: FieldPart | TypedPart): void => expected.keep(field);
  return filesOf(partsOf(stream, expected), { expected, first: undefined, late, done });
}

const MOVE = "move this field before the files in the form";

async function decodedFields(
  expected: ExpectedParts,
  told: (issues: PartIssues) => PartIssues,
): Promise<object> {
  try {
    return await expected.decodeFields();
  } catch (error) {
    throw error instanceof DecodeError ? refusedAs(expected.rules, told(error.issues)) : error;
  }
}

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
  stream: MultipartSource,
  expected: ExpectedParts,
): AsyncGenerator<Part, void, undefined> {
  const { rules } = expected;
  const { contentType, limits } = rules;
  try {
    const parts = readMultipart(stream, contentType, {
      parts: limits.parts,
      fieldBytes: limits.body,
      isFile: (name) => expected.isFile(name),
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

interface FileRules<Result> {
  readonly expected: ExpectedParts;
  /** The part that was already read. */
  readonly first: Part | undefined;
  /** Gets each field after a file. */
  readonly late: (field: FieldPart | TypedPart) => void;
  /** Called after the last part. */
  readonly done: () => Result | Promise<Result>;
}

async function* filesOf<Result>(
  rest: AsyncGenerator<Part>,
  { expected, first, late, done }: FileRules<Result>,
): AsyncGenerator<ReceivedFile, Result> {
  for (let part = first ?? (await nextOf(rest)); part; part = await nextOf(rest)) {
    if (part.kind !== "file") {
      late(part);
    } else {
      const file = expected.open(part);
      if (file !== undefined) {
        yield file;
      }
    }
  }
  return done();
}
