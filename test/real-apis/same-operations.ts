// Whether two documents of one API say the same of each operation. Bodies are compared by random values, because types
// may be written in several ways.
import { Ajv2020 } from "ajv/dist/2020.js";
import { step } from "../../packages/import/src/json.ts";
import { RandomValues } from "../support/random-values.ts";

/** How many values fitted the schemas of bodies and how many did not, and what differs. */
export interface Comparison {
  readonly operations: number;
  readonly fitting: number;
  readonly others: number;
  readonly differences: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

const VALUES = 12;

/** Compares two documents. */
export function compareOperations(before: unknown, after: unknown): Comparison {
  const [one, other] = [new Judge(before, 1), new Judge(after, 2)];
  const keys = new Set([...one.operations.keys(), ...other.operations.keys()]);
  const differences: string[] = [];
  const count = { fitting: 0, others: 0 };
  for (const key of keys) {
    const [own, made] = [one.operations.get(key), other.operations.get(key)];
    if (own === undefined || made === undefined) {
      differences.push(`${key} is in one document only`);
      continue;
    }
    differences.push(...changes(own.rest, made.rest).map((text) => `${key}: ${text}`));
    for (const [pointer, schema] of own.schemas) {
      const values = [...one.valuesOf(schema), ...other.valuesOf(made.schemas.get(pointer) ?? {})];
      for (const value of values) {
        const fits = one.fits(pointer, value);
        count[fits ? "fitting" : "others"]++;
        if (other.fits(pointer, value) !== fits) {
          const verdict = fits ? "no longer fits" : "fits now";
          differences.push(`${key}: ${JSON.stringify(value)} ${verdict} ${pointer}`);
        }
      }
    }
  }
  return { operations: keys.size, ...count, differences };
}

interface Operation {
  /** The operation without the schemas of its bodies. */
  readonly rest: unknown;
  /** The schemas of bodies by pointer. */
  readonly schemas: ReadonlyMap<string, Members>;
}

/** One of the documents. */
class Judge {
  readonly operations = new Map<string, Operation>();
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  readonly #random: RandomValues;

  constructor(document: unknown, seed: number) {
    const root = members(document);
    // References in a schema lead to the document, whose other members are no keywords.
    this.#ajv.addSchema({ ...root, $id: "file:" });
    this.#random = new RandomValues(this.#ajv, seed);
    for (const [path, item] of Object.entries(members(root["paths"]))) {
      for (const [method, operation] of Object.entries(members(item))) {
        const schemas = new Map<string, Members>();
        const pointer = `/paths${step(path)}${step(method)}`;
        const rest = withoutSchemas(operation, pointer, schemas);
        this.operations.set(`${method} ${path}`, { rest, schemas });
      }
    }
  }

  valuesOf(schema: Members): readonly unknown[] {
    return this.#random.of(schema, VALUES);
  }

  fits(pointer: string, value: unknown): boolean {
    const reference = `file:#${pointer.split("/").map(encodeURIComponent).join("/")}`;
    const validate = this.#ajv.getSchema(reference);
    if (validate === undefined) throw new Error(`${reference} names no schema`);
    return validate(value) === true;
  }
}

// A Media Type Object has a schema, and so have parameters, whose schemas are compared as they are.
function withoutSchemas(value: unknown, pointer: string, found: Map<string, Members>): unknown {
  if (Array.isArray(value)) {
    return value.map((one, index) => withoutSchemas(one, `${pointer}${step(index)}`, found));
  }
  if (typeof value !== "object" || value === null) return value;
  const isBody = /\/content\/[^/]+$/.test(pointer) && !pointer.includes("/parameters/");
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const at = `${pointer}${step(name)}`;
      if (!isBody || (name !== "schema" && name !== "itemSchema")) {
        return [name, withoutSchemas(one, at, found)];
      }
      found.set(at, members(one));
      return [name, "compared by values"];
    }),
  );
}

// What differs, with its place.
function changes(before: unknown, after: unknown, place = ""): readonly string[] {
  const values = [before, after];
  if (values.every((one) => typeof one === "object" && one !== null)) {
    const names = new Set(values.flatMap((one) => Object.keys(members(one))));
    return [...names].flatMap((name) =>
      changes(members(before)[name], members(after)[name], `${place}${step(name)}`),
    );
  }
  // A header is optional without saying so.
  const isSame = before === after || (place.endsWith("/required") && !before && !after);
  return isSame ? [] : [`${place} was ${JSON.stringify(before)}, is ${JSON.stringify(after)}`];
}

function members(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}
