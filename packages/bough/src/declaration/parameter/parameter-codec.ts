// Runs parameter types: encodes values to text and decodes text to values. The schemas of `.check`
// run in both directions.
import { isWellFormed } from "../../http/percent.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import { Issue, type AnyParameter } from "./parameter.ts";

/** Encodes one value; an `Issue` if the server would reject it. */
export function encodeOne(type: AnyParameter, value: unknown): string | Issue {
  const { encode, checks } = type["~parameter"];
  const text = wellFormed(encode(value));
  return text instanceof Issue ? text : (firstIssue(checks, value) ?? text);
}

/** Decodes one text; an `Issue` if it is invalid. */
export function decodeOne(type: AnyParameter, text: string): unknown {
  const { decode, checks } = type["~parameter"];
  const value = decode(text);
  return value instanceof Issue || checks.length === 0 ? value : refine(checks, value);
}

/** Encodes the value of a parameter, a list to several texts and an absent value to no text. */
export function encodeAll(type: AnyParameter, value: unknown): readonly string[] | Issue {
  const { list, optional } = type["~parameter"];
  if (list !== undefined) {
    return list.codec.encode(type, value);
  }
  if (value === undefined) {
    return optional ? [] : new Issue("is missing");
  }
  const text = encodeOne(type, value);
  return text instanceof Issue ? text : [text];
}

/** Decodes the texts of a parameter; `texts` is `undefined` if it is absent. */
export function decodeAll(type: AnyParameter, texts: readonly string[] | undefined): unknown {
  const { list, fallback, optional } = type["~parameter"];
  if (list !== undefined) {
    return list.codec.decode(type, texts ?? []);
  }
  const text = texts?.[0];
  if (text === undefined) {
    return fallback === undefined
      ? optional
        ? undefined
        : new Issue("is missing")
      : fallback.value;
  }
  return texts?.[1] === undefined ? decodeOne(type, text) : new Issue("is given more than once");
}

/** The text, or an `Issue` if a URL cannot contain it. */
export function wellFormed(text: string | Issue): string | Issue {
  return typeof text === "string" && !isWellFormed(text)
    ? new Issue("must not contain a lone surrogate")
    : text;
}

/** The first issue of the schemas with a value; `undefined` if it is valid. */
export function firstIssue(checks: readonly AnySchema[], value: unknown): Issue | undefined {
  const refined = checks.length === 0 ? undefined : refine(checks, value);
  return refined instanceof Issue ? refined : undefined;
}

/** The error for an asynchronous schema. Its promise must not become an unhandled rejection. */
export function asynchronous(what: string, later: Promise<unknown>): TypeError {
  later.catch(() => undefined);
  return new TypeError(
    `a parameter's ${what} must be synchronous, but the schema returned a promise: remove its async parts`,
  );
}

/** Runs a value through schemas; an `Issue` for the first one that rejects it. */
export function refine(checks: readonly AnySchema[], value: unknown): unknown {
  let refined = value;
  for (const check of checks) {
    const result = check["~standard"].validate(refined);
    if (result instanceof Promise) {
      throw asynchronous("check", result);
    }
    if (result.issues !== undefined) {
      return new Issue(result.issues[0]?.message ?? "is not valid");
    }
    refined = result.value;
  }
  return refined;
}
