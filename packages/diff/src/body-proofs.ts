// What is proved about a body as a whole, and about places in it.
import type { Direction, Pair } from "./direction.ts";
import type { Affected, Proof, Proofs } from "./findings.ts";
import type { Kind } from "./kinds.ts";
import type { PartPair } from "./shape-pairs.ts";

/** A place in a body. */
export interface Here extends Pair {
  readonly pointer: string;
  /** Completes a value at this place to a whole body; `undefined` if that is not possible. */
  readonly lift: (affected: Affected, value: unknown) => unknown;
}

/** Proves changes of one body. */
export class BodyProofs {
  readonly whole: Required<Proofs>;
  readonly #direction: Direction;
  readonly #root: Pair;

  constructor(direction: Direction, root: Pair) {
    this.#direction = direction;
    this.#root = root;
    this.whole = this.each((affected) => direction.proof(affected, root));
  }

  /** What is proved for both, because the kind of a change depends on both. */
  each(prove: (affected: Affected) => Proof): Required<Proofs> {
    return { clients: prove("clients"), servers: prove("servers") };
  }

  /** What is proved at a place: a refused value counts if the whole body is refused. */
  proven(here: Here, affected: Affected): Proof {
    const whole = this.whole[affected];
    const proof = whole.result === "yes" ? whole : this.#direction.proof(affected, here);
    return proof.result === "no" ? this.lifted(here, affected, [proof.witness]) : proof;
  }

  /** Whether one of these values makes a body that is refused. */
  lifted(here: Here, affected: Affected, values: readonly unknown[]): Proof {
    const accepted = this.#direction.senderOf(affected);
    for (const value of values) {
      const witness = value === undefined ? undefined : here.lift(affected, value);
      if (witness !== undefined && this.#direction.refutes(affected, this.#root, witness)) {
        return { result: "no", witness, accepted };
      }
    }
    return { result: "unknown", reason: "no whole body was found that shows the difference" };
  }

  /** The proof by a value that one contract has and the other lacks. */
  valueProof(here: Here, affected: Affected, owner: "before" | "after", value: unknown): Proof {
    const whole = this.whole[affected];
    return whole.result === "yes" || this.#direction.senderOf(affected) !== owner
      ? { result: "yes" }
      : this.lifted(here, affected, [value]);
  }

  /** The kind of a change that has no kind of its own. */
  kindOf(proofs: Required<Proofs>): Kind {
    const isRequest = this.#direction.name === "request";
    const [clients, servers] = [proofs.clients, proofs.servers].map(
      ({ result }) => result !== "yes",
    );
    if (clients === servers) {
      return isRequest ? "request-changed" : "response-changed";
    }
    if (clients === true) {
      return isRequest ? "request-narrowed" : "response-widened";
    }
    return isRequest ? "request-widened" : "response-narrowed";
  }

  /** The proofs by counts of elements or properties. */
  bounds(here: Here, pair: PartPair): Required<Proofs> {
    return this.each((affected): Proof => {
      const [sender, receiver] =
        this.#direction.senderOf(affected) === "before"
          ? [pair.before.closed, pair.after.open]
          : [pair.after.closed, pair.before.open];
      const { samples } = this.#direction.inclusion(affected);
      const isOutside =
        sender.type !== "values" &&
        receiver.type !== "values" &&
        (sender.min < receiver.min ||
          sender.max > receiver.max ||
          ("unique" in receiver && receiver.unique && "unique" in sender && !sender.unique));
      const isProved = this.whole[affected].result === "yes";
      return isProved || !isOutside
        ? { result: "yes" }
        : this.lifted(here, affected, samples.ofShape(sender, [receiver]));
    });
  }
}
