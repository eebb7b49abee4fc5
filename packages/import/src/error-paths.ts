// Paths into the schemas of errors: where they have constants, and where they differ.
import { elementsOf, entriesOf, isMembers, member } from "./json.ts";
import { partsOf, type NamedSchemas } from "./print/joined-schema.ts";
import type { JsonSchema } from "./schemas.ts";

/** What tells errors apart. */
export type Constant = string | number;

const STEPS = 4;
// Schemas of real errors are small.
const MOST = 20_000;
const ANNOTATIONS = new Set(["description", "title", "deprecated", "default", "examples"]);
const OF_OBJECTS = new Set(["type", "properties", "required", "additionalProperties"]);
const PROBLEM = ["type", "title", "status", "detail", "instance"];

/** Whether a path is another one, or leads through it. With `strictly`, it is not the same. */
export function isBelow(path: string, above: string, strictly: boolean): boolean {
  return above === "" || path.startsWith(`${above}.`) || (!strictly && path === above);
}

/** Reads the schemas of errors. */
export class CodePaths {
  readonly #schemas: NamedSchemas;
  readonly #constants = new Map<string, ReadonlyMap<string, Constant>>();
  #visited = 0;

  constructor(schemas: NamedSchemas) {
    this.#schemas = schemas;
  }

  get isTooLarge(): boolean {
    return this.#visited > MOST;
  }

  /** The constants of a schema by their paths. */
  constants(schema: JsonSchema): ReadonlyMap<string, Constant> {
    const key = JSON.stringify(schema);
    const known = this.#constants.get(key);
    if (known !== undefined) {
      return known;
    }
    const found = new Map<string, Constant>();
    this.#collect([schema], [], found);
    this.#constants.set(key, found);
    return found;
  }

  #collect(
    raw: readonly JsonSchema[],
    path: readonly string[],
    found: Map<string, Constant>,
  ): void {
    this.#visited += 1;
    if (this.isTooLarge) {
      return;
    }
    const parts = this.#parts(raw);
    const [constant] = parts.map(constantOf).filter((one) => one !== undefined);
    if (constant !== undefined && path.length > 0) {
      found.set(path.join("."), constant);
    }
    if (path.length < STEPS) {
      for (const name of namesIn(parts)) {
        this.#collect(membersIn(parts, name), [...path, name], found);
      }
    }
  }

  // A document of Bough says of rejections which codes they do not have.
  #parts(raw: readonly JsonSchema[]): readonly JsonSchema[] {
    return raw
      .flatMap((one) => partsOf(one, this.#schemas))
      .map(withoutAnnotations)
      .filter((one) => Object.keys(one).some((name) => name !== "not"));
  }

  /** The schemas of what is at a path. */
  #at(schema: JsonSchema, path: string): readonly JsonSchema[] {
    return path
      .split(".")
      .reduce<readonly JsonSchema[]>((raw, name) => membersIn(this.#parts(raw), name), [schema]);
  }

  /** The paths, beside that of the code, at which schemas differ from the first; `undefined` if their whole does. */
  differences(
    first: JsonSchema,
    others: readonly JsonSchema[],
    code: string,
  ): readonly string[] | undefined {
    const found = new Set<string>();
    const required = new Set<string>();
    const distinct = new Map(others.map((one) => [JSON.stringify(one), one]));
    for (const other of distinct.values()) {
      this.#compare([first], [other], { path: [], code, found, required });
    }
    const all = [...found];
    // A part of an error that adds a member also requires it.
    const isAdded = [...required].every((path) =>
      [code, ...all].some((one) => isBelow(one, path, false)),
    );
    return isAdded && !found.has("") ? all : undefined;
  }

  #compare(
    one: readonly JsonSchema[],
    other: readonly JsonSchema[],
    { path, ...facts }: Comparison,
  ): void {
    const { code, found, required } = facts;
    const here = path.join(".");
    const [own, others] = [this.#parts(one), this.#parts(other)];
    if (here === code || textOf(own) === textOf(others)) {
      return;
    }
    const isWalked = path.length < STEPS && restOf(own) === restOf(others);
    if (!isWalked || restOf(own) === undefined) {
      found.add(here);
      return;
    }
    for (const name of new Set([...namesIn(own), ...namesIn(others)])) {
      const below = [...path, name];
      const [mine, its] = [membersIn(own, name), membersIn(others, name)];
      if (requiredIn(own).has(name) !== requiredIn(others).has(name)) {
        required.add(below.join("."));
      }
      if (mine.length > 0 && its.length > 0) {
        this.#compare(mine, its, { ...facts, path: below });
      } else if (below.join(".") !== code) {
        found.add(below.join("."));
      }
    }
  }

  /** The part that all schemas begin with, if it is the format without a code. */
  sharedPart(
    schemas: readonly JsonSchema[],
    code: string,
    data: string | undefined,
  ): JsonSchema | undefined {
    const parts = schemas.map((schema) => this.#firstPart(schema));
    const [first] = parts;
    const isShared = new Set(parts.map((part) => JSON.stringify(part))).size === 1;
    if (first === undefined || !isShared || this.constants(first).has(code)) {
      return undefined;
    }
    const rest = this.differences(first, schemas, code);
    return rest !== undefined && rest.every((path) => path === data) ? first : undefined;
  }

  #firstPart(schema: JsonSchema): JsonSchema | undefined {
    const parts = [schema, ...partsOf(schema, this.#schemas)];
    const joined = parts.find((one) => one["allOf"] !== undefined) ?? this.#target(schema);
    const [first] = elementsOf(joined?.["allOf"]);
    return isMembers(first) ? first : undefined;
  }

  #target({ $ref }: JsonSchema): JsonSchema | undefined {
    const target = member(this.#schemas, String($ref).split("/").at(-1) ?? "");
    return isMembers(target) ? target : undefined;
  }

  /** The schema of an error's own data; `undefined` if it has none. */
  dataOf(schema: JsonSchema, format: JsonSchema | undefined, path: string): JsonSchema | undefined {
    const shared = new Set(
      format === undefined ? [] : this.#at(format, path).map((one) => JSON.stringify(one)),
    );
    const own = new Map(
      this.#at(schema, path)
        .filter((one) => this.#parts([one]).length > 0)
        .map((one): [string, JsonSchema] => [JSON.stringify(one), one])
        .filter(([text]) => !shared.has(text)),
    );
    const [only, ...more] = own.values();
    return more.length === 0 ? only : { allOf: [...own.values()] };
  }

  /** Whether a schema is that of a failure's data: an object with members of its own, none of them a problem's. */
  isData(schema: JsonSchema): boolean {
    const parts = this.#parts([schema]);
    const names = namesIn(parts);
    return (
      names.length > 0 &&
      restOf(parts) !== undefined &&
      parts.every((part) => (part["additionalProperties"] ?? false) === false) &&
      !names.some((name) => PROBLEM.includes(name))
    );
  }

  /** Whether a value of a schema has a member at a path. */
  requires(schema: JsonSchema, path: string): boolean {
    let raw: readonly JsonSchema[] = [schema];
    return path.split(".").every((name) => {
      const parts = this.#parts(raw);
      raw = membersIn(parts, name);
      return requiredIn(parts).has(name);
    });
  }

  /** Whether a format has a place for codes, and for data. */
  canHold(format: JsonSchema, code: string, data: string | undefined): boolean {
    const typesAt = (path: string): readonly unknown[] =>
      this.#parts(this.#at(format, path)).flatMap(({ type }) => [type].flat());
    const codes = typesAt(code);
    return (
      this.#at(format, code).length > 0 &&
      codes.every((type) => SCALARS.has(String(type))) &&
      (data === undefined ||
        (this.#at(format, data).length > 0 &&
          typesAt(data).every((type) => type === undefined || type === "object")))
    );
  }

  /** The format of these errors, without their codes and their data. */
  widened(schemas: readonly JsonSchema[], code: string, data: string | undefined): JsonSchema {
    const types = new Set(schemas.map((one) => typeof this.constants(one).get(code)));
    return this.#widen([schemas[0] ?? {}], [], { code, data, types: [...types] });
  }

  #widen(
    raw: readonly JsonSchema[],
    path: readonly string[],
    facts: {
      readonly code: string;
      readonly data: string | undefined;
      readonly types: readonly string[];
    },
  ): JsonSchema {
    const { code, data, types } = facts;
    const here = path.join(".");
    if (here === code) {
      return { type: types.length === 1 ? types[0] : types };
    }
    if (here === data) {
      return {};
    }
    if (!isBelow(code, here, true) && (data === undefined || !isBelow(data, here, true))) {
      const distinct = [...new Map(raw.map((one) => [JSON.stringify(one), one])).values()];
      const [only = {}, ...more] = distinct;
      return more.length === 0 ? only : { allOf: distinct };
    }
    const parts = this.#parts(raw);
    const more = parts.find((one) => one["additionalProperties"] !== undefined);
    const below = (name: string): string => [...path, name].join(".");
    const added =
      data !== undefined && isBelow(data, here, true)
        ? [data.slice(here === "" ? 0 : here.length + 1).split(".")[0] ?? ""]
        : [];
    const names = [...new Set([...namesIn(parts), ...added])];
    return {
      type: "object",
      properties: Object.fromEntries(
        names.map((name) => [name, this.#widen(membersIn(parts, name), [...path, name], facts)]),
      ),
      required: names.filter(
        (name) =>
          requiredIn(parts).has(name) &&
          (data === undefined ||
            below(name) === code ||
            !isBelow(data, below(name), false) ||
            isBelow(code, below(name), false)),
      ),
      ...(more === undefined ? {} : { additionalProperties: more["additionalProperties"] }),
    };
  }
}

interface Comparison {
  readonly path: readonly string[];
  readonly code: string;
  readonly found: Set<string>;
  readonly required: Set<string>;
}

const SCALARS = new Set(["string", "number", "integer", "undefined"]);

function constantOf({ const: constant, enum: values }: JsonSchema): Constant | undefined {
  const [only, ...more] = constant === undefined ? elementsOf(values) : [constant];
  return more.length === 0 && (typeof only === "string" || typeof only === "number")
    ? only
    : undefined;
}

function withoutAnnotations(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !ANNOTATIONS.has(name)));
}

// A path has dots between its names.
function namesIn(parts: readonly JsonSchema[]): readonly string[] {
  const all = parts.flatMap((one) => entriesOf(one["properties"]).map(([name]) => name));
  return [...new Set(all)].filter((name) => name !== "" && !name.includes("."));
}

function membersIn(parts: readonly JsonSchema[], name: string): readonly JsonSchema[] {
  return parts.map((one) => member(one["properties"], name)).filter(isMembers);
}

function requiredIn(parts: readonly JsonSchema[]): ReadonlySet<unknown> {
  return new Set(parts.flatMap((one) => elementsOf(one["required"])));
}

function textOf(parts: readonly JsonSchema[]): string {
  return [...new Set(parts.map((one) => JSON.stringify(one)))].toSorted().join();
}

// The keywords of objects besides their members; `undefined` if a part is not a plain object.
function restOf(parts: readonly JsonSchema[]): string | undefined {
  const isObject = parts.every(
    (part) =>
      (part["type"] === "object" ||
        (part["type"] === undefined && isMembers(part["properties"]))) &&
      Object.keys(part).every((name) => OF_OBJECTS.has(name)),
  );
  if (!isObject || parts.length === 0) {
    return undefined;
  }
  // Names with dots are compared with the rest.
  const dotted = parts.flatMap((one) =>
    entriesOf(one["properties"]).filter(([name]) => name === "" || name.includes(".")),
  );
  const more = parts.map((one) => one["additionalProperties"]).filter((one) => one !== undefined);
  const texts = [...more, ...dotted].map((one) => JSON.stringify(one));
  return [...new Set(texts)].toSorted().join();
}
