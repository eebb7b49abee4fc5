// One walk through one value. The first is quick: it ends at the first fault and notes nothing. Only a refused
// value is walked again, with issues and their paths.
import type { StandardIssue } from "../standard-schema.ts";
import type { LeftOut } from "./merged.ts";

/** What a check returns for a value that does not fit. */
export const REFUSED: unique symbol = /* @__PURE__ */ Symbol("refused");
/**
 * What a check returns for a value of another kind than its type, if the walk strips. An optional member is then left
 * out. Anything else refuses the whole value, because nobody knows what is below.
 */
export const MISFIT: unique symbol = /* @__PURE__ */ Symbol("misfit");

/**
 * Returns the value without undeclared members: the value itself if it has none, else a copy. Returns
 * `REFUSED` if it does not fit. A validation that explains notes the issue and goes on instead. A validation that
 * strips returns `MISFIT` for a value of another kind.
 */
export type Check = (value: unknown, validation: Validation) => unknown;

/** How a walk treats a fault: it ends, it notes the fault and goes on, or it does so and keeps what fits of the value. */
export type ValidationMode = "quick" | "explain" | "strip";

/** Faults that are noted. */
const MOST_ISSUES = 100;
/** Recursive types that are inside each other. The JSON codec reads no deeper values. */
const DEEPEST = 1_000;

/** One walk through one value. */
export class Validation {
  readonly mode: ValidationMode;
  readonly issues: StandardIssue[] = [];
  /** The misfits that a walk left out, by the copies without them; `undefined` if it does not strip. */
  readonly leftOut: LeftOut | undefined;
  /** Whether the value is too deep: then no alternative is tried. */
  tooDeep = false;
  #depth = 0;
  #path: PropertyKey[] = [];
  #known: Map<Check, Map<unknown, unknown>> | undefined;
  #quick: Validation | undefined;
  #salvage: Validation | undefined;

  constructor(mode: ValidationMode, leftOut?: LeftOut) {
    this.mode = mode;
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
    return this.at(name, undefined, missing);
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
    this.#salvage ??= new Validation("strip", this.leftOut);
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
