// Whether arrays or objects are all among others: by their counts, and by each element and property.
import type { Emptiness } from "./emptiness.ts";
import { patternOf } from "./pattern.ts";
import type { Samples } from "./samples.ts";
import type { Node } from "./schema.ts";
import type { ArrayShape, ObjectShape } from "./shapes.ts";
import { unknown, worse, YES, type Inner, type Verdict } from "./verdict.ts";

/** The parts of a comparison that its containers need. */
interface Within {
  readonly samples: Samples;
  readonly emptiness: Emptiness;
  readonly check: (one: Node, other: Node) => Verdict;
}

/** Compares arrays and objects. */
export class Containers {
  readonly #samples: Samples;
  readonly #emptiness: Emptiness;
  readonly #check: Within["check"];

  constructor({ samples, emptiness, check }: Within) {
    this.#samples = samples;
    this.#emptiness = emptiness;
    this.#check = check;
  }

  /** Whether arrays are all among others. */
  arrayWithin(one: ArrayShape, other: ArrayShape): Inner {
    const most = this.#emptiness.longest(one);
    const fits =
      one.min >= other.min && most <= other.max && (!other.unique || one.unique || most < 2);
    let result: Inner = fits ? YES : { result: "no", witnesses: [] };
    for (let index = 0; index <= Math.max(one.prefix, other.prefix) && index < most; index++) {
      const found = this.#check(one.at(index), other.at(index));
      const witness =
        found.result === "no" ? this.#samples.arrayWith(one, index, found.witness) : undefined;
      result = worse(result, found, witness);
    }
    return result;
  }

  /** Whether objects are all among others. */
  objectWithin(one: ObjectShape, other: ObjectShape): Inner {
    const isOpen = !this.#emptiness.isNever(one.rest) || one.patterns.length > 0;
    const most = isOpen ? one.max : Math.min(one.max, one.names.size);
    const least = Math.max(one.min, one.required.size);
    const missing = [...other.required].filter((name) => !one.required.has(name));
    const fits = least >= other.min && most <= other.max && missing.length === 0;
    let result: Inner = fits
      ? YES
      : {
          result: "no",
          witnesses: missing.length > 0 ? [this.#samples.objectWith(one, {})] : [],
        };
    for (const name of new Set([...one.names, ...other.names])) {
      const [own, theirs] = [one.at(name), other.at(name)];
      if (own === undefined || theirs === undefined) {
        result = worse(result, unknown("nobody can tell which patterns match its names"));
      } else if (!this.#emptiness.isNever(own)) {
        result = this.#member(result, [own, theirs], { one, name });
      }
    }
    return this.#others(result, one, other);
  }

  #member(
    result: Inner,
    [own, theirs]: readonly [Node, Node],
    { one, name }: { readonly one: ObjectShape; readonly name: string },
  ): Inner {
    const found = this.#check(own, theirs);
    const witness =
      found.result === "no" ? this.#samples.objectWith(one, { [name]: found.witness }) : undefined;
    return worse(result, found, witness);
  }

  // Properties whose names no schema mentions.
  #others(before: Inner, one: ObjectShape, other: ObjectShape): Inner {
    let result = before;
    if (!this.#emptiness.isNever(one.rest)) {
      const name = FRESH.find((each) => !one.names.has(each) && !other.names.has(each)) ?? "";
      result = this.#member(result, [one.rest, other.rest], { one, name });
      for (const pattern of other.patterns.filter((each) => !one.patterns.includes(each))) {
        const sample = patternOf(pattern)
          ?.samples()
          .find((each) => !one.names.has(each));
        const found = this.#check(one.rest, other.matching(pattern));
        const witness =
          found.result === "no" && sample !== undefined
            ? this.#samples.objectWith(one, { [sample]: found.witness })
            : undefined;
        result = worse(result, found, witness);
      }
    }
    for (const pattern of one.patterns) {
      // A name may match several patterns, so each pattern of the receiver counts.
      const theirs = other.patterns.length === 1 && other.patterns[0] === pattern;
      const asked = theirs
        ? [other.matching(pattern)]
        : [...other.patterns.map((each) => other.matching(each)), other.rest];
      for (const node of asked) {
        const found = this.#check(one.matching(pattern), node);
        const isSure =
          other.patterns.every((each) => each === pattern) && one.patterns.length === 1;
        result = isSure
          ? worse(result, found, this.#matching(one, pattern, found))
          : worse(
              result,
              found.result === "yes" ? found : unknown("patterns of names may overlap"),
            );
      }
    }
    return result;
  }

  #matching(one: ObjectShape, pattern: string, found: Verdict): unknown {
    const name = patternOf(pattern)
      ?.samples()
      .find((each) => !one.names.has(each));
    return found.result === "no" && name !== undefined
      ? this.#samples.objectWith(one, { [name]: found.witness })
      : undefined;
  }
}

const FRESH = Array.from({ length: 200 }, (_, index) => `other${index || ""}`);
