// Runs parameter types: values to texts on the client, texts to values on the
// server. The refinements of `.check` hold in both directions.
import { isWellFormed } from "../../http/percent.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import { Issue } from "./parameter.ts";
import type { AnyParameter } from "./parameter.ts";

/** One value as text; an `Issue` for one that the server would refuse. */
export function encodeOne(type: AnyParameter, value: unknown): string | Issue {
  const { encode, checks } = type["~parameter"];
  const text = wellFormed(encode(value));
  return text instanceof Issue ? text : (firstIssue(checks, value) ?? text);
}

/** One text as value; an `Issue` for text that is none. */
export function decodeOne(type: AnyParameter, text: string): unknown {
  const { decode, checks } = type["~parameter"];
  const value = decode(text);
  return value instanceof Issue || checks.length === 0 ? value : refine(checks, value);
}

/** A parameter's value as the texts that stand for it, none for an absent one. */
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

/** The texts that arrived as a parameter's value; `undefined` when none did. */
export function decodeAll(type: AnyParameter, texts: readonly string[] | undefined): unknown {
  const { list, fallback, optional } = type["~parameter"];
  if (list !== undefined) {
    return list.codec.decode(type, texts ?? []);
  }
  if (texts === undefined || texts.length === 0) {
    return fallback === undefined
      ? optional
        ? undefined
        : new Issue("is missing")
      : fallback.value;
  }
  return texts.length > 1
    ? new Issue("is given more than once")
    : decodeOne(type, texts[0] as string);
}

/** The text, or an `Issue` for one that no URL carries. */
export function wellFormed(text: string | Issue): string | Issue {
  return typeof text === "string" && !isWellFormed(text)
    ? new Issue("must not contain a lone surrogate")
    : text;
}

/** What a schema refuses a value for; `undefined` where it takes it. */
export function firstIssue(checks: readonly AnySchema[], value: unknown): Issue | undefined {
  const refined = checks.length === 0 ? undefined : refine(checks, value);
  return refined instanceof Issue ? refined : undefined;
}

/** The error for a schema that answers later; what it answers then is of no use. */
export function asynchronous(what: string, later: Promise<unknown>): TypeError {
  later.catch(() => undefined);
  return new TypeError(`a parameter's ${what} is synchronous: this schema returned a promise`);
}

/** What refinements make of a value; an `Issue` for one that they refuse. */
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
