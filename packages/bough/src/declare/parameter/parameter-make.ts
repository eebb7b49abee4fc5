// Makes all parameter types, built-in and custom.
import { fieldsOf } from "../../shared/internal/record.ts";
import { expectOptions, wrongArgument } from "../../shared/internal/wrong-argument.ts";
import type { JsonSchema } from "../../shared/schema/extracted-schemas.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import { encodeDelimited } from "../../shared/http/percent.ts";
import { runZod, type Direction, type Zod } from "../../shared/schema/two-way.ts";
import { asynchronous, firstIssue, oneText, wellFormed, writeAnyLine } from "./parameter-codec.ts";
import {
  Issue,
  type AnyParameter,
  type Parameter,
  type ParameterData,
  type Presence,
  type TwoWaySchema,
} from "./parameter.ts";

/** The two directions of your own parameter type. */
export interface ParameterCodec<Value> {
  /** Decodes text; returns `issue("…")` for invalid text. */
  readonly decode: (text: string) => Value | Issue;
  /** Encodes a value; returns `issue("…")` for a value that has no text. */
  readonly encode: (value: Value) => string | Issue;
  /** The JSON Schema of the text, for documents: `{ type: "string", pattern: "^#" }`. */
  readonly schema?: JsonSchema;
  /** Characters that an id writes unescaped, such as `","` between the elements of a list. */
  readonly delimiters?: string;
}

/**
 * Makes your own parameter type from two functions. A function that throws rejects the value.
 *
 * @example
 * const hex = parameter({
 *   decode: (text) => (/^[0-9a-f]+$/.test(text) ? parseInt(text, 16) : issue("must be hexadecimal")),
 *   encode: (value: number) => value.toString(16),
 * });
 */
export function parameter<Value>(codec: ParameterCodec<Value>): Parameter<Value>;
export function parameter(codec: ParameterCodec<unknown>): Parameter<unknown> {
  const { decode, encode, schema, delimiters } = codec;
  if (typeof decode !== "function" || typeof encode !== "function") {
    wrongArgument("parameter", "the functions decode and encode", typeof decode);
  }
  const constraints = { decode, encode, schema, delimiters };
  return delimited(
    dataOf("parameter", total(decode), (value) => asText(total(encode)(value)), constraints),
    delimiters,
  );
}

/** Makes a parameter type of one text whose delimiters an id writes unescaped. */
export function delimited<Value>(
  data: ParameterData,
  delimiters: string | undefined,
): Parameter<Value> {
  return chained({
    ...data,
    writeLine: writeAnyLine,
    segment:
      typeof delimiters === "string" ? (text) => encodeDelimited(text, delimiters) : undefined,
  });
}

/** Makes a parameter type of one text that may have any characters. */
export function makeAny<Value>(
  ...given: readonly [...Parameters<typeof dataOf>]
): Parameter<Value> {
  return chained({ ...dataOf(...given), writeLine: writeAnyLine });
}

/** Makes a parameter type of one text of ASCII from its kind and its two functions. */
export function make<Value>(...given: readonly [...Parameters<typeof dataOf>]): Parameter<Value> {
  return chained(dataOf(...given));
}

/** The data of a parameter type of one text. `bounds` is the type of its bounds. */
// oxlint-disable-next-line max-params -- an object for each type costs bytes of every client
export function dataOf(
  kind: string,
  decode: (text: string) => unknown,
  encode: (value: unknown) => string | Issue,
  constraints: object = {},
  bounds = "number",
): ParameterData {
  expectOptions(kind, constraints);
  const { min, max } = fieldsOf(constraints);
  for (const bound of [min, max]) {
    if (bound !== undefined && typeof (bound ?? false) !== bounds) {
      wrongArgument(kind, `min and max to be of type ${bounds}`, bound);
    }
  }
  return {
    ...oneText,
    kind,
    decode,
    encode,
    optional: false,
    checks: [],
    description: undefined,
    constraints,
  };
}

/** The type of one value, inside another type. */
export function elementOf(of: string, like: unknown): AnyParameter {
  const type = asParameter(like);
  const { list, optional, query } = type["~parameter"];
  if (optional || query?.spread || (list && of !== "record")) {
    throw new TypeError(`${of}: pass the type of one value, such as ${of}(integer())`);
  }
  return type;
}

/** Makes a parameter type with `.optional()`, `.default()`, `.check()`, `.describe()` and `.deprecated()`. */
export function chained<Given, Received = Given, P extends Presence = "required">(
  data: ParameterData,
): Parameter<Given, Received, P> {
  const changed = (change: Partial<ParameterData>): AnyParameter => chained({ ...data, ...change });
  const made: AnyParameter & Record<string, unknown> = {
    "~parameter": Object.freeze(data),
    optional: () => changed({ optional: true, fallback: undefined }),
    default: (value: unknown) => changed({ optional: true, fallback: { value } }),
    check: (schema: AnySchema) => changed({ checks: [...data.checks, schema] }),
    describe: (description: string) => changed({ description }),
    deprecated: (deprecated: string | true = true) => changed({ deprecated }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a parameter exist for the compiler only, and its value is the same for all
  return Object.freeze<AnyParameter>(made) as Parameter<Given, Received, P>;
}

const codecs = new WeakMap<object, AnyParameter>();

/** Makes a parameter type of a two-way schema, and returns a parameter type as it is. */
export function asParameter(like: unknown): AnyParameter {
  if (!isTwoWay(like)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of declarations allow nothing else
    return like as AnyParameter;
  }
  const made = codecs.get(like) ?? fromTwoWay(like);
  codecs.set(like, made);
  return made;
}

/** Parameters by name, as pairs. */
export function parametersOf(parts: Readonly<Record<string, unknown>>): [string, AnyParameter][] {
  return Object.entries(parts).map(([name, like]) => [name, asParameter(like)]);
}

function isTwoWay(like: unknown): like is TwoWaySchema & Zod {
  const { def, run } = fieldsOf(fieldsOf(like)["_zod"]);
  return typeof run === "function" && fieldsOf(def)["reverseTransform"] !== undefined;
}

function fromTwoWay(schema: TwoWaySchema & Zod): AnyParameter {
  const run = (value: unknown, direction: Direction): unknown => {
    const made = total(() => runZod(schema, value, direction))(undefined);
    if (made instanceof Promise) {
      throw asynchronous("codec", made);
    }
    // Only the public `validate` reports messages, and it only decodes.
    return made instanceof Issue && direction === "forward"
      ? (total(() => firstIssue([schema], value))(undefined) ?? made)
      : made;
  };
  return makeAny(
    "codec",
    (text) => run(text, "forward"),
    (value) => asText(run(value, "backward")),
  );
}

function asText(encoded: unknown): string | Issue {
  return typeof encoded === "string" || encoded instanceof Issue
    ? wellFormed(encoded)
    : new Issue("must encode to text");
}

// The message of a thrown error may contain secrets, so it is not repeated.
function total<Given, Made>(convert: (given: Given) => Made): (given: Given) => Made | Issue {
  return (given) => {
    try {
      return convert(given);
    } catch {
      return new Issue("is not valid");
    }
  };
}
