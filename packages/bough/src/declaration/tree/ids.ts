// The ids that a bound view carries, and what is given by names that users choose.

/** Ids by parameter name; without a prototype, since users choose the names. */
export interface Ids {
  readonly [name: string]: unknown;
}

/** The ids a node was given so far; none for what stands in a tree as it was declared. */
export function idsOf(node: object): Ids | undefined {
  return (node as { readonly "~ids"?: Ids })["~ids"];
}

/** What stands in a record under a name by itself: nothing inherited. */
export function ownOf(record: object | undefined, name: string): unknown {
  return record && Object.hasOwn(record, name) ? record[name as never] : undefined;
}
