// Compares the schemas of a sender with those of a receiver, type by type. Work is counted, so that no pair takes long.
import { constantNode } from "./constant-node.ts";
import { Constants } from "./constants.ts";
import { Containers } from "./container-within.ts";
import { Emptiness } from "./emptiness.ts";
import { EqualSchemas } from "./equal-schemas.ts";
import { Judge } from "./judge.ts";
import type { Refutation } from "./refutation.ts";
import { Samples } from "./samples.ts";
import { numberWithin, stringWithin, valuesIn } from "./scalar-within.ts";
import type { Alternative, Node } from "./schema.ts";
import type { SchemaView } from "./schema-view.ts";
import { mentions } from "./mentions.ts";
import { shapesOf, typesOf, type ObjectShape, type Shape, type Side } from "./shapes.ts";
import { TWO_PATTERNS, unknown, YES, type Inner, type Verdict } from "./verdict.ts";

const MOST_STEPS = 10_000;
const MOST_JUDGED = 200_000;
const TOO_LONG = `it takes more than ${MOST_STEPS} steps`;
const MANY = 50;

/** Compares schemas of one contract with those of another. */
export class Inclusion {
  readonly #sender: Side;
  readonly #receiver: Side;
  readonly #samples: Samples;
  readonly #giver: Judge;
  readonly #taker: Judge;
  readonly #equal: EqualSchemas;
  readonly #known = new Map<Node, Map<Node, Verdict>>();
  /** Pairs that were found to be included, in order; they may rest on one that is still open. */
  #order: (readonly [Node, Node])[] = [];
  readonly #open = new Set<string>();
  readonly #shapes = new WeakMap<Alternative, readonly Shape[]>();
  readonly #emptiness: Emptiness;
  readonly #containers: Containers;
  readonly #constants: Constants;
  #steps = 0;
  #judgedBefore = 0;

  constructor(sender: SchemaView, receiver: SchemaView, { closed }: { readonly closed: boolean }) {
    this.#sender = { view: sender, closed };
    this.#receiver = { view: receiver, closed: false };
    this.#samples = new Samples(this.#sender);
    this.#constants = new Constants(receiver);
    this.#emptiness = new Emptiness(this.#sender);
    this.#containers = new Containers({
      samples: this.#samples,
      emptiness: this.#emptiness,
      check: (one, other) => this.#check(one, other),
    });
    this.#giver = new Judge(sender, { lenient: true });
    this.#taker = new Judge(receiver, { lenient: false });
    this.#equal = new EqualSchemas(sender, receiver);
  }

  /** Values of the sender. */
  get samples(): Samples {
    return this.#samples;
  }

  /** Whether the receiver accepts all that the sender sends. */
  check(one: Node, other: Node): Verdict {
    this.#steps = 0;
    this.#judgedBefore = this.#judged;
    return this.#check(one, other);
  }

  /** Whether a value is sent and refused. */
  refutes(one: Node, other: Node, value: unknown): boolean {
    const isSent = this.#giver.accepts(one, value) === true;
    return (
      isSent && this.#taker.accepts(other, value) === false && mentions(this.#sender, one, value)
    );
  }

  get #judged(): number {
    return this.#giver.spent + this.#taker.spent;
  }

  /** Whether this pair has had its share of work. */
  get #isSpent(): boolean {
    return this.#steps > MOST_STEPS || this.#judged - this.#judgedBefore > MOST_JUDGED;
  }

  #check(one: Node, other: Node): Verdict {
    if (
      (!other.never && other.schemas.length === 0) ||
      one.never ||
      this.#equal.nodes(one, other)
    ) {
      return YES;
    }
    const known = this.#known.get(one)?.get(other);
    if (known !== undefined) {
      return known;
    }
    const key = `${one.id} ${other.id}`;
    if (this.#open.has(key)) {
      return YES;
    }
    this.#steps++;
    if (this.#isSpent) {
      return unknown(TOO_LONG);
    }
    this.#open.add(key);
    const size = this.#order.length;
    const found = this.#alternatives(one, other);
    this.#open.delete(key);
    if (found.result !== "yes") {
      // What was found to be included since then may rest on this pair.
      for (const [before, after] of this.#order.splice(size)) {
        this.#known.get(before)?.delete(after);
      }
    }
    if (!this.#isSpent || found.result === "no") {
      const verdicts = this.#known.get(one) ?? new Map<Node, Verdict>();
      this.#known.set(one, verdicts.set(other, found));
      if (found.result === "yes") {
        this.#order.push([one, other]);
      }
    }
    if (this.#open.size === 0) {
      this.#order = [];
    }
    return found;
  }

  #alternatives(one: Node, other: Node): Verdict {
    let result: Verdict = YES;
    for (const alternative of this.#sender.view.alternatives(one)) {
      for (const shape of this.#shapesOf(alternative, this.#sender)) {
        const found = this.#shape(shape, other);
        if (found.result === "no") {
          const witness = found.witnesses.filter((value) => this.refutes(one, other, value));
          if (witness.length > 0) {
            return { result: "no", witness: witness[0] };
          }
          result = unknown("no value was found that shows the difference");
        } else if (found.result === "unknown" && result.result === "yes") {
          result = found;
        }
      }
    }
    return result;
  }

  /** Whether the receiver accepts all values of a shape: each must fit one of its alternatives. */
  #shape(shape: Shape, other: Node): Inner {
    if (this.#isSpent) {
      return unknown(TOO_LONG);
    }
    if (this.#emptiness.isEmpty(shape)) {
      return YES;
    }
    const finite = valuesIn(shape);
    if (finite !== undefined) {
      return this.#values(finite, shape, other);
    }
    const types = typesOf(shape);
    const receiving = this.#receiver.view.alternatives(other);
    if (receiving.length > MANY) {
      // Where there are many, a value that none of them accepts is found sooner than the one that fits.
      const sample = this.#samples.ofShape(shape).slice(0, 2);
      const refused = sample.filter((value) => this.#taker.accepts(other, value) === false);
      if (refused.length > 0) {
        return { result: "no", witnesses: refused };
      }
    }
    const candidates: Shape[] = [];
    let [reason, failed]: [string | undefined, readonly unknown[]] = [undefined, []];
    for (const alternative of receiving) {
      for (const candidate of this.#sameType(alternative, types)) {
        this.#steps++;
        if (this.#isSpent) {
          return unknown(TOO_LONG);
        }
        candidates.push(candidate);
        const found = this.#within(shape, candidate);
        if (found.result === "yes" && candidate.unsure === undefined) {
          return YES;
        }
        reason ??=
          found.result === "yes"
            ? candidate.unsure
            : found.result === "unknown"
              ? found.reason
              : undefined;
        failed = found.result === "no" ? [...failed, ...found.witnesses].slice(0, 100) : failed;
      }
    }
    return this.#refuted({ shape, other, candidates, failed, reason });
  }

  #refuted({ shape, other, candidates, failed, reason }: Refutation): Inner {
    if (reason === TWO_PATTERNS && failed.length === 0) {
      return unknown(reason);
    }
    const tried = [...failed, ...this.#samples.ofShape(shape, candidates.slice(0, 20))];
    const refused = tried.filter(
      (value) => !this.#isSpent && this.#taker.accepts(other, value) === false,
    );
    if (refused.length > 0) {
      return { result: "no", witnesses: refused };
    }
    const split = shape.type === "object" ? this.#split(shape, other, candidates) : undefined;
    return (
      split ??
      unknown(
        reason ??
          (candidates.length > 1
            ? "several alternatives may accept parts of it"
            : "no value was found that shows the difference"),
      )
    );
  }

  #shapesOf(alternative: Alternative, side: Side): readonly Shape[] {
    const made = this.#shapes.get(alternative) ?? shapesOf(alternative, side);
    this.#shapes.set(alternative, made);
    return made;
  }

  #sameType(alternative: Alternative, types: readonly string[]): readonly Shape[] {
    return this.#shapesOf(alternative, this.#receiver).filter((one) =>
      typesOf(one).some((type) => types.includes(type)),
    );
  }

  #values(values: readonly unknown[], shape: Shape, other: Node): Inner {
    let open = false;
    const constants = this.#constants.of(other);
    for (const value of values) {
      if (constants.has(value)) {
        continue;
      }
      if (this.#isSpent) {
        return unknown(TOO_LONG);
      }
      const accepted = this.#taker.accepts(other, value);
      if (accepted === false && this.#giver.fits(shape.atoms, value) !== false) {
        return { result: "no", witnesses: [value] };
      }
      open ||= accepted === undefined;
    }
    return open ? unknown("nobody can tell whether its constants fit") : YES;
  }

  /** Compares the objects for each constant of a property that tells the receiver's alternatives apart. */
  #split(shape: ObjectShape, other: Node, candidates: readonly Shape[]): Inner | undefined {
    const objects = candidates.filter((one) => one.type === "object");
    const [first, second] = objects;
    if (first === undefined || second === undefined) {
      return undefined;
    }
    const tag = [...first.names].find(
      (name) =>
        objects.every((one) => one.constants(name) !== undefined) &&
        shape.required.has(name) &&
        (shape.constants(name)?.length ?? 0) > 1,
    );
    if (tag === undefined) {
      return undefined;
    }
    let result: Inner = YES;
    for (const value of shape.constants(tag) ?? []) {
      const atoms = [...shape.atoms, constantNode(tag, value)];
      const parts = shapesOf({ atoms }, this.#sender).filter((one) => one.type === "object");
      for (const part of parts) {
        const found = this.#shape({ ...part, unsure: shape.unsure }, other);
        if (found.result === "no") {
          return found;
        }
        result = found.result === "unknown" ? found : result;
      }
    }
    return result;
  }

  #within(one: Shape, other: Shape): Inner {
    if (other.type === "values") {
      return { result: "no", witnesses: [] };
    }
    if (one.type === "number" && other.type === "number") {
      return numberWithin(one, other);
    }
    if (one.type === "string" && other.type === "string") {
      return stringWithin(one, other);
    }
    if (one.type === "array" && other.type === "array") {
      return this.#containers.arrayWithin(one, other);
    }
    return one.type === "object" && other.type === "object"
      ? this.#containers.objectWithin(one, other)
      : { result: "no", witnesses: [] };
  }
}
