// The ids of a resource or endpoint, and lookup by names that users choose.

/** Ids by parameter name; without a prototype, since users choose the names. */
export interface Ids {
  readonly [name: string]: unknown;
}

/** The ids of a node; `undefined` if it has none yet. */
export function idsOf(node: object & { readonly "~ids"?: Ids }): Ids | undefined {
  return node["~ids"];
}

/** An own member of a record. */
export function ownOf<T>(record: Readonly<Record<string, T>>, name: string): T | undefined;
export function ownOf(record: object | undefined, name: string): unknown;
export function ownOf(record: object | undefined, name: string): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any text may be a name, and nothing is known about the value
  return record && Object.hasOwn(record, name) ? record[name as never] : undefined;
}
