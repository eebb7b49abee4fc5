// Requests or responses of two contracts: who sends, who receives, and the schemas of both.
import type { Contract } from "bough/contract";
import { EqualSchemas } from "./equal-schemas.ts";
import type { Affected, Proof } from "./findings.ts";
import { Inclusion } from "./inclusion.ts";
import type { Node } from "./schema.ts";
import { SchemaView } from "./schema-view.ts";

/** A schema before and after. */
export interface Pair {
  readonly before: Node;
  readonly after: Node;
}

/** One direction of a pair of contracts. */
export class Direction {
  readonly name: "request" | "response";
  readonly before: SchemaView;
  readonly after: SchemaView;
  readonly #equal: EqualSchemas;
  readonly #inclusions: Readonly<Record<Affected, Inclusion>>;

  constructor(name: "request" | "response", before: Contract, after: Contract) {
    const dropped = name === "request" ? "readOnly" : "writeOnly";
    this.name = name;
    this.before = new SchemaView(before.components.schemas, dropped);
    this.after = new SchemaView(after.components.schemas, dropped);
    this.#equal = new EqualSchemas(this.before, this.after, { defaults: name === "request" });
    const closed = { closed: true };
    const [old, young] = [
      new Inclusion(this.before, this.after, closed),
      new Inclusion(this.after, this.before, closed),
    ];
    this.#inclusions =
      name === "request" ? { clients: old, servers: young } : { clients: young, servers: old };
  }

  /** The nodes of schemas before and after. */
  pair(before: unknown, after: unknown): Pair {
    return { before: this.before.node(before), after: this.after.node(after) };
  }

  isSame({ before, after }: Pair): boolean {
    return this.#equal.nodes(before, after);
  }

  /** Which of the contracts has the sender, for one of the affected. */
  senderOf(affected: Affected): "before" | "after" {
    return (this.name === "request") === (affected === "clients") ? "before" : "after";
  }

  /** Compares for one of the affected. */
  inclusion(affected: Affected): Inclusion {
    return this.#inclusions[affected];
  }

  /** Whether everything that is sent is accepted. */
  proof(affected: Affected, pair: Pair): Proof {
    const accepted = this.senderOf(affected);
    const [sent, read] =
      accepted === "before" ? [pair.before, pair.after] : [pair.after, pair.before];
    const verdict = this.inclusion(affected).check(sent, read);
    return verdict.result === "no" ? { ...verdict, accepted } : verdict;
  }

  /** Whether a value is sent and refused. */
  refutes(affected: Affected, pair: Pair, value: unknown): boolean {
    const isOld = this.senderOf(affected) === "before";
    const [sent, read] = isOld ? [pair.before, pair.after] : [pair.after, pair.before];
    return this.inclusion(affected).refutes(sent, read, value);
  }
}
