// Resources and endpoints with ids, which every call of a dynamic resource creates. They must be cheap: the
// children are getters of a prototype that is made once per resource, and the ids are one property.
import { idsOf } from "./ids.ts";
import type { Ids } from "./ids.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import type { AnyResource, Placement } from "./placement.ts";

/** The same node with these ids. */
export function withIds(node: AnyResource | AnyEndpoint, ids: Ids): AnyResource | AnyEndpoint {
  const { "~resource": placement } = node as AnyResource;
  const view = placement ? viewOf(placement) : node;
  const bound = (
    placement?.data.kind === "dynamic" && !((placement.data.segment as string) in ids)
      ? callable(placement, view, ids)
      : Object.create(view)
  ) as AnyResource & { "~ids": Ids };
  bound["~ids"] = ids;
  return Object.freeze(bound);
}

/** The function that takes the id of a dynamic resource. It has no own properties, so children can have any name. */
export function callable(placement: Placement, prototype: object, ids?: Ids): object {
  const call = (id: unknown): unknown =>
    withIds(placement.value, { __proto__: null, ...ids, [placement.data.segment as string]: id });
  // Set before the deletions: engines optimize functions until a property is deleted.
  Object.setPrototypeOf(call, prototype);
  delete (call as { name?: string }).name;
  delete (call as { length?: number }).length;
  return call;
}

function viewOf(placement: Placement): object {
  return (placement.view ??= Object.freeze(
    Object.create(
      placement.value,
      Object.fromEntries(
        Object.entries(placement.value).map(([name, child]) => [
          name,
          {
            enumerable: true,
            get(this: object) {
              return withIds(child as unknown as AnyResource, idsOf(this) as Ids);
            },
          },
        ]),
      ),
    ) as object,
  ));
}
