// The changes of what a value may be: constants and alternatives that come or go.
import type { BodyProofs, Here } from "./body-proofs.ts";
import type { Direction } from "./direction.ts";
import type { Found, Proof } from "./findings.ts";
import { typeOf } from "./json-value.ts";
import type { Kind } from "./kinds.ts";
import { constantsIn, missingIn, tagOf } from "./schema-facts.ts";
import type { Part } from "./shape-pairs.ts";

/** The places of a body, and what is added about them. */
export interface Places {
  readonly direction: Direction;
  readonly body: BodyProofs;
  readonly add: (kind: Kind, found: Found) => void;
  readonly at: (here: Here) => string;
  /** Adds a change at a place that has no kind of its own. */
  readonly addWhole: (here: Here) => void;
}

interface Unpaired {
  readonly before: readonly Part[];
  readonly after: readonly Part[];
  readonly removed: readonly Part[];
  readonly added: readonly Part[];
}

/** Finds changes of alternatives. */
export class AlternativeChanges {
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  /** Adds the constants that only one side has. */
  constants(here: Here, before: readonly Part[], after: readonly Part[]): void {
    const [old, young] = [constantsIn(before), constantsIn(after)];
    if (old.length === 0 || young.length === 0) {
      return;
    }
    const [gone, come] = [missingIn(old, after), missingIn(young, before)];
    const types = new Set(old.map(typeOf));
    const isRequest = this.#places.direction.name === "request";
    for (const value of gone) {
      const proofs = this.#places.body.each((affected) =>
        this.#places.body.valueProof(here, affected, "before", value),
      );
      this.#places.add(isRequest ? "request-narrowed" : "response-value-removed", {
        place: this.#places.at(here),
        before: value,
        proofs,
      });
    }
    for (const value of come) {
      const proofs = this.#places.body.each((affected) =>
        this.#places.body.valueProof(here, affected, "after", value),
      );
      const isConstant = types.has(typeOf(value)) && value !== null;
      this.#places.add(
        isRequest ? "request-widened" : isConstant ? "response-value-added" : "response-widened",
        { place: this.#places.at(here), after: value, proofs },
      );
    }
  }

  /** Adds the alternatives that only one side has. */
  alternatives(here: Here, { before, after, removed, added }: Unpaired): void {
    if (before.length === 1 && after.length === 1 && removed.length + added.length > 0) {
      this.#places.addWhole(here);
      return;
    }
    for (const part of removed) {
      this.#unpaired(here, part, { owner: "before", others: after });
    }
    for (const part of added) {
      this.#unpaired(here, part, { owner: "after", others: before });
    }
  }

  #unpaired(
    here: Here,
    part: Part,
    { owner, others }: { readonly owner: "before" | "after"; readonly others: readonly Part[] },
  ): void {
    const isRequest = this.#places.direction.name === "request";
    const isAlternative = others.some(({ open }) => open.type !== "values") || others.length === 0;
    const tag = isRequest || owner === "before" ? undefined : tagOf(part, others);
    const proofs = this.#places.body.each((affected): Proof => {
      const whole = this.#places.body.whole[affected];
      if (whole.result === "yes" || this.#places.direction.senderOf(affected) !== owner) {
        return { result: "yes" };
      }
      const { samples } = this.#places.direction.inclusion(affected);
      return this.#places.body.lifted(here, affected, samples.ofShape(part.closed));
    });
    if (Object.values(proofs).every(({ result }) => result === "yes") && !isAlternative) {
      return;
    }
    const added: Kind =
      tag !== undefined
        ? "response-tagged-alternative-added"
        : isAlternative
          ? "response-alternative-added"
          : "response-widened";
    const response: Kind =
      owner === "after"
        ? added
        : isAlternative
          ? "response-alternative-removed"
          : "response-narrowed";
    const kind: Kind = isRequest
      ? owner === "before"
        ? "request-narrowed"
        : "request-widened"
      : response;
    if (Object.values(proofs).some(({ result }) => result !== "yes") || tag !== undefined) {
      const schema = part.open.atoms.length === 1 ? part.open.atoms[0] : { allOf: part.open.atoms };
      this.#places.add(kind, {
        place: this.#places.at(here),
        ...(tag === undefined ? { [owner]: schema } : { name: tag.name, after: tag.value }),
        proofs,
      });
    }
  }
}
