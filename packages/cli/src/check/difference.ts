// What a comparison finds, each with its operation and with what breaks.

/**
 * The programs that a difference breaks. `clients` follow the document and call a server of the declaration; `servers` follow the document
 * and are called by a client of the declaration.
 */
export type Affected = "clients" | "servers";

/** One difference between a declaration and a document. */
export interface Difference {
  /** `GET /v1/users/{user}`. */
  readonly operation: string;
  /** `query parameter "limit"`, `response 200`. Absent if it is the operation as a whole. */
  readonly place?: string;
  readonly message: string;
  /** Empty if nobody can tell. */
  readonly breaks: readonly Affected[];
}

/** Something that cannot be compared, or that the document bounds and the declaration does not. */
export type Unknown = Omit<Difference, "breaks">;

export const CLIENTS: readonly Affected[] = ["clients"];
export const SERVERS: readonly Affected[] = ["servers"];
export const BOTH: readonly Affected[] = ["clients", "servers"];

/** The side of a value: requests go from clients to servers, responses the other way. */
export type Side = "request" | "response";

/** The programs that break if the declaration allows less than the document. */
export function ifStricter(side: Side): readonly Affected[] {
  return side === "request" ? CLIENTS : SERVERS;
}

/** The programs that break if the declaration allows more than the document. */
export function ifLooser(side: Side): readonly Affected[] {
  return side === "request" ? SERVERS : CLIENTS;
}

/** Collects what is found in one operation. */
export class Findings {
  readonly differences: Difference[] = [];
  readonly unknown: Unknown[] = [];
  readonly narrower: Unknown[] = [];
  readonly #operation: string;

  constructor(operation: string) {
    this.#operation = operation;
  }

  differs(place: string | undefined, message: string, breaks: readonly Affected[]): void {
    this.differences.push({ ...this.#at(place), message, breaks });
  }

  /** The document allows less than the declaration, which has no bound. */
  isNarrower(place: string | undefined, message: string): void {
    this.narrower.push({ ...this.#at(place), message });
  }

  cannotTell(place: string | undefined, message: string): void {
    this.unknown.push({ ...this.#at(place), message });
  }

  #at(place: string | undefined): { readonly operation: string; readonly place?: string } {
    return { operation: this.#operation, ...(place === undefined ? {} : { place }) };
  }
}
