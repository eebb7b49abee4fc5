// Runs parameter types: encodes values to text and decodes text to values. The schemas of `.check` run in both directions.
// A parameter type refers to the functions that a client needs for it, so a client bundles no others; a zod codec is run
// directly.
import { encodeQueryComponent, isWellFormed } from "../../shared/http/percent.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import {
  Issue,
  type AnyParameter,
  type EitherLike,
  type ListStyle,
  type ParameterLike,
  type ParameterTexts,
} from "./parameter.ts";
import { isUtf8Field, writeUtf8 } from "../../shared/http/header-value.ts";
import { runZod, type Zod } from "../../shared/schema/two-way.ts";

/** Encodes one value; an `Issue` if the server would reject it. */
export function encodeOne(type: AnyParameter, value: unknown): string | Issue {
  const { encode, checks } = type["~parameter"];
  const text = encode(value);
  return text instanceof Issue ? text : (firstIssue(checks, value) ?? text);
}

/** Decodes one text; an `Issue` if it is invalid. */
export function decodeOne(type: AnyParameter, text: string): unknown {
  const { decode, checks } = type["~parameter"];
  const value = decode(text);
  return value instanceof Issue || !checks[0] ? value : refine(checks, value);
}

/** Decodes the texts of a parameter; `texts` is `undefined` if it is absent. */
export function decodeAll(type: AnyParameter, texts: readonly string[] | undefined): unknown {
  return type["~parameter"].read(type, texts);
}

/** The text, or an `Issue` if a URL cannot contain it. */
export function wellFormed(text: string | Issue): string | Issue {
  return text instanceof Issue || isWellFormed(text)
    ? text
    : new Issue("must not contain a lone surrogate");
}

/** The first issue of the schemas with a value; `undefined` if it is valid. */
export function firstIssue(checks: readonly AnySchema[], value: unknown): Issue | undefined {
  const refined = refine(checks, value);
  return refined instanceof Issue ? refined : undefined;
}

/** The error for an asynchronous schema. Its promise must not become an unhandled rejection. */
export function asynchronous(what: string, later: Promise<unknown>): TypeError {
  later.catch(() => {});
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
    if (result.issues) {
      return new Issue(result.issues[0]?.message ?? "is not valid");
    }
    refined = result.value;
  }
  return refined;
}

/** Writes and reads a parameter of one text. */
export const oneText: ParameterTexts = {
  write: (type: AnyParameter, value) => {
    if (value === undefined) {
      return type["~parameter"].optional ? [] : new Issue("is missing");
    }
    const text = encodeOne(type, value);
    return text instanceof Issue ? text : [text];
  },

  read: (type: AnyParameter, [text, second] = []) => {
    const { fallback, optional } = type["~parameter"];
    if (text === undefined) {
      return fallback ? fallback.value : optional ? undefined : new Issue("is missing");
    }
    return second === undefined ? decodeOne(type, text) : new Issue("is given more than once");
  },

  writeQuery: (type: AnyParameter, name, value) => {
    const texts = type["~parameter"].write(type, value);
    return texts instanceof Issue
      ? texts
      : texts
          .map((text) => `&${encodeQueryComponent(name)}=${encodeQueryComponent(text)}`)
          .join("");
  },

  writeLine: (type: AnyParameter, _name, value) => {
    const texts = type["~parameter"].write(type, value);
    return texts instanceof Issue ? texts : texts[0];
  },

  readLine: (type: AnyParameter, headers, name) =>
    type["~parameter"].read(type, linesOf(headers, name)),
};

/** Writes a text that may have any characters as the value of a field. */
export const writeAnyLine: ParameterTexts["writeLine"] = (type: AnyParameter, name, value) => {
  const texts = type["~parameter"].write(type, value);
  return texts instanceof Issue ? texts : lineOf(name, texts);
};

/** Texts as the value of a field; `undefined` for none. */
export function lineOf(name: string, texts: readonly string[]): string | undefined {
  const line = texts[0] === undefined ? undefined : texts.join(", ");
  return line && isUtf8Field(name) ? writeUtf8(line) : line;
}

/** The lines of a field; those of `Set-Cookie` cannot be joined by commas (RFC 9110 5.3). */
export function linesOf(headers: Headers, name: string): readonly string[] {
  return /^set-cookie$/i.test(name) ? headers.getSetCookie() : [headers.get(name) ?? []].flat();
}

/** How a list is written in a query or header; `undefined` if the parameter is not a list. */
export function listStyleOf(like: EitherLike): ListStyle | undefined {
  return like["~parameter"]?.list;
}

/** Encodes the value of a parameter, a list to several texts and an absent value to no text; an `Issue` if the server would reject it. */
export function writeTexts(like: ParameterLike, value: unknown): readonly string[] | Issue {
  return textsOf(like).write(like, value);
}

/** The functions that write and read a parameter. */
export function textsOf(like: EitherLike): Omit<ParameterTexts, "read"> {
  return like["~parameter"] ?? codecText;
}

const codecText: Omit<ParameterTexts, "read"> = {
  write: (like, value) => run(like, value, (text) => [text]),
  writeQuery: (like, name, value) =>
    run(like, value, (text) => "&" + new URLSearchParams({ [name]: text })),
  writeLine: (like, _name, value) => run(like, value, String),
  readLine: (like, headers, name) => run(like, headers.get(name) ?? undefined),
};

// Encodes if `written` is given, which gets the text; decodes otherwise.
function run(codec: object, value: unknown): unknown;
function run<T>(codec: object, value: unknown, written: (text: string) => T): T | Issue;
function run(codec: object, value: unknown, written?: (text: string) => unknown): unknown {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a value that is not a parameter type is a zod codec
    const made = runZod(codec as Zod, value, written ? "backward" : "forward");
    if (made instanceof Promise) {
      // Its result is not used, and it must not become an unhandled rejection.
      made.catch(() => {});
    } else if (!written) {
      return made;
    } else if (typeof made === "string" && isWellFormed(made)) {
      return written(made);
    }
  } catch {
    // The message of a thrown error may contain secrets, so it is not repeated.
  }
  return new Issue(value === undefined ? "is missing" : "is not valid");
}
