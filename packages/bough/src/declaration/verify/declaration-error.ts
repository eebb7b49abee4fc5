// Faults of a declaration, and the error that lists all of them.

/** One fault of a tree, with its place and its remedy. */
export interface Fault {
  /** The name of the node: `users.user.find`. */
  readonly node: string;
  /** Its method and path template, or its template alone. */
  readonly target: string;
  /** What is wrong. */
  readonly fault: string;
  /** How to fix it. */
  readonly remedy: string;
}

/**
 * A fault without its place, and its remedy. Functions that find faults add them to a list of the caller, because most
 * declarations have no faults and would need many empty lists.
 */
export type FaultPair = readonly [fault: string, remedy: string];

/**
 * `verify` throws it with all faults of a tree. A server also throws it when it first routes the
 * tree.
 */
export class DeclarationError extends Error {
  override readonly name = "DeclarationError";
  readonly code = "declaration";
  /** The first segment of the API; "/" if its root has no segment. */
  readonly api: string;
  readonly faults: readonly Fault[];

  constructor(api: string, faults: readonly Fault[]) {
    const name = api || "/";
    super(
      `${faults.length} ${faults.length === 1 ? "fault" : "faults"} in the API "${name}"\n${faults.map(line).join("\n")}`,
    );
    this.api = name;
    this.faults = faults;
  }
}

function line({ node, target, fault, remedy }: Fault): string {
  return `  ${[node, target].filter((part) => part !== "").join("  ")}\n    ${fault}\n    ${remedy}`;
}
