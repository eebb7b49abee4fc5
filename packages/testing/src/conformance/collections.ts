// The collections of a tree: which endpoints create, list, find, change and remove an entity.
import type { AnyResource } from "bough";
import { inspect } from "bough/contract";
import type { Tested } from "./subject.ts";

/** A collection: what creates an entity, and what works on one. */
export interface Collection {
  readonly create: Tested;
  readonly entity: AnyResource;
  readonly idName: string;
  readonly list: Tested | undefined;
  readonly find: Tested | undefined;
  readonly changes: readonly Tested[];
  readonly remove: Tested | undefined;
}

/** The collections of a tree: each POST on a resource with a dynamic child. */
export function collectionsOf(endpoints: readonly Tested[]): readonly Collection[] {
  return endpoints.flatMap((create): Collection[] => {
    const { method, subpath, resource } = create.declared;
    if (method !== "POST" || subpath !== "") {
      return [];
    }
    const at = (where: AnyResource, wanted: string): Tested | undefined =>
      endpoints.find(
        ({ declared }) =>
          declared.resource === where && declared.method === wanted && declared.subpath === "",
      );
    const child = Object.values(inspect(resource).children).find(
      (one) => "~resource" in one && inspect(one).kind === "dynamic",
    );
    if (child === undefined || !("~resource" in child)) {
      return [];
    }
    const entity = child["~resource"].value;
    const changes = ["PUT", "PATCH"].flatMap((one) => at(entity, one) ?? []);
    const made = {
      create,
      entity,
      idName: inspect(entity).name ?? "",
      list: at(resource, "GET"),
      find: at(entity, "GET"),
      changes,
      remove: at(entity, "DELETE"),
    };
    return made.find === undefined && made.remove === undefined ? [] : [made];
  });
}
