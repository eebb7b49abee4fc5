// The members of a value that its projection does not have, and the named types that do not declare them.
import type { JsonSchema } from "../extracted-schemas.ts";
import type { CheckMaker } from "./check-maker.ts";
import type { Keywords } from "./keywords.ts";

/** The named types of the objects from which members were removed, by the names of the members. */
export type RemovedMembers = ReadonlyMap<string, ReadonlySet<string>>;

/** Deeper members are not looked at: a value may contain itself. */
const DEEPEST = 100;

/** The members of a value that its projection does not have. */
export function removedMembers(
  value: unknown,
  kept: unknown,
  { schema, maker }: { readonly schema: JsonSchema; readonly maker: CheckMaker },
): RemovedMembers {
  const found = new Map<string, Set<string>>();
  compare(value, kept, [schema], DEEPEST);
  return found;

  function compare(
    one: unknown,
    other: unknown,
    schemas: readonly JsonSchema[],
    room: number,
  ): void {
    if (one === other || room === 0 || !isObject(one) || !isObject(other)) {
      return;
    }
    const types = schemas.flatMap((each) => typesIn(each, maker));
    for (const [name, own] of Object.entries(one)) {
      if (own === undefined) {
        continue;
      }
      if (Object.hasOwn(other, name)) {
        const below = types.flatMap(({ keywords }) => schemasAt(keywords, name, other));
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is known about the members of an object
        compare(own, (other as Readonly<Record<string, unknown>>)[name], below, room - 1);
      } else if (!Array.isArray(one)) {
        const names = found.get(name) ?? new Set();
        types.forEach(({ type }) => type !== undefined && names.add(type));
        found.set(name, names);
      }
    }
  }
}

interface NamedType {
  readonly type: string | undefined;
  readonly keywords: Keywords;
}

/** The objects and lists that a schema may accept, with the names of their types. */
function typesIn(schema: JsonSchema, maker: CheckMaker, room: number = DEEPEST): NamedType[] {
  const keywords = maker.resolve(schema);
  const { anyOf = [], allOf = [] } = keywords;
  const reference = schema["$ref"];
  const type = typeof reference === "string" ? reference.split("/").at(-1) : undefined;
  const inner = [...anyOf, ...allOf];
  if (inner.length === 0 || room === 0) {
    return [{ type, keywords }];
  }
  return inner
    .flatMap((one) => typesIn(one, maker, room - 1))
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

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
