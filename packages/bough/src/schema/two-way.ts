// Schemas that turn values both ways: what they decode they also encode. A zod schema does
// where a codec stands in it and no one-way transform; any other can be made one of its two
// directions. All other schemas go one way, from input to output.
import type { Mutual } from "../internal/identity.ts";
import { runZod } from "./zod.ts";
import type { Zod } from "./zod.ts";
import type { AnySchema, InferInput, InferOutput, StandardSchemaV1 } from "./standard-schema.ts";

/** A schema with both directions: `Wire` is what travels, `Value` what both sides work with. */
export interface TwoWay<Wire, Value> extends StandardSchemaV1<Wire, Value> {
  readonly "~encode": (value: Value) => Wire | Promise<Wire>;
}

/** The two directions of a schema. */
export interface Directions<Wire, Value> {
  /** What travels to the value; throws for what is none. */
  readonly decode: (wire: unknown) => Value;
  /** The value to what travels; throws for one that cannot. */
  readonly encode: (value: Value) => Wire;
}

/**
 * A schema from its two directions, for libraries whose schemas know both:
 * `twoWay({ decode: Schema.decodeUnknownSync(S), encode: Schema.encodeSync(S) })` with Effect.
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
          return { issues: [{ message: error instanceof Error ? error.message : "is refused" }] };
        }
      },
    },
    "~encode": encode,
  });
}

/** What both sides work with where a schema goes both ways; else what its input is. */
export type SchemaGiven<S extends AnySchema> =
  IsTwoWay<S> extends true ? InferOutput<S> : InferInput<S>;

/** What travels to the receiver of a value that a schema has accepted from its sender. */
export type SchemaSent<S extends AnySchema> =
  IsTwoWay<S> extends true ? InferInput<S> : InferOutput<S>;

// Most schemas change no types, and then there is nothing to ask.
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

// What stands in a zod schema, sixteen levels deep: what is one-way makes all of it one-way.
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

/** Encodes by a schema that goes both ways; rejects or throws where it refuses. `undefined` for any other schema. */
export function encoderOf(schema: AnySchema): Encoder | undefined {
  const { "~encode": own, _zod: zod } = schema as Partial<TwoWay<unknown, unknown> & Zod>;
  return own ?? (zod && backward(schema as AnySchema & Zod));
}

type Encoder = (value: unknown) => unknown;

// Whether a schema goes both ways: what stands in it is looked at once, not with every value.
const known = /* @__PURE__ */ new WeakMap<AnySchema, boolean>();

function backward(schema: AnySchema & Zod): Encoder | undefined {
  let both = known.get(schema);
  if (both === undefined) {
    const found = new Set<unknown>();
    // Goes through schemas, and the records and lists in which they stand, each once.
    JSON.stringify(schema, (_key, part: unknown) => {
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
