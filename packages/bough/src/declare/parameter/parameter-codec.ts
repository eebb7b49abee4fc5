// Runs parameter types: encodes values to text and decodes text to values. The schemas of `.check` run in both directions.
// A parameter type refers to the functions that a client needs for it, so a client bundles no others; a zod codec is run
// directly.
import { isWellFormed } from "../../shared/http/percent.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import {
  Issue,
  type AnyParameter,
  type ListStyle,
  type ParameterLike,
  type ParameterTexts,
  type TwoWaySchema,
} from "./parameter.ts";
import { isUtf8Field, writeUtf8 } from "../../shared/http/header-value.ts";
import { runZod, type Zod } from "../../shared/schema/two-way.ts";

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

/** Encodes a value as the value of a field; `undefined` if it is absent, an `Issue` if it is invalid or the receiver would split a list differently. */
export function writeLine(
  type: AnyParameter,
  name: string,
  value: unknown,
): string | Issue | undefined {
  const texts = encodeAll(type, value);
  if (texts instanceof Issue || texts.length === 0) {
    return texts instanceof Issue ? texts : undefined;
  }
  const refused = type["~parameter"].list?.codec.refusedLine(texts);
  if (refused) {
    return refused;
  }
  const line = texts.join(", ");
  return isUtf8Field(name) ? writeUtf8(line) : line;
}

/** Decodes a field of a response; an `Issue` if it is invalid. */
export function readLine(type: AnyParameter, headers: Headers, name: string): unknown {
  const line = headers.get(name);
  return decodeAll(
    type,
    // Its lines cannot be joined by commas (RFC 9110 5.3).
    /^set-cookie$/i.test(name)
      ? headers.getSetCookie()
      : line === null
        ? []
        : (type["~parameter"].list?.codec.elementsOf(line) ?? [line]),
  );
}

/** How a list is written in a query or header; `undefined` if the parameter is not a list. */
export function listStyleOf(like: EitherLike): ListStyle | undefined {
  return like["~parameter"]?.list;
}

/** Encodes the value of a parameter; an `Issue` if the server would reject it. */
export function writeTexts(like: ParameterLike, value: unknown): readonly string[] | Issue {
  return textsOf(like).write(value);
}

/** The functions that write and read a parameter. */
export function textsOf(like: EitherLike): ParameterTexts {
  return like["~parameter"] ?? textsOfCodec(like);
}

/** A `ParameterLike` as one object: it has the members of the one or of the other. */
export type EitherLike = Partial<AnyParameter & TwoWaySchema>;

function textsOfCodec(codec: object): ParameterTexts {
  // Encodes if `written` is given, which gets the text; decodes otherwise.
  function run(value: unknown): unknown;
  function run<T>(value: unknown, written: (text: string) => T): T | Issue;
  function run(value: unknown, written?: (text: string) => unknown): unknown {
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
  return {
    write: (value) => run(value, (text) => [text]),
    writeQuery: (name, value) => run(value, (text) => "&" + new URLSearchParams({ [name]: text })),
    writeLine: (_name, value) => run(value, String),
    readLine: (headers, name) => run(headers.get(name) ?? undefined),
  };
}
