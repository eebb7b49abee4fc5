// The changes of a body's schema, place by place. Each is judged by the values at its place, and shown by a whole body.
import { isRecord, pointerStep } from "./record.ts";
import { isEqual } from "./json-value.ts";
import { AlternativeChanges } from "./alternative-changes.ts";
import { BodyProofs, type Here } from "./body-proofs.ts";
import type { Direction, Pair } from "./direction.ts";
import type { Affected, Findings, Found, Proof } from "./findings.ts";
import type { Kind } from "./kinds.ts";
import { memberChange, ofClosed } from "./member-kinds.ts";
import { boundsOf, detailsOf, rawMember, schemaOf, type Member } from "./schema-facts.ts";
import { pairedShapes, partsOf, type PartPair } from "./shape-pairs.ts";
import { isClosed, type ArrayShape, type ObjectShape } from "./shapes.ts";

/** Adds the changes of a schema. `place` is the body. */
export function compareSchemas(
  found: Findings,
  direction: Direction,
  {
    place,
    before,
    after,
  }: { readonly place: string; readonly before: unknown; readonly after: unknown },
): void {
  const pair = direction.pair(before, after);
  if (!direction.isSame(pair)) {
    new SchemaChanges(found, direction, { place, pair, schemas: [before, after] }).run();
  }
}

class SchemaChanges {
  readonly #found: Findings;
  readonly #direction: Direction;
  readonly #place: string;
  readonly #root: Pair;
  readonly #schemas: readonly [unknown, unknown];
  readonly #body: BodyProofs;
  readonly #alternatives: AlternativeChanges;
  readonly #seen = new Set<string>();
  readonly #told = new Set<Affected>();

  constructor(
    found: Findings,
    direction: Direction,
    {
      place,
      pair,
      schemas,
    }: {
      readonly place: string;
      readonly pair: Pair;
      readonly schemas: readonly [unknown, unknown];
    },
  ) {
    this.#found = found;
    this.#direction = direction;
    this.#place = place;
    this.#root = pair;
    this.#schemas = schemas;
    this.#body = new BodyProofs(direction, pair);
    this.#alternatives = new AlternativeChanges({
      direction,
      body: this.#body,
      add: (kind, one) => this.#add(kind, one),
      at: (here) => this.#at(here),
      addWhole: (here) => this.#whole(here),
    });
  }

  run(): void {
    this.#walk({ ...this.#root, pointer: "", lift: (_, value) => value });
    const left = this.#found.question.affected.filter(
      (affected) => this.#body.whole[affected].result !== "yes" && !this.#told.has(affected),
    );
    if (left.length > 0) {
      const [before, after] = this.#schemas;
      this.#add(this.#body.kindOf(this.#body.whole), {
        place: this.#place,
        before,
        after,
        proofs: this.#body.whole,
      });
    }
  }

  #add(kind: Kind, found: Found): void {
    this.#found.add(kind, found);
    for (const affected of this.#found.question.affected) {
      if ((found.proofs?.[affected]?.result ?? "yes") !== "yes") {
        this.#told.add(affected);
      }
    }
  }

  #at({ pointer }: Here, more = ""): string {
    return pointer + more === "" ? this.#place : `${this.#place}, ${pointer}${more}`;
  }

  #walk(here: Here): void {
    const key = `${here.before.id} ${here.after.id}`;
    if (this.#seen.has(key) || this.#direction.isSame(here) || here.pointer.length > 1_000) {
      return;
    }
    this.#seen.add(key);
    const [before, after] = [
      partsOf(this.#direction.before, here.before),
      partsOf(this.#direction.after, here.after),
    ];
    if (before === undefined || after === undefined) {
      this.#whole(here);
      return;
    }
    const { pairs, removed, added } = pairedShapes(before, after, this.#direction);
    for (const pair of pairs) {
      this.#pair(here, pair);
    }
    this.#alternatives.constants(here, before, after);
    this.#alternatives.alternatives(here, { before, after, removed, added });
  }

  #pair(here: Here, pair: PartPair): void {
    const [before, after] = [pair.before.open, pair.after.open];
    if (before.type === "object" && after.type === "object") {
      this.#objects(here, pair, [before, after]);
    } else if (before.type === "array" && after.type === "array") {
      this.#arrays(here, pair, [before, after]);
    } else if (JSON.stringify(before.atoms) !== JSON.stringify(after.atoms)) {
      const isBound =
        before.type === after.type &&
        JSON.stringify(detailsOf(before)) === JSON.stringify(detailsOf(after));
      this.#whole(here, isBound);
    }
  }

  /** A change at a place that has no kind of its own. */
  #whole(here: Here, isBound = false): void {
    const proofs = this.#body.each((affected) => this.#body.proven(here, affected));
    if (Object.values(proofs).every(({ result }) => result === "yes")) {
      return;
    }
    const kind = this.#body.kindOf(proofs);
    this.#add(kind === "response-widened" && isBound ? "response-bound-widened" : kind, {
      place: this.#at(here),
      before: schemaOf(here.before),
      after: schemaOf(here.after),
      proofs,
    });
  }

  #arrays(here: Here, pair: PartPair, [before, after]: readonly [ArrayShape, ArrayShape]): void {
    const prefix = Math.max(before.prefix, after.prefix);
    for (let index = 0; index <= prefix; index++) {
      this.#walk({
        before: before.at(index),
        after: after.at(index),
        pointer: `${here.pointer}/${index === prefix ? "*" : index}`,
        lift: (affected, value) => {
          const { samples } = this.#direction.inclusion(affected);
          const shape = pair[this.#direction.senderOf(affected)].closed;
          const list = shape.type === "array" ? samples.arrayWith(shape, index, value) : undefined;
          return list === undefined ? undefined : here.lift(affected, list);
        },
      });
    }
    if (before.min !== after.min || before.max !== after.max || before.unique !== after.unique) {
      this.#shapeBounds(here, pair);
    }
  }

  // Counts of elements or properties.
  #shapeBounds(here: Here, pair: PartPair): void {
    const proofs = this.#body.bounds(here, pair);
    const general = this.#body.kindOf(proofs);
    if (Object.values(proofs).some(({ result }) => result !== "yes")) {
      this.#add(general === "response-widened" ? "response-bound-widened" : general, {
        place: this.#at(here),
        before: boundsOf(pair.before.open.atoms),
        after: boundsOf(pair.after.open.atoms),
        proofs,
      });
    }
  }

  #objects(here: Here, pair: PartPair, [before, after]: readonly [ObjectShape, ObjectShape]): void {
    for (const name of new Set([...before.names, ...after.names])) {
      this.#member(here, pair, { name, before, after });
    }
    this.#rest(here, pair, [before, after]);
    if (before.min !== after.min || before.max !== after.max) {
      this.#shapeBounds(here, pair);
    }
  }

  #member(here: Here, pair: PartPair, { name, before, after }: Member): void {
    const [own, theirs] = [before.at(name), after.at(name)];
    if (own === undefined || theirs === undefined) {
      return;
    }
    const inside: Here = {
      before: own,
      after: theirs,
      pointer: here.pointer + pointerStep(name),
      lift: (affected, value) => this.#object(here, pair, affected, { [name]: value }),
    };
    const kind = memberChange(this.#direction.name, {
      before: before.names.has(name) ? before.required.has(name) : undefined,
      after: after.names.has(name) ? after.required.has(name) : undefined,
    });
    if (kind !== undefined) {
      const proofs = this.#body.each((affected) =>
        this.#presence(inside, pair, { affected, name, here }),
      );
      const isRefused = before.rest.never && proofs.clients.result === "no";
      this.#add(isRefused ? ofClosed(kind) : kind, {
        place: this.#at(inside),
        name,
        ...(before.names.has(name) ? { before: rawMember(before, name) } : {}),
        ...(after.names.has(name) ? { after: rawMember(after, name) } : {}),
        proofs,
      });
    }
    if (before.names.has(name) && after.names.has(name)) {
      this.#walk(inside);
      this.#default(inside, { name, before, after });
    }
  }

  #object(
    here: Here,
    pair: PartPair,
    affected: Affected,
    given: Readonly<Record<string, unknown>>,
  ): unknown {
    const { samples } = this.#direction.inclusion(affected);
    const shape = pair[this.#direction.senderOf(affected)].closed;
    const object = shape.type === "object" ? samples.objectWith(shape, given) : undefined;
    return object === undefined ? undefined : here.lift(affected, object);
  }

  // Whether the sender may leave out what the receiver requires, or sends what the receiver refuses.
  #presence(
    inside: Here,
    pair: PartPair,
    { affected, name, here }: { affected: Affected; name: string; here: Here },
  ): Proof {
    const isOld = this.#direction.senderOf(affected) === "before";
    const [sender, receiver] = isOld
      ? [pair.before.closed, pair.after.open]
      : [pair.after.closed, pair.before.open];
    if (
      sender.type !== "object" ||
      receiver.type !== "object" ||
      this.#body.whole[affected].result === "yes"
    ) {
      return { result: "yes" };
    }
    if (receiver.required.has(name) && !sender.required.has(name)) {
      const { samples } = this.#direction.inclusion(affected);
      return this.#body.lifted(here, affected, [samples.objectWith(sender, {})]);
    }
    return sender.names.has(name) && !receiver.names.has(name)
      ? this.#body.proven(inside, affected)
      : { result: "yes" };
  }

  #rest(here: Here, pair: PartPair, [before, after]: readonly [ObjectShape, ObjectShape]): void {
    const isClosing = before.rest.never !== after.rest.never;
    if (isClosing && this.#direction.name === "request") {
      this.#add(after.rest.never ? "request-closed" : "request-opened", {
        place: this.#at(here),
        before: !before.rest.never,
        after: !after.rest.never,
      });
    }
    // A side that says nothing of other properties sends none, and reads any.
    if (isClosing || [pair.before.closed, pair.after.closed].some(isClosed)) {
      return;
    }
    this.#walk({
      before: before.rest,
      after: after.rest,
      pointer: `${here.pointer}/*`,
      lift: (affected, value) => this.#object(here, pair, affected, { other: value }),
    });
  }

  #default(inside: Here, { name, before, after }: Member): void {
    const [old, young] = [rawMember(before, name), rawMember(after, name)].map((schema) =>
      isRecord(schema) ? schema["default"] : undefined,
    );
    if (this.#direction.name === "request" && !isEqual(old, young)) {
      this.#add("request-default-changed", {
        place: this.#at(inside),
        name,
        before: old ?? null,
        after: young ?? null,
      });
    }
  }
}
