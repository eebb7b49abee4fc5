// The ids that a bound view carries.

/** Ids by parameter name; without a prototype, since users choose the names. */
export interface Ids {
  readonly [name: string]: unknown;
}

/** The ids a node was given so far; none for what stands in a tree as it was declared. */
export function idsOf(node: object): Ids | undefined {
  return (node as { readonly "~ids"?: Ids })["~ids"];
}
