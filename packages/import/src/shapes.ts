// The shapes of objects in queries and forms: which of them are equal. Types share the lists of their members, so each
// list is read once, however often it is nested.
import type { ContractEndpoint, ContractParameter, ContractType } from "bough/contract";

/** What tells types from each other. */
export interface ShapeOptions {
  readonly docs: boolean;
  readonly bounds: boolean;
}

/** Compares types by their shapes. */
export class Shapes {
  readonly #options: ShapeOptions;
  readonly #keys = new WeakMap<object, number>();
  readonly #known = new Map<string, number>();

  constructor(options: ShapeOptions) {
    this.#options = options;
  }

  /** A text that is equal for equal types. */
  keyOf(type: ContractType & Pick<ContractParameter, "description">): string {
    const { docs, bounds } = this.#options;
    const { element, alternatives, members, schema, min, max, pattern, description, ...plain } =
      type;
    const isOwn = type.type === "jsonText" || type.type === "parameter";
    return JSON.stringify([
      docs ? { ...plain, description } : plain,
      bounds || type.type === "list" ? [min, max, pattern] : [],
      isOwn ? schema : undefined,
      element && this.keyOf(element),
      alternatives?.map((one) => this.keyOf(one)),
      members && this.#membersKey(members),
    ]);
  }

  /** The key of an object without what its place adds: a name, a default, a description. */
  objectKey({ style = "", members = [] }: ContractType): string {
    return `${style} ${this.#membersKey(members)}`;
  }

  #membersKey(members: readonly ContractType[]): number {
    const known = this.#keys.get(members);
    if (known !== undefined) {
      return known;
    }
    const text = members.map((one) => this.keyOf(one)).join("\n");
    const key = this.#known.get(text) ?? this.#known.size;
    this.#known.set(text, key);
    this.#keys.set(members, key);
    return key;
  }
}

/** The keys of the objects that are used more than once, with the name of the first use. */
export function sharedObjects(
  endpoints: readonly ContractEndpoint[],
  shapes: Shapes,
): ReadonlyMap<string, string> {
  const counts = new Map<string, { readonly name: string; count: number }>();
  const visit = (type: ContractType, name: string): void => {
    const { element, alternatives = [], members = [] } = type;
    [...(element === undefined ? [] : [element]), ...alternatives].forEach((one) =>
      visit(one, name),
    );
    if (
      type.type !== "object" ||
      (members.length < 4 && members.every((one) => one.members === undefined))
    ) {
      return;
    }
    const key = shapes.objectKey(type);
    const known = counts.get(key);
    if (known !== undefined) {
      known.count++;
      return;
    }
    counts.set(key, { name, count: 1 });
    for (const one of members) {
      visit(one, one.name);
    }
  };
  for (const { query = [], headers = [], cookies = [], request } of endpoints) {
    const parts = request?.content.flatMap((content) => content.parts ?? []) ?? [];
    const fields = parts.flatMap((part) => ("schema" in part ? [part] : []));
    for (const one of [...query, ...headers, ...cookies, ...fields]) {
      visit(one, one.name);
    }
  }
  const shared = [...counts].filter(([, { count }]) => count > 1);
  return new Map(shared.map(([key, { name }]) => [key, name]));
}
