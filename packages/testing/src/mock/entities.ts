// The entities of a resource, for tests.
import type { AnyResource } from "bough";
import { inspect } from "bough/contract";
import type { Collection, Collections } from "./collections.ts";
import { keyOf, type Entity, type EntityStore } from "./entity-store.ts";
import type { Entities } from "./mock.ts";
import { MockError } from "./mock-error.ts";
import type { Ids } from "./rules.ts";

/** The entities of a dynamic resource, or of a resource with a list. */
export function entitiesOf(
  resource: AnyResource,
  collections: Collections,
  store: EntityStore,
): Entities<Entity> {
  const collection = collectionOf(resource, collections);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a resource with ids has them there
  const ids = (resource as { readonly "~ids"?: Ids })["~ids"] ?? {};
  const missing = collection.above.filter((name) => !(name in ids));
  if (missing.length > 0) {
    throw new MockError(
      "no-state",
      `mock.entities: ${collection.name} is below ${missing.join(" and ")}: pass the ids above, such as mock.entities(api.users.user(id).friends.friend)`,
    );
  }
  const put = (entity: Entity): void => {
    store.give(collection);
    const copy: Entity = structuredClone(entity);
    store.put(collection, ids, idOf(copy, collection, store), copy);
  };
  return {
    set: (entities) => {
      store.give(collection);
      store.clear(collection, ids);
      entities.forEach(put);
    },
    all: () => store.all(collection, ids).map((one) => structuredClone(one)),
    get: (id) => structuredClone(store.get(collection, ids, id)),
    put,
    remove: (id) => store.remove(collection, ids, id),
  };
}

function collectionOf(resource: AnyResource, { byTemplate, all }: Collections): Collection {
  const { template, parent } = resource["~resource"];
  const own = byTemplate.get(template);
  const found = inspect(resource).kind === "dynamic" ? byTemplate.get(parent?.template ?? "") : own;
  if (found === undefined) {
    const known = all.map(({ name }) => name).join(", ") || "none";
    throw new MockError(
      "no-state",
      `mock.entities: ${template || "/"} has no entities: pass a dynamic resource with GET, PUT, PATCH or DELETE, or one with a list. Those of this API: ${known}`,
    );
  }
  return found;
}

function idOf(entity: Entity, collection: Collection, store: EntityStore): unknown {
  const { idMember, name } = collection;
  if (idMember === undefined) {
    return keyOf(store.next(collection));
  }
  if (entity[idMember] === undefined) {
    throw new MockError(
      "no-state",
      `mock.entities: an entity of ${name} lacks its id "${idMember}"`,
    );
  }
  return entity[idMember];
}
