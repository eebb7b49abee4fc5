// Bound views: a resource or endpoint with ids given. They are made at every call of
// a dynamic resource, so they are small: a prototype made once per resource, whose
// getters lead on to the children, and one property with the ids.
import { addressOf } from "./address.ts";
import { idsOf } from "./ids.ts";
import type { Ids } from "./ids.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import type { AnyResource, Placement } from "./placement.ts";

const { create, freeze, setPrototypeOf } = Object;

/** The same resource with one more id given. */
export function bindId(placement: Placement, given: Ids, value: unknown): AnyResource {
  const ids: Ids = { __proto__: null, ...given, [String(placement.data.segment)]: value };
  return bound(create(viewOf(placement)) as object, ids) as AnyResource;
}

/** The same node with these ids given. */
export function withIds(node: AnyResource | AnyEndpoint, ids: Ids): AnyResource | AnyEndpoint {
  const { "~resource": placement } = node as AnyResource;
  const view = placement ? viewOf(placement) : node;
  return bound(
    placement?.data.kind === "dynamic" && !(String(placement.data.segment) in ids)
      ? callable(view, (id) => bindId(placement, ids, id))
      : (create(view) as object),
    ids,
  ) as AnyResource;
}

/** A function that has no property of its own: any name is free for a child. */
export function callable(prototype: object | null, call: (id: unknown) => unknown): object {
  Reflect.deleteProperty(call, "name");
  Reflect.deleteProperty(call, "length");
  return setPrototypeOf(call, prototype) as object;
}

function bound(node: object, ids: Ids): object {
  (node as { "~ids": Ids })["~ids"] = ids;
  return freeze(node);
}

function viewOf(placement: Placement): object {
  if (!placement.view) {
    const { template, pieces, value } = placement;
    const leads = {
      __proto__: null,
      "~resource": { value: placement },
    } as unknown as PropertyDescriptorMap;
    const lead = (name: string, to: (ids: Ids) => unknown): void => {
      leads[name] = {
        enumerable: true,
        get(this: object) {
          return to(idsOf(this) as Ids);
        },
      };
    };
    lead("path", (ids) => addressOf(template, pieces, ids));
    for (const [name, child] of Object.entries(value)) {
      lead(name, (ids) => withIds(child as AnyResource, ids));
    }
    placement.view = freeze(create(null, leads) as object);
  }
  return placement.view;
}
