// Forms as browsers send them: flat names, and parameter types for their values.
import { DecodeError } from "../../codec/codec.ts";
import { encodeQueryComponent, splitQuery } from "../../http/query-string.ts";
import { pointerStep } from "../../internal/json-pointer.ts";
import type { Nothing } from "../../internal/record.ts";
import { withCodec } from "./json-body.ts";
import type { CodecBody } from "./json-body.ts";
import { listStyleOf, writeTexts } from "../parameter/parameter-texts.ts";
import { parametersOf } from "../parameter/parameter-make.ts";
import { Issue } from "../parameter/parameter.ts";
import type {
  Named,
  ParameterCheck,
  ParameterParts,
  ParametersGiven,
  ParametersReceived,
} from "../parameter/parameter.ts";
import { decodeQueryParameter } from "../parameter/query.ts";

const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});

type FormBody<R> = CodecBody<
  ParametersGiven<R>,
  ParametersReceived<R>,
  "application/x-www-form-urlencoded"
>;

/**
 * `application/x-www-form-urlencoded` with parameter types, as in a query: lists are repeated
 * names, names that are not declared are ignored (WHATWG URL 5).
 */
export function form<const R extends Named & ParameterCheck<R, Nothing>>(shape: R): FormBody<R> {
  // The check above holds every member to a parameter type.
  const parts = shape as unknown as ParameterParts;
  const codec = {
    mediaType: "application/x-www-form-urlencoded",
    encode: (value: unknown) => encodeForm(parts, value),
    decode: (bytes: Uint8Array, { names = Infinity }: { readonly names?: number }) =>
      decodeForm(parts, bytes, names),
  };
  return withCodec(codec, { typed: true, parts }) as unknown as FormBody<R>;
}

function encodeForm(parts: ParameterParts, value: unknown): string {
  const pairs: string[] = [];
  for (const [name, texts] of writeParts(parts, value)) {
    const key = `${encodeQueryComponent(name)}=`;
    const comma = listStyleOf(parts[name] as ParameterParts[string])?.style === "comma";
    if (texts.length > 0) {
      pairs.push(key + texts.map(encodeQueryComponent).join(comma ? "," : `&${key}`));
    }
  }
  return pairs.join("&");
}

/** The texts of each value by name; throws a `TypeError` naming every value that the server would refuse. */
export function writeParts(
  parts: ParameterParts,
  value: unknown,
): [name: string, texts: readonly string[]][] {
  const given = Object(value) as Readonly<Record<string, unknown>>;
  const wrong: string[] = [];
  const written = Object.entries(parts).map(([name, type]): [string, readonly string[]] => {
    const texts = writeTexts(type, Object.hasOwn(given, name) ? given[name] : undefined);
    if (texts instanceof Issue) {
      wrong.push(`${name} ${texts.message}`);
      return [name, []];
    }
    return [name, texts];
  });
  if (wrong.length > 0) {
    throw new TypeError(wrong.join("; "));
  }
  return written;
}

function decodeForm(parts: ParameterParts, bytes: Uint8Array, maxNames: number): object {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new DecodeError("must be valid UTF-8");
  }
  const { values, tooMany } = splitQuery(text, new Set(Object.keys(parts)), maxNames);
  if (tooMany) {
    throw new DecodeError(`must have at most ${maxNames} names`);
  }
  const types = new Map(parametersOf(parts));
  return readParts(parts, (name) => {
    const type = types.get(name);
    return type && decodeQueryParameter(type, values.get(name));
  });
}

/** The values of all parts; throws a `DecodeError` with every `Issue` that `read` gives. */
export function readParts(parts: ParameterParts, read: (name: string) => unknown): object {
  const decoded = Object.create(null) as Record<string, unknown>;
  const issues: { message: string; pointer: string }[] = [];
  for (const name of Object.keys(parts)) {
    const value = read(name);
    if (value instanceof Issue) {
      issues.push({ message: value.message, pointer: pointerStep(name) });
    } else {
      decoded[name] = value;
    }
  }
  if (issues[0]) {
    throw new DecodeError(issues[0].message, issues[0].pointer, issues);
  }
  return decoded;
}
