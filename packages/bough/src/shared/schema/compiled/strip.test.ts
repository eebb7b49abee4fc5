// What `responses: "strip"` sends of a value that does not fit: never anything below a value of another kind than its
// type. Random types, a value that fits, and a secret in a place that has another type.
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../extracted-schemas.ts";
import { compiledSchema } from "./compiled-schema.ts";
import { SchemaCompiler } from "./schema-compiler.ts";

/** One of some values. */
type Choose = <Value>(values: readonly Value[]) => Value;

/** Where a random type stands. */
interface Context {
  readonly choose: Choose;
  readonly depth: number;
  /** The types that it may have. An alternative may not keep undeclared members: another one may refuse them. */
  readonly kinds: readonly ((at: Context) => Sample)[];
}
type Path = readonly (string | number)[];

/** A place in a value. */
interface Place {
  readonly path: Path;
  /** The kinds of values that its type accepts. */
  readonly kinds: readonly string[];
  /** Whether the value may be left out. */
  readonly optional: boolean;
  /** Whether members that its type does not declare are dropped. */
  readonly closed: boolean;
  /** Whether it is in an alternative, and whether another alternative may decide about it. */
  readonly inUnion: boolean;
  readonly ambiguous: boolean;
}

/** A type, a value that fits it, and the places in the value. */
interface Sample {
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly places: readonly Place[];
}

const TYPES = 3_000;
const SECRET = "s3cret";
const DEEPEST = 4;
const number = { type: "number" };
const text = { type: "string" };
const components: Readonly<Record<string, JsonSchema>> = {
  Tree: {
    type: "object",
    properties: {
      size: number,
      next: { $ref: "#/components/schemas/Tree" },
      all: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
    },
    required: ["size"],
  },
};

function sample(kinds: readonly string[], schema: JsonSchema, value: unknown): Sample {
  const place = {
    path: [],
    kinds,
    optional: false,
    closed: true,
    inUnion: false,
    ambiguous: false,
  };
  return { schema, value, places: [place] };
}

function within(key: string | number, places: readonly Place[], optional = false): Place[] {
  return places.map((place) => ({
    ...place,
    path: [key, ...place.path],
    optional: place.path.length === 0 ? optional : place.optional,
  }));
}

function scalar({ choose }: Context): Sample {
  return choose([
    sample(["string"], text, "a"),
    sample(["number"], number, 1),
    sample(["boolean", "null"], { type: ["boolean", "null"] }, null),
    sample(["number"], { type: "number", enum: [1, 5] }, 5),
  ]);
}

function object(at: Context, more: Readonly<Record<string, Sample>> = {}): Sample {
  const { choose } = at;
  const names = choose([["a"], ["a", "b"], ["b", "c"], ["a", "b", "c"]]);
  const members = names.map((name) => ({
    name,
    required: choose([true, false]),
    sample: any({ ...at, depth: at.depth + 1 }),
  }));
  const all = [
    ...Object.entries(more).map(([name, one]) => ({ name, required: true, sample: one })),
    ...members,
  ];
  const hasNever = choose([true, false]);
  const absent = {
    path: [],
    kinds: [],
    optional: true,
    closed: true,
    inUnion: false,
    ambiguous: false,
  };
  const schema = {
    type: "object",
    properties: {
      ...Object.fromEntries(all.map(({ name, sample: { schema } }) => [name, schema])),
      ...(hasNever && { never: { not: {} } }),
    },
    required: all.filter(({ required }) => required).map(({ name }) => name),
  };
  const value = Object.fromEntries(all.map(({ name, sample: { value } }) => [name, value]));
  const own = sample(["object"], schema, value);
  const below = all.flatMap(({ name, required, sample: { places } }) =>
    within(name, places, !required),
  );
  return {
    ...own,
    places: [...own.places, ...below, ...(hasNever ? within("never", [absent], true) : [])],
  };
}

function record(at: Context): Sample {
  const item = any({ ...at, depth: at.depth + 1 });
  const schema = at.choose([
    { type: "object", additionalProperties: item.schema },
    { type: "object", patternProperties: { "^k": item.schema } },
  ]);
  const own = sample(["object"], schema, { k1: item.value, k2: item.value });
  return {
    ...own,
    places: [
      ...own.places.map((place) => ({ ...place, closed: false })),
      ...within("k2", item.places, true),
    ],
  };
}

function list(at: Context): Sample {
  const item = any({ ...at, depth: at.depth + 1 });
  const isTuple = at.choose([true, false]);
  const schema = isTuple
    ? { type: "array", prefixItems: [text, item.schema], minItems: 1, maxItems: 2 }
    : { type: "array", items: item.schema };
  const first = isTuple ? "a" : item.value;
  const own = sample(["array"], schema, [first, item.value]);
  return { ...own, places: [...own.places, ...within(1, item.places)] };
}

function union(at: Context): Sample {
  const { choose } = at;
  const isTagged = choose([true, false]);
  const tag = (kind: string): Readonly<Record<string, Sample>> =>
    isTagged ? { kind: sample(["string"], { type: "string", const: kind }, kind) } : {};
  const inside = { ...at, kinds: isTagged ? at.kinds : CLOSED };
  const alternatives = [object(inside, tag("one")), object(inside, tag("two"))];
  const chosen = choose(alternatives);
  return {
    schema: { anyOf: [...alternatives.map(({ schema }) => schema), { type: "null" }] },
    value: chosen.value,
    places: chosen.places.map((place) => ({
      ...place,
      kinds: place.path.length === 0 ? ["object", "null"] : place.kinds,
      inUnion: true,
      ambiguous: place.ambiguous || !isTagged,
    })),
  };
}

/** `{ member: T } & Record<string, unknown>`: undeclared members are kept, misfits are not. */
function intersection(at: Context): Sample {
  const part = any({ ...at, depth: at.depth + 1, kinds: at.kinds.filter((one) => one !== union) });
  const schema = at.choose<JsonSchema>([
    { allOf: [part.schema, {}] },
    { allOf: [{}, part.schema] },
    {
      allOf: [part.schema, { type: ["string", "number", "boolean", "object", "array", "null"] }],
    },
  ]);
  return { ...part, schema, places: part.places.map((place) => ({ ...place, closed: false })) };
}

function tree(): Sample {
  const schema = { $ref: "#/components/schemas/Tree" };
  const own = sample(["object"], schema, { size: 1 });
  const size = sample(["number"], number, 1);
  const places = [...own.places, ...within("size", size.places)];
  return {
    schema,
    value: { size: 1, next: { size: 1 }, all: [{ size: 1 }] },
    places: [
      ...places,
      ...within("next", places, true),
      ...within("all", [{ ...own.places[0]!, kinds: ["array"] }, ...within(0, places)], true),
    ],
  };
}

const CLOSED: Context["kinds"] = [scalar, object, list, union, tree];

function any(at: Context): Sample {
  return at.depth >= DEEPEST ? scalar(at) : at.choose(at.kinds)(at);
}

/** A copy with another value at a place. `undefined` takes the place away. */
function withValue(whole: unknown, [key, ...path]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(whole))
    return whole.map((one: unknown, at) => (at === key ? withValue(one, path, value) : one));
  const members = Object(whole) as Readonly<Record<string, unknown>>;
  const changed = { ...members, [key]: withValue(members[key], path, value) };
  return JSON.parse(JSON.stringify(changed)) as unknown;
}

function valueAt(whole: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (one, key) => (Object(one) as Readonly<Record<string | number, unknown>>)[key],
    whole,
  );
}

const below = { passwordHash: [SECRET], deep: { passwordHash: SECRET } };
const misfits: Readonly<Record<string, unknown>> = {
  string: SECRET,
  object: below,
  array: [below, [below]],
};

interface Result {
  readonly value?: unknown;
  readonly issues?: readonly unknown[];
}

function strip(schema: JsonSchema, value: unknown): Result {
  const compiler = new SchemaCompiler(components);
  const options = { answers: true, strips: true, removed: undefined };
  const compiled = compiledSchema(schema, compiler, options);
  return compiled["~standard"].validate(value) as Result;
}

/** Checks one random type with secrets. */
function tryOne(choose: Choose): void {
  const { schema, value, places } = any({
    choose,
    depth: 0,
    kinds: [...CLOSED, record, intersection],
  });
  expect(strip(schema, value)).toEqual({ value });
  const { path, kinds, optional, inUnion, ambiguous } = choose(places);
  const kind = choose(
    Object.keys(misfits).filter(
      // Another alternative may accept a string there.
      (one) => !kinds.includes(one) && !(one === "string" && inUnion),
    ),
  );
  const wrong = withValue(value, path, misfits[kind]);
  const result = strip(schema, wrong);
  expect(JSON.stringify(result.value) ?? "").not.toContain(SECRET);
  if (!ambiguous && !optional) {
    expect(result.issues).not.toBeUndefined();
  } else if (!ambiguous) {
    expect(result.value).toEqual(withValue(value, path, undefined));
  }
  // More faults: a member that is not declared, and one that is missing or has another value.
  let worse = wrong;
  for (const place of places) {
    const own = valueAt(worse, place.path);
    if (typeof own === "object" && own !== null && !Array.isArray(own) && place.closed) {
      worse = withValue(worse, place.path, { ...own, undeclared: below });
    } else if (place.path.length > 0 && choose([true, false])) {
      const other = choose([null, 7]);
      worse = withValue(worse, place.path, other);
    }
  }
  expect(JSON.stringify(strip(schema, worse).value) ?? "").not.toContain(SECRET);
}

/** Chooses the same values in every run (mulberry32). */
function chooser(seed: number): Choose {
  let state = seed;
  return (values) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const index = Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * values.length);
    const value = values[index];
    if (value === undefined) throw new RangeError("nothing to choose from");
    return value;
  };
}

describe("a stripped value", () => {
  test("has nothing below a misfit", { timeout: 120_000 }, () => {
    for (let seed = 0; seed < TYPES; seed++) tryOne(chooser(seed));
  });
});
