// HTML forms: flat names with parameter types.
import { pointerStep } from "../../shared/internal/encodings.ts";
import { DecodeError, textOf } from "../../shared/codec/codec.ts";
import { splitQuery } from "../../shared/http/percent.ts";
import { fieldsOf, ownOf, type None, type Named } from "../../shared/internal/record.ts";
import type { AnyBody } from "../../declare/body/body-format.ts";
import { withCodec, type CodecBody } from "../json/declared.ts";
import { textsOf, writeTexts } from "../../declare/parameter/parameter-codec.ts";
import { parametersOf } from "../../declare/parameter/parameter-make.ts";
import {
  Issue,
  type ParameterCheck,
  type ParameterLike,
  type ParameterParts,
  type ParametersInput,
  type ParametersOutput,
} from "../../declare/parameter/parameter.ts";
import { keptNames, readParameter } from "../../declare/parameter/query.ts";

type FormBody<R> = CodecBody<
  ParametersInput<R>,
  ParametersOutput<R>,
  "application/x-www-form-urlencoded"
>;

/**
 * Declares `application/x-www-form-urlencoded` with parameter types, as in a query: lists are repeated names,
 * undeclared names are ignored (WHATWG URL 5).
 */
export function form<const R extends Named & ParameterCheck<R, None>>(shape: R): FormBody<R>;
export function form(parts: ParameterParts): AnyBody {
  const codec = {
    mediaType: "application/x-www-form-urlencoded",
    encode: (value: unknown) => encodeForm(parts, value),
    decode: (bytes: Uint8Array, { names = Infinity }: { readonly names?: number }) =>
      decodeForm(parts, bytes, names),
  };
  return withCodec(codec, { typed: true, parts });
}

function encodeForm(parts: ParameterParts, value: unknown): string {
  const pairs = writeEach(parts, value, (type, name, given) =>
    textsOf(type).writeQuery(type, name, given, { parameters: parts }),
  );
  return pairs
    .map(([, written]) => written)
    .join("")
    .slice(1);
}

/** The texts of each value by name. Throws a `TypeError` that names every value that the server would refuse. */
export function writeParts(
  parts: ParameterParts,
  value: unknown,
): [name: string, texts: readonly string[]][] {
  return writeEach(parts, value, (type, _name, given) => writeTexts(type, given));
}

type Write<Written> = (type: ParameterLike, name: string, value: unknown) => Written | Issue;

function writeEach<Written>(
  parts: ParameterParts,
  value: unknown,
  write: Write<Written>,
): [name: string, written: Written][] {
  const given = fieldsOf(value);
  const wrong: string[] = [];
  const pairs: [string, Written][] = [];
  for (const [name, type] of Object.entries(parts)) {
    const written = write(type, name, ownOf(given, name));
    if (written instanceof Issue) {
      wrong.push(`${name}${written.at} ${written.message}`);
    } else {
      pairs.push([name, written]);
    }
  }
  if (wrong.length > 0) {
    throw new TypeError(wrong.join("; "));
  }
  return pairs;
}

function decodeForm(parts: ParameterParts, bytes: Uint8Array, maxNames: number): object {
  const types = new Map(parametersOf(parts));
  const query = splitQuery(textOf(bytes), keptNames([...types]), maxNames);
  if (query.tooMany) {
    throw new DecodeError(`must have at most ${maxNames} names`);
  }
  return readParts(parts, (name) => {
    const type = types.get(name);
    return type && readParameter([name, type], query);
  });
}

/** The values of all parts. Throws a `DecodeError` with every `Issue` of `read`. */
export function readParts(
  parts: ParameterParts,
  read: (name: string) => unknown,
): Record<string, unknown> {
  const decoded: Record<string, unknown> = Object.create(null);
  const issues: { message: string; pointer: string }[] = [];
  for (const name of Object.keys(parts)) {
    const value = read(name);
    if (value instanceof Issue) {
      // Keys have no brackets.
      const keys = value.at === "" ? [] : value.at.slice(1, -1).split("][");
      const pointer = [value.name ?? name, ...keys].map(pointerStep).join("");
      issues.push({ message: value.message, pointer });
    } else {
      decoded[name] = value;
    }
  }
  if (issues[0]) {
    throw new DecodeError(issues[0].message, issues[0].pointer, issues);
  }
  return decoded;
}
