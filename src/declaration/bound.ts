// Bound views: a resource or endpoint with ids given. They are made at every call of
// a dynamic resource, so they are small: a prototype made once per resource, whose
// getters lead on to the children, and one property with the ids.
import { addressOf } from "./address.ts";
import { idsOf } from "./ids.ts";
import type { Ids } from "./ids.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import type { AnyResource, Placement } from "./placement.ts";

const { create, defineProperty, freeze, setPrototypeOf } = Object;

/** Defines a property, hidden unless it says otherwise. */
export const define: typeof Object.defineProperty = defineProperty;

/** An object that has and inherits no property: any name is free for a child. */
export function emptyObject(): object {
  return create(null) as object;
}

/** A function that has and inherits no property. */
export function bareFunction(call: (id: unknown) => unknown): object {
  setPrototypeOf(call, null);
  for (const name of ["name", "length"]) {
    Reflect.deleteProperty(call, name);
  }
  return call;
}

/** The same resource with one more id given. */
export function bindId(placement: Placement, given: Ids, value: unknown): AnyResource {
  const ids: Ids = { __proto__: null, ...given, [String(placement.data.segment)]: value };
  return bound(create(viewOf(placement)) as object, ids) as AnyResource;
}

/** The same node with these ids given. */
export function withIds(node: AnyResource | AnyEndpoint, ids: Ids): AnyResource | AnyEndpoint {
  if ("~endpoint" in node) {
    return bound(create(node) as object, ids) as AnyEndpoint;
  }
  const placement = node["~resource"];
  const view = viewOf(placement);
  const { kind, segment } = placement.data;
  const open = kind === "dynamic" && !(String(segment) in ids);
  return bound(
    open
      ? (setPrototypeOf(
          bareFunction((id) => bindId(placement, ids, id)),
          view,
        ) as object)
      : (create(view) as object),
    ids,
  ) as AnyResource;
}

function bound(node: object, ids: Ids): object {
  (node as { "~ids": Ids })["~ids"] = ids;
  return freeze(node);
}

function viewOf(placement: Placement): object {
  if (placement.boundView === undefined) {
    const view = emptyObject();
    const unbound = placement.value as unknown as Record<string, AnyResource>;
    const lead = (name: string, to: (ids: Ids) => unknown): void => {
      define(view, name, {
        get(this: object) {
          return to(idsOf(this) as Ids);
        },
        enumerable: true,
      });
    };
    for (const name of Object.keys(unbound)) {
      lead(name, (ids) => withIds(unbound[name] as AnyResource, ids));
    }
    lead("path", (ids) => addressOf(placement, "", ids));
    define(view, "~child", { value: "resource" });
    define(view, "~resource", { value: placement });
    placement.boundView = freeze(view);
  }
  return placement.boundView;
}
