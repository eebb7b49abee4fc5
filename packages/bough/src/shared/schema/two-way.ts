// Two-way schemas, which encode and decode. A zod schema is two-way if it contains a codec and no
// one-way transform. `twoWay` makes one from two functions. All other schemas only decode.
import type { Mutual } from "../internal/record.ts";
import type { AnySchema, InferInput, InferOutput, StandardSchemaV1 } from "./standard-schema.ts";

/** A schema that decodes `Wire`, the value in the message, to `Value`, the value in your code, and encodes it. */
export interface TwoWay<Wire, Value> extends StandardSchemaV1<Wire, Value> {
  readonly "~encode": (value: Value) => Wire | Promise<Wire>;
}

/** The two functions of a two-way schema. */
export interface Directions<Wire, Value> {
  /** Decodes the received value; throws if it is invalid. */
  readonly decode: (wire: unknown) => Value;
  /** Encodes a value; throws if it cannot be encoded. */
  readonly encode: (value: Value) => Wire;
}

/**
 * Makes a two-way schema from two functions. With Effect:
 * `twoWay({ decode: Schema.decodeUnknownSync(S), encode: Schema.encodeSync(S) })`.
 */
export function twoWay<Wire, Value>({
  decode,
  encode,
}: Directions<Wire, Value>): TwoWay<Wire, Value> {
  return Object.freeze({
    "~standard": {
      version: 1 as const,
      vendor: "bough",
      validate: (wire: unknown) => {
        try {
          return { value: decode(wire) };
        } catch (error) {
          return { issues: [{ message: error instanceof Error ? error.message : "is not valid" }] };
        }
      },
    },
    "~encode": encode,
  });
}

/** The type that the sender's code has: the output of a two-way schema, the input of any other. */
export type SchemaGiven<S extends AnySchema> =
  IsTwoWay<S> extends true ? InferOutput<S> : InferInput<S>;

/** The type in the message: the input of a two-way schema, the output of any other. */
export type SchemaSent<S extends AnySchema> =
  IsTwoWay<S> extends true ? InferInput<S> : InferOutput<S>;

// Most schemas do not change types, so the marks below are not computed.
type IsTwoWay<S extends AnySchema> =
  Mutual<InferInput<S>, InferOutput<S>> extends true
    ? false
    : S extends { readonly "~encode": unknown }
      ? true
      : [Marks<S, []>] extends [never]
        ? false
        : [Marks<S, []>] extends ["codec"]
          ? true
          : false;

// Finds codecs and transforms in a zod schema, up to sixteen levels deep. One transform makes it one-way.
type Marks<S, Depth extends readonly unknown[]> = Depth["length"] extends 16
  ? never
  : S extends { readonly _zod: { readonly def: infer Def } }
    ? Def extends { readonly reverseTransform: (...given: never) => unknown }
      ? "codec"
      : Def extends { readonly type: "transform" }
        ? "transform"
        : Marks<Held<Def>, [...Depth, unknown]>
    : never;
type Held<Def> =
  | (Def extends { readonly shape: infer Shape } ? Shape[keyof Shape] : never)
  | (Def extends {
      readonly [Name in "element" | "innerType" | "valueType" | "left" | "rest"]?: infer Inner;
    }
      ? Inner
      : never)
  | (Def extends { readonly in: infer In; readonly out: infer Out } ? In | Out : never)
  | (Def extends { readonly right: infer Right } ? Right : never)
  | (Def extends { readonly options: readonly (infer Option)[] } ? Option : never)
  | (Def extends { readonly items: readonly (infer Item)[] } ? Item : never);

/** The encoder of a two-way schema, which rejects or throws for an invalid value. `undefined` for any other schema. */
export function encoderOf(schema: AnySchema): Encoder | undefined {
  const given: AnySchema & Partial<TwoWay<unknown, unknown> & Zod> = schema;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has the member `_zod`
  return given["~encode"] ?? (given._zod && backward(schema as AnySchema & Zod));
}

type Encoder = (value: unknown) => unknown;

// Whether a schema is two-way. Each schema is searched once, not for every value.
const known = /* @__PURE__ */ new WeakMap<AnySchema, boolean>();

function backward(schema: AnySchema & Zod): Encoder | undefined {
  let both = known.get(schema);
  if (both === undefined) {
    const found = new Set<unknown>();
    // Visits nested schemas, records and lists, each once.
    JSON.stringify(schema, (_key, part: unknown) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every zod schema has it, and other values do not
      const def = (Object(part) as Partial<Zod>)._zod?.def;
      const opened = def ?? (typeof part === "object" ? part : undefined);
      if (opened && !found.has(opened)) {
        found.add(opened).add(def?.["reverseTransform"] ? "codec" : def?.["type"]);
        return opened;
      }
      return undefined;
    });
    both = found.has("codec") && !found.has("transform");
    known.set(schema, both);
  }
  return both ? (value) => runZod(schema, value, "backward") : undefined;
}

/** The members of a zod schema that Bough uses. zod provides them for library authors, so zod is not bundled. */
export interface Zod {
  readonly _zod: {
    readonly def: Readonly<Record<string, unknown>>;
    run(
      payload: Payload,
      context: { readonly direction: Direction; readonly async: true },
    ): Payload | Promise<Payload>;
  };
}

/** Forward decodes, backward encodes. */
export type Direction = "forward" | "backward";

interface Payload {
  readonly value: unknown;
  readonly issues: readonly unknown[];
}

/** Runs the schema, synchronously if it can; throws or rejects for an invalid value. */
export function runZod({ _zod: zod }: Zod, value: unknown, direction: Direction): unknown {
  const ran = zod.run({ value, issues: [] }, { direction, async: true });
  return ran instanceof Promise ? ran.then(valueOf) : valueOf(ran);
}

function valueOf({ value, issues }: Payload): unknown {
  if (issues[0]) {
    throw new TypeError("is not valid");
  }
  return value;
}
