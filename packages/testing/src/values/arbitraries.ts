// Arbitraries that fast-check does not have: late ones, and filtered ones that end.
import type { Arbitrary, Random, Stream, Value } from "fast-check";
import type { NotGenerated } from "./not-generated.ts";

/** The library, which loads when the first value is made. */
export type FastCheck = typeof import("fast-check");

/** How often a filtered arbitrary tries. */
const ATTEMPTS = 200;

/** What `arbitraries` returns. */
export interface Arbitraries {
  /** The arbitrary of a function that is called when the first value is made. */
  readonly late: <T>(make: () => Arbitrary<T>) => Arbitrary<T>;
  /** The values that fit. Throws a `NotGenerated` if none of 200, or of as many as `attempts` says, does. */
  readonly fitting: <T>(
    inner: Arbitrary<T>,
    fits: (value: T) => boolean,
    fault: () => NotGenerated,
    attempts?: number,
  ) => Arbitrary<T>;
}

/** Makes them. Their class is one of the library, so it does not exist before that is loaded. */
export function arbitraries(fc: FastCheck): Arbitraries {
  class Late<T> extends fc.Arbitrary<T> {
    readonly #make: () => Arbitrary<T>;
    #made: Arbitrary<T> | undefined;

    constructor(make: () => Arbitrary<T>) {
      super();
      this.#make = make;
    }

    get #inner(): Arbitrary<T> {
      return (this.#made ??= this.#make());
    }

    override generate(random: Random, bias: number | undefined): Value<T> {
      return this.#inner.generate(random, bias);
    }

    override canShrinkWithoutContext(value: unknown): value is T {
      return this.#inner.canShrinkWithoutContext(value);
    }

    override shrink(value: T, context: unknown): Stream<Value<T>> {
      return this.#inner.shrink(value, context);
    }
  }

  class Fitting<T> extends Late<T> {
    readonly #fits: (value: T) => boolean;
    readonly #fault: () => NotGenerated;
    readonly #attempts: number;

    constructor(
      inner: Arbitrary<T>,
      fits: (value: T) => boolean,
      fault: () => NotGenerated,
      attempts: number,
    ) {
      super(() => inner);
      this.#fits = fits;
      this.#fault = fault;
      this.#attempts = attempts;
    }

    override generate(random: Random, bias: number | undefined): Value<T> {
      for (let attempt = 0; attempt < this.#attempts; attempt++) {
        const made = super.generate(random, bias);
        if (this.#fits(made.value_)) {
          return made;
        }
      }
      throw this.#fault();
    }

    override shrink(value: T, context: unknown): Stream<Value<T>> {
      return super.shrink(value, context).filter((smaller) => this.#fits(smaller.value_));
    }
  }

  return {
    late: (make) => new Late(make),
    fitting: (inner, fits, fault, attempts = ATTEMPTS) => new Fitting(inner, fits, fault, attempts),
  };
}
