// The ids of a resource or endpoint, and lookup by names that users choose.

/** Ids by parameter name; without a prototype, since users choose the names. */
export interface Ids {
  readonly [name: string]: unknown;
}

/** The ids of a node; `undefined` if it has none yet. */
export function idsOf(node: object): Ids | undefined {
  return (node as { readonly "~ids"?: Ids })["~ids"];
}

/** An own member of a record. */
export function ownOf(record: object | undefined, name: string): unknown {
  return record && Object.hasOwn(record, name) ? record[name as never] : undefined;
}
