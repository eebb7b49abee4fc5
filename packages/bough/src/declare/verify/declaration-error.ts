// Faults of a declaration, and the error that lists all of them.
import type { AnyEndpoint } from "../tree/placement.ts";

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

/** A fault without its place, and its remedy. */
export type FaultPair = readonly [fault: string, remedy: string];

/** The faults of a node, and the part of it that they begin with. Its name is written when there is one: most have none. */
export class Faults {
  readonly list: FaultPair[];
  readonly #noun: string;
  readonly #name: string | undefined;

  constructor(list: FaultPair[] = [], noun = "", name?: string) {
    this.list = list;
    this.#noun = noun;
    this.#name = name;
  }

  /** The same list for another part: `found.at("the header", "x-a").add("is empty", …)`. */
  at(noun: string, name?: string): Faults {
    return new Faults(this.list, noun, name);
  }

  /** A member of this part: `created[gte]`. */
  member(key: string): Faults {
    return new Faults(this.list, this.#noun, `${this.#name ?? ""}[${key}]`);
  }

  add(fault: string, remedy: string): void {
    const name = this.#name === undefined ? "" : ` "${this.#name}"`;
    this.list.push([`${this.#noun}${name}${this.#noun && " "}${fault}`, remedy]);
  }

  addAll(pairs: readonly FaultPair[]): void {
    pairs.forEach((pair) => this.add(...pair));
  }
}

/** The headers of a fact, in lower case. */
interface FactHeaders {
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
}

export interface FactFaults<Options> {
  /** What its part reads and writes, so that nobody declares it by hand beside it. */
  readonly headers: (options: Options) => FactHeaders;
  readonly find: (endpoint: AnyEndpoint, options: Options, found: Faults) => void;
}

/** `verify` throws it with all faults of a tree. A server also throws it when it first routes the tree. */
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
