// The entities of collections, by the ids above them and their own.
import type { Collection } from "./collections.ts";
import type { Ids } from "./rules.ts";

/** How many entities a collection has, and how many ids above it have one. */
const MOST = 1_000;

/** An entity: JSON. */
export type Entity = Readonly<Record<string, unknown>>;

type Entities = Map<string, Entity>;

interface Kept {
  /** Entities by the ids above. */
  readonly below: Map<string, Entities>;
  /** Removed entities by the ids above and their own, so that no example brings them back. */
  readonly removed: Map<string, true>;
  /** How many were created, so that no id is used twice. */
  created: number;
  /** Whether a test has given entities. */
  isGiven: boolean;
}

/** The state of a mock. */
export class EntityStore {
  readonly #kept = new Map<Collection, Kept>();
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a write after those that have begun, so that nothing changes between its comparison and its change. */
  async inTurn<T>(write: () => Promise<T>): Promise<T> {
    const own = this.#last.then(write);
    this.#last = own.catch(() => undefined);
    return own;
  }

  /** Whether a collection keeps state: calls create entities, or a test gave some. */
  keeps(collection: Collection): boolean {
    return collection.isLive || this.#of(collection).isGiven;
  }

  give(collection: Collection): void {
    this.#of(collection).isGiven = true;
  }

  /** How many entities were created before. Counts one more. */
  next(collection: Collection): number {
    const kept = this.#of(collection);
    kept.created++;
    return kept.created;
  }

  all(collection: Collection, ids: Ids): Entity[] {
    return [...(this.#of(collection).below.get(aboveOf(collection, ids))?.values() ?? [])];
  }

  get(collection: Collection, ids: Ids, id: unknown): Entity | undefined {
    return this.#of(collection).below.get(aboveOf(collection, ids))?.get(keyOf(id));
  }

  put(collection: Collection, ids: Ids, id: unknown, entity: Entity): void {
    const { below, removed } = this.#of(collection);
    const above = aboveOf(collection, ids);
    const entities: Entities = below.get(above) ?? new Map();
    below.set(above, entities);
    entities.set(keyOf(id), entity);
    removed.delete(removedKey(above, id));
    dropOldest(entities);
    dropOldest(below);
  }

  /** Removes an entity, with everything below it. */
  remove(collection: Collection, ids: Ids, id: unknown): boolean {
    const above = aboveOf(collection, ids);
    const kept = this.#of(collection);
    const isRemoved = kept.below.get(above)?.delete(keyOf(id)) ?? false;
    if (isRemoved) {
      kept.removed.set(removedKey(above, id), true);
      dropOldest(kept.removed);
    }
    const gone = [...collection.above.map((name) => keyOf(ids[name])), keyOf(id)];
    for (const [other, { below }] of isRemoved ? this.#kept : []) {
      if (isBelow(other, collection)) {
        for (const key of below.keys()) {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `aboveOf` wrote it
          const texts = JSON.parse(key) as readonly string[];
          if (gone.every((text, index) => texts[index] === text)) {
            below.delete(key);
          }
        }
      }
    }
    return isRemoved;
  }

  /** Whether an entity was there and was removed. */
  hasRemoved(collection: Collection, ids: Ids, id: unknown): boolean {
    return this.#of(collection).removed.has(removedKey(aboveOf(collection, ids), id));
  }

  clear(collection: Collection, ids: Ids): void {
    this.#of(collection).below.delete(aboveOf(collection, ids));
  }

  reset(): void {
    this.#kept.clear();
  }

  /** How many entities a collection has below all ids. */
  count(collection: Collection): number {
    return [...this.#of(collection).below.values()].reduce((sum, { size }) => sum + size, 0);
  }

  #of(collection: Collection): Kept {
    const kept = this.#kept.get(collection) ?? {
      below: new Map(),
      removed: new Map(),
      created: 0,
      isGiven: false,
    };
    this.#kept.set(collection, kept);
    return kept;
  }
}

function isBelow({ parent }: Collection, collection: Collection): boolean {
  return parent !== undefined && (parent === collection || isBelow(parent, collection));
}

function aboveOf({ above }: Collection, ids: Ids): string {
  return JSON.stringify(above.map((name) => keyOf(ids[name])));
}

function removedKey(above: string, id: unknown): string {
  return JSON.stringify([above, keyOf(id)]);
}

/** The text of an id. An id of a path is decoded, and the member of an entity is JSON. */
export function keyOf(id: unknown): string {
  return id instanceof Date ? id.toISOString() : String(id);
}

function dropOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MOST && oldest !== undefined) {
    map.delete(oldest);
  }
}
