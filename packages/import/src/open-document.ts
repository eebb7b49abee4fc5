// A document in memory: finds what its references name.
import { isMembers, member, stepsOf, textOf } from "./json.ts";

/** A value of the document, and its place. */
export interface Found {
  readonly value: unknown;
  readonly pointer: string;
}

/** Why a reference names nothing. */
export class Unresolved {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export class OpenDocument {
  readonly root: unknown;
  readonly #targets = new Map<string, Found | Unresolved>();

  constructor(root: unknown) {
    this.root = root;
  }

  /** The version: `3.0`, `3.1`, `3.2`. */
  get version(): string {
    return String(member(this.root, "openapi")).slice(0, 3);
  }

  /** Follows the references of a value, as many as there are. */
  follow(found: Found): Found | Unresolved {
    const seen = new Set<string>();
    for (let at = found; ;) {
      const reference = textOf(member(at.value, "$ref"));
      if (reference === undefined) {
        return at;
      }
      if (seen.has(reference)) {
        return new Unresolved(`${reference} refers to itself`);
      }
      seen.add(reference);
      const target = this.target(reference);
      if (target instanceof Unresolved) {
        return target;
      }
      at = target;
    }
  }

  /** The value that a reference names. */
  target(reference: string): Found | Unresolved {
    const known = this.#targets.get(reference);
    if (known !== undefined) {
      return known;
    }
    const found = this.#find(reference);
    this.#targets.set(reference, found);
    return found;
  }

  #find(reference: string): Found | Unresolved {
    if (!reference.startsWith("#")) {
      return new Unresolved(
        /^[a-z][a-z\d+.-]*:|^\/\//i.test(reference)
          ? `${reference} is on the network, and only files are read`
          : `${reference} is not a file in the folder of the document`,
      );
    }
    let value = this.root;
    for (const name of stepsOf(reference)) {
      value = Array.isArray(value) ? (value[Number(name)] as unknown) : member(value, name);
    }
    const isThere = value !== undefined && (isMembers(value) || typeof value === "boolean");
    return isThere
      ? { value, pointer: reference.slice(1) }
      : new Unresolved(`${reference} names nothing in the document`);
  }
}
