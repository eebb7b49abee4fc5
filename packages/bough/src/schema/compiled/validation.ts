// One walk through one value. The first is quick: it ends at the first fault and notes nothing. Only a refused
// value is walked again, with issues and their paths.
import type { StandardIssue } from "../standard-schema.ts";

/** What a check returns for a value that does not fit. */
export const REFUSED: unique symbol = /* @__PURE__ */ Symbol("refused");

/**
 * Returns the value without undeclared members: the value itself if it has none, else a copy. Returns
 * `REFUSED` if it does not fit. A validation that explains notes the issue and goes on instead.
 */
export type Check = (value: unknown, validation: Validation) => unknown;

/** How a walk treats a fault: it ends, it notes the fault and goes on, or it does so and keeps the rest of the value. */
export type ValidationMode = "quick" | "explain" | "strip";

/** Faults that are noted. */
const MOST_ISSUES = 100;
/** Recursive types that are inside each other. The JSON codec reads no deeper values. */
const DEEPEST = 1_000;

/** One walk through one value. */
export class Validation {
  readonly mode: ValidationMode;
  readonly issues: StandardIssue[] = [];
  /** Whether the value is too deep: then no alternative is tried. */
  tooDeep = false;
  #depth = 0;
  #path: PropertyKey[] = [];
  #known: Map<Check, Map<unknown, unknown>> | undefined;
  #quick: Validation | undefined;
  #salvage: Validation | undefined;

  constructor(mode: ValidationMode) {
    this.mode = mode;
  }

  /** What a check returns for a value that does not fit. The message completes "the value …". */
  refuse(value: unknown, message: string): unknown {
    if (this.mode === "quick") {
      return REFUSED;
    }
    this.#note(message);
    return this.mode === "strip" || this.issues.length < MOST_ISSUES ? value : REFUSED;
  }

  /** Notes an issue at a member that is not there. Returns whether the walk ends. */
  miss(name: string): boolean {
    return this.at(name, undefined, missing) === REFUSED;
  }

  /** Checks a member or an element. */
  at(key: PropertyKey, value: unknown, check: Check): unknown {
    if (this.mode === "quick") {
      return check(value, this);
    }
    this.#path.push(key);
    const result = check(value, this);
    this.#path.pop();
    return result;
  }

  /** Checks a value of a recursive type. */
  recur(value: unknown, check: Check): unknown {
    const known = this.#known?.get(check);
    if (known?.has(value) === true) {
      return known.get(value);
    }
    if (this.#depth === DEEPEST) {
      return this.refuseDepth();
    }
    this.#depth++;
    const result = check(value, this);
    this.#depth--;
    if (this.#known !== undefined && typeof value === "object") {
      this.#remember(check, value, result);
    }
    return result;
  }

  /** Ends the walk through a value that is too deep. */
  refuseDepth(): typeof REFUSED {
    this.tooDeep = true;
    this.#note(`must not be nested deeper than ${DEEPEST} levels`);
    return REFUSED;
  }

  /** A walk for one alternative of several, whose faults are not the fault of the value. */
  get trial(): Validation {
    if (this.mode !== "quick") {
      this.#quick ??= new Validation("quick");
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
    this.#salvage ??= new Validation("strip");
    this.#salvage.#depth = this.#depth;
    this.#salvage.#known ??= new Map();
    return this.#salvage;
  }

  #remember(check: Check, value: unknown, result: unknown): void {
    const known = this.#known?.get(check);
    if (known === undefined) {
      this.#known?.set(check, new Map([[value, result]]));
    } else {
      known.set(value, result);
    }
  }

  #note(message: string): void {
    if (this.mode !== "quick" && this.issues.length < MOST_ISSUES) {
      this.issues.push({ message, path: [...this.#path] });
    }
  }
}

const missing: Check = (value, validation) => validation.refuse(value, "is missing");
