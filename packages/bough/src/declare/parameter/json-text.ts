// The parameter type of JSON in one text: `filter={"tags":["a"]}`.
import { DecodeError } from "../../shared/codec/codec.ts";
import { defaultJson, jsonText as written } from "../../shared/codec/json.ts";
import type { JsonCheck } from "../../shared/schema/json-type.ts";
import type { AnySchema, InferInput, InferOutput } from "../../shared/schema/standard-schema.ts";
import { issueLine } from "../../shared/schema/validate.ts";
import { encoderOf, type SchemaGiven } from "../../shared/schema/two-way.ts";
import { asynchronous } from "./parameter-codec.ts";
import { makeAny } from "./parameter-make.ts";
import { Issue, type Parameter } from "./parameter.ts";

/**
 * Declares a parameter that is JSON in one string, at most 64 levels deep: `jsonText<Filter>()`, or with a
 * schema, `jsonText(Filter)`. A schema that decodes and encodes does both.
 */
export function jsonText<T = unknown>(...check: JsonCheck<T, []>): Parameter<T>;
export function jsonText<S extends AnySchema>(
  schema: JsonCheck<InferInput<S>, S>,
): Parameter<SchemaGiven<S>, InferOutput<S>>;
export function jsonText(...[declared]: readonly (AnySchema | undefined)[]): Parameter<unknown> {
  const decode = (text: string): unknown => {
    const value = parsed(text);
    return value instanceof Issue || declared === undefined ? value : validated(declared, value);
  };
  const encode = (value: unknown): string | Issue => {
    const text = textOf(declared, value);
    const read = text instanceof Issue ? text : decode(text);
    return read instanceof Issue ? read : text;
  };
  return makeAny("jsonText", decode, encode, { schema: declared });
}

// The default depth of JSON bodies; a client does not know the server's limits.
const LIMITS = { depth: 64 };
const utf8: TextEncoder = /* @__PURE__ */ new TextEncoder();

function parsed(text: string): unknown {
  try {
    return defaultJson.decode(utf8.encode(text), LIMITS);
  } catch (error) {
    return new Issue(
      error instanceof DecodeError
        ? `${error.pointer} ${error.message}`.trim()
        : "must be valid JSON",
    );
  }
}

function validated(schema: AnySchema, value: unknown): unknown {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) {
    throw asynchronous("schema", result);
  }
  const [issue] = result.issues ?? [];
  if (issue !== undefined) {
    return new Issue(issueLine(issue));
  }
  return "value" in result ? result.value : undefined;
}

function textOf(schema: AnySchema | undefined, value: unknown): string | Issue {
  let wire = value;
  try {
    const encode = schema && encoderOf(schema);
    wire = encode ? encode(value) : value;
    if (!(wire instanceof Promise)) {
      return written(wire);
    }
  } catch {
    // The message of a thrown error may contain secrets, so it is not repeated.
    return new Issue("is not valid");
  }
  throw asynchronous("schema", wire);
}
