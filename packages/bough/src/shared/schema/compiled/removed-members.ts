// The members of a value that its projection does not have, and the named types that do not declare them.
import type { JsonSchema } from "../extracted-schemas.ts";
import type { Keywords, Resolver } from "./keywords.ts";

/** The named types of the objects from which members were removed, by the names of the members. */
export type RemovedMembers = ReadonlyMap<string, ReadonlySet<string>>;

/** Deeper members are not looked at: a value may contain itself. */
const DEEPEST = 100;
const MOST_NAMES = 1_000;

/** The names of members that copies lack, by these copies. Names come from clients, so only the first 1,000 are kept. */
export class DroppedNames {
  readonly #names = new Map<object, string[]>();
  #count = 0;

  get size(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count === MOST_NAMES;
  }

  add(copy: object, name: string): void {
    const names = this.#names.get(copy);
    if (names === undefined) {
      this.#names.set(copy, [name]);
    } else {
      names.push(name);
    }
    this.#count++;
  }

  of(copy: object): readonly string[] {
    return this.#names.get(copy) ?? [];
  }
}

/** The members that were dropped from a copy, and from the copies in it. */
export function removedMembers(
  copy: unknown,
  dropped: DroppedNames,
  { schema, resolver }: { readonly schema: JsonSchema; readonly resolver: Resolver },
): RemovedMembers {
  const found = new Map<string, Set<string>>();
  look(copy, [schema], DEEPEST);
  return found;

  function look(kept: unknown, schemas: readonly JsonSchema[], room: number): void {
    if (room === 0 || typeof kept !== "object" || kept === null) {
      return;
    }
    const types = schemas.flatMap((each) => typesIn(each, resolver));
    for (const name of dropped.of(kept)) {
      const names = found.get(name) ?? new Set();
      types.forEach(({ type }) => type !== undefined && names.add(type));
      found.set(name, names);
    }
    for (const [name, own] of Object.entries(kept)) {
      // Alternatives that refer to the same type would else double the schemas at each level.
      const below = new Set(types.flatMap(({ keywords }) => schemasAt(keywords, name, kept)));
      look(own, [...below], room - 1);
    }
  }
}

interface NamedType {
  readonly type: string | undefined;
  readonly keywords: Keywords;
}

/** The objects and lists that a schema may accept, with the names of their types. */
function typesIn(schema: JsonSchema, resolver: Resolver, room: number = DEEPEST): NamedType[] {
  const keywords = resolver.resolve(schema);
  const { anyOf = [], allOf = [] } = keywords;
  const reference = schema["$ref"];
  const type = typeof reference === "string" ? reference.split("/").at(-1) : undefined;
  const inner = [...anyOf, ...allOf];
  if (inner.length === 0 || room === 0) {
    return [{ type, keywords }];
  }
  return inner
    .flatMap((one) => typesIn(one, resolver, room - 1))
    .filter(({ keywords: { type: kind = "object" } }) =>
      [kind].flat().some((one) => one === "object" || one === "array"),
    )
    .map((one) => ({ ...one, type: one.type ?? type }));
}

function schemasAt(
  { properties = {}, additionalProperties, items, prefixItems }: Keywords,
  name: string,
  owner: object,
): JsonSchema[] {
  const found = Array.isArray(owner)
    ? (prefixItems?.[Number(name)] ?? items)
    : Object.hasOwn(properties, name)
      ? properties[name]
      : additionalProperties;
  return found === undefined ? [] : [found];
}
