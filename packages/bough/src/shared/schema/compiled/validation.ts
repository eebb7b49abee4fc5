// One walk through one value, which checks it and copies what is declared. A fault is noted with its path, and the walk
// goes on.
import { plainCopy, seenAs, TOO_DEEP } from "./json-copy.ts";
import type { DroppedNames } from "./removed-members.ts";

/** The result of a check for a value that does not fit, if the walk ends. */
export const REFUSED: unique symbol = /* @__PURE__ */ Symbol("refused");
/**
 * The result of a check for a value of another kind than its type, if the walk strips. An optional member is then left
 * out. Anything else refuses the whole value, because nobody knows what is below.
 */
export const MISFIT: unique symbol = /* @__PURE__ */ Symbol("misfit");

/**
 * Returns the value without undeclared members: the value itself if it has none and the walk does not copy, else a
 * copy. A value that does not fit is noted, and the result says how the walk goes on. `room` is how many levels of
 * objects and lists may follow.
 */
export type Check = (value: unknown, validation: Validation, room: number) => unknown;

/** How a walk treats a fault: it ends, it notes the fault and goes on, or it does so and keeps what fits of the value. */
export type ValidationMode = "quick" | "explain" | "strip";

/** The names of members that were left out of copies, because their values are of another kind than their type. */
type LeftOut = WeakMap<object, Set<string>>;

/** An issue. The walk adds the keys while it returns, so the last key of the path comes first. */
interface Issue {
  readonly message: string;
  readonly path: PropertyKey[];
}

/** How a walk treats its value. */
export interface ValidationOptions {
  /** Whether the value is that of a handler: it is seen as `JSON.stringify` sees it, and the result is a copy. */
  readonly copies?: boolean;
  /** Gets the names of undeclared members. */
  readonly dropped?: DroppedNames | undefined;
  readonly leftOut?: LeftOut | undefined;
}

/** Faults that are noted. */
const MOST_ISSUES = 100;
/** Levels of objects and lists, and recursive types inside each other. The JSON codec reads no deeper values. */
export const DEEPEST = 500;

/** One walk through one value. */
export class Validation {
  readonly mode: ValidationMode;
  readonly issues: Issue[] = [];
  /** The misfits that a walk left out, by the copies without them; `undefined` if it does not strip. */
  readonly leftOut: LeftOut | undefined;
  readonly #dropped: DroppedNames | undefined;
  /** Whether it sees values as `JSON.stringify` does, and copies them. */
  copies: boolean;
  /** Whether the value is too deep: then no alternative is tried. */
  tooDeep = false;
  /** Whether issues get a path. That of a value with too many levels gets none. */
  #hasPaths = true;
  #depth = 0;
  #known: Map<Check, Map<unknown, unknown>> | undefined;
  #quick: Validation | undefined;
  #salvage: Validation | undefined;

  constructor(mode: ValidationMode, { copies = false, dropped, leftOut }: ValidationOptions = {}) {
    this.mode = mode;
    this.copies = copies;
    this.#dropped = dropped;
    this.leftOut = leftOut ?? (mode === "strip" ? new WeakMap() : undefined);
  }

  /** The result of a check for a value of another kind than its type. The message completes "the value …". */
  refuseKind(value: unknown, message: string): unknown {
    const result = this.refuse(value, message);
    return this.mode === "strip" ? MISFIT : result;
  }

  /** The result of a check for a value of the right kind that does not fit. */
  refuse(value: unknown, message: string): unknown {
    if (this.mode === "quick") {
      return REFUSED;
    }
    this.#note(message);
    return this.mode === "strip" || this.issues.length < MOST_ISSUES ? value : REFUSED;
  }

  /** Notes an issue at a member that is not there. Returns `REFUSED` if the walk ends. */
  miss(name: string): unknown {
    return this.at(name, undefined, missing, 0);
  }

  /** Checks a member or an element. */
  at(key: PropertyKey, value: unknown, check: Check, room: number): unknown {
    const { length } = this.issues;
    const result = check(value, this, room);
    this.locate(key, length);
    return result;
  }

  /** Adds a key to the path of each issue from this index on. */
  locate(key: PropertyKey, from: number): void {
    if (this.issues.length > from && this.#hasPaths) {
      this.issues.slice(from).forEach(({ path }) => path.push(key));
    }
  }

  /** Checks a value of a recursive type. */
  recur(value: unknown, check: Check, room: number): unknown {
    if (this.#known?.get(check)?.has(value) === true) {
      return this.#known.get(check)?.get(value);
    }
    if (this.#depth === DEEPEST) {
      return this.refuseDepth();
    }
    this.#depth++;
    const result = check(value, this, room);
    this.#depth--;
    if (this.#known !== undefined && typeof value === "object") {
      const results = this.#known.get(check) ?? new Map<unknown, unknown>();
      this.#known.set(check, results.set(value, result));
    }
    return result;
  }

  /** Notes an undeclared member that a copy does not have and JSON.stringify would write. */
  drop(copy: object, name: string, value: unknown): void {
    if (this.#dropped?.isFull === false && seenAs(name, value) !== undefined) {
      this.#dropped.add(copy, name);
    }
  }

  /** Looks at a value more than once, which must not ask its getters again: at a plain copy, if the walk copies. */
  plainly(value: unknown, room: number, look: (plain: unknown) => unknown): unknown {
    if (!this.copies) {
      return look(value);
    }
    const plain = plainCopy(value, room);
    if (plain === TOO_DEEP) {
      return this.refuseLevels();
    }
    this.copies = false;
    const result = look(plain);
    this.copies = true;
    return result;
  }

  /** Ends the walk through a value that is too deep. */
  refuseDepth(): typeof REFUSED {
    this.tooDeep = true;
    this.#note(`must not be nested deeper than ${DEEPEST} levels`);
    return REFUSED;
  }

  /** Ends the walk through a value with too many levels, which may be endless. Nothing else is said about it. */
  refuseLevels(): typeof REFUSED {
    this.issues.length = 0;
    this.#hasPaths = false;
    return this.refuseDepth();
  }

  /** A walk for one alternative of several, whose faults are not the fault of the value. */
  get trial(): Validation {
    if (this.mode !== "quick") {
      this.#quick ??= new Validation("quick", { dropped: this.#dropped });
      this.#quick.#depth = this.#depth;
      this.#quick.tooDeep = false;
      return this.#quick.trial;
    }
    // Alternatives that contain alternatives would else check one value again and again.
    this.#known ??= new Map();
    return this;
  }

  /** A walk that strips by one alternative of several, none of which fits. Its issues are not told. */
  get salvage(): Validation {
    if (this.#known !== undefined) {
      return this;
    }
    this.#salvage ??= new Validation("strip", { leftOut: this.leftOut });
    this.#salvage.#depth = this.#depth;
    this.#salvage.#known ??= new Map();
    return this.#salvage;
  }

  #note(message: string): void {
    if (this.mode !== "quick" && this.issues.length < MOST_ISSUES) {
      this.issues.push({ message, path: [] });
    }
  }
}

const missing: Check = (value, validation) => validation.refuse(value, "is missing");
