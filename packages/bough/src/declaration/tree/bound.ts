// Bound views: a resource or endpoint with ids given. They are made at every call of
// a dynamic resource, so they are small: a prototype made once per resource, whose
// getters lead on to the children, and one property with the ids.
import { idsOf } from "./ids.ts";
import type { Ids } from "./ids.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import type { AnyResource, Placement } from "./placement.ts";

/** The same node with these ids given. */
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

/** What takes the id of a dynamic resource: a function without a property of its own, any name is free for a child. */
export function callable(placement: Placement, prototype: object, ids?: Ids): object {
  const call = (id: unknown): unknown =>
    withIds(placement.value, { __proto__: null, ...ids, [placement.data.segment as string]: id });
  // Before anything is deleted, since engines share what they know of functions until then.
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
