// Entities and their ids in the bodies of responses, where no declaration says which they are.

/** The items of a list, which may be in an envelope. */
export function itemsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    return value;
  }
  const found = Object.values(Object(value)).find((one) => Array.isArray(one));
  return Array.isArray(found) ? found : [];
}

/** The entity inside a response: the object itself, or the only object inside it. */
export function entityIn(
  value: unknown,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return undefined;
  }
  const own: Readonly<Record<string, unknown>> = { ...value };
  if (idMember(own, name) !== undefined) {
    return own;
  }
  const inner = Object.values(own).filter(
    (one) => typeof one === "object" && one !== null && !Array.isArray(one),
  );
  return inner.length === 1 ? entityIn(inner[0], name) : undefined;
}

/** The id of an entity: its member with the name of the dynamic resource, `id`, or `<name>Id`. */
export function idIn(value: unknown, name: string): unknown {
  const entity = entityIn(value, name);
  const member = entity && idMember(entity, name);
  return member === undefined ? undefined : entity?.[member];
}

function idMember(entity: object, name: string): string | undefined {
  return [name, "id", `${name}Id`, `${name}_id`, "slug"].find((one) => {
    const value: unknown = Object.getOwnPropertyDescriptor(entity, one)?.value;
    return typeof value === "string" || typeof value === "number";
  });
}
