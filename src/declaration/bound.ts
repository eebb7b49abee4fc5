// Bound views: a resource or endpoint with ids given. They are made at every call of
// a dynamic resource, so they are small: a prototype made once per resource, whose
// getters lead on to the children, and one property with the ids.
import { addressOf } from "./address.ts";
import { idsOf } from "./ids.ts";
import type { Ids } from "./ids.ts";
import type { PlacedEndpoint } from "./placed-endpoint.ts";
import type { AnyResource, Child, Placement } from "./placement.ts";

/** The same resource with one more id given. */
export function bindId(placement: Placement, given: Ids | undefined, value: unknown): AnyResource {
  return fixedView(placement, {
    __proto__: null,
    ...given,
    [String(placement.data.segment)]: value,
  });
}

/** The same node with these ids given. */
export function withIds(
  node: AnyResource | PlacedEndpoint,
  ids: Ids,
): AnyResource | PlacedEndpoint {
  if ("~endpoint" in node) {
    return Object.freeze(Object.assign(Object.create(node) as PlacedEndpoint, { "~ids": ids }));
  }
  const placement = node["~resource"];
  return placement.data.kind === "dynamic" && !(String(placement.data.segment) in ids)
    ? callableView(placement, ids)
    : fixedView(placement, ids);
}

function fixedView(placement: Placement, ids: Ids): AnyResource {
  const view = Object.create(boundPrototype(placement)) as { "~ids": Ids };
  view["~ids"] = ids;
  return Object.freeze(view) as unknown as AnyResource;
}

function callableView(placement: Placement, ids: Ids): AnyResource {
  const view = bareFunction((id) => bindId(placement, ids, id));
  Object.setPrototypeOf(view, boundPrototype(placement));
  return Object.freeze(Object.assign(view, { "~ids": ids })) as unknown as AnyResource;
}

/** A function that has no property of its own: any name is free for a child. */
export function bareFunction(call: (id: unknown) => unknown): object {
  const made: object = call;
  Object.setPrototypeOf(made, null);
  Reflect.deleteProperty(made, "name");
  Reflect.deleteProperty(made, "length");
  return made;
}

function boundPrototype(placement: Placement): object {
  if (placement.boundView === undefined) {
    const view = Object.create(null) as object;
    const unbound = placement.value as unknown as Record<string, AnyResource | PlacedEndpoint>;
    for (const name of Object.keys(unbound)) {
      define(view, name, function (this: object) {
        return withIds(unbound[name] as AnyResource, idsOf(this) as Ids);
      });
    }
    define(view, "path", function (this: object) {
      return addressOf(placement, "", idsOf(this) as Ids);
    });
    Object.assign(view, { "~child": "resource" satisfies Child["~child"], "~resource": placement });
    placement.boundView = Object.freeze(view);
  }
  return placement.boundView;
}

function define(view: object, name: string, get: () => unknown): void {
  Object.defineProperty(view, name, { get, enumerable: true });
}
