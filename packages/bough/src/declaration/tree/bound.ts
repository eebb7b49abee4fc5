// Resources and endpoints with ids, which every call of a dynamic resource creates. They must be cheap: the
// children are getters of a prototype that is made once per resource, and the ids are one property.
import type { Ids } from "./ids.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import type { AnyResource, Placement } from "./placement.ts";

type Node = AnyResource | AnyEndpoint;

/** The same node with these ids. */
export function withIds(node: Node & { readonly "~resource"?: Placement }, ids: Ids): Node {
  const { "~resource": placement } = node;
  const view = placement ? viewOf(placement) : node;
  const bound: Node & { "~ids"?: Ids } =
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only a root may have no segment
    placement?.data.kind === "dynamic" && !((placement.data.segment as string) in ids)
      ? callable(placement, view, ids)
      : Object.create(view);
  bound["~ids"] = ids;
  return Object.freeze(bound);
}

// A function whose own properties can be deleted.
interface Call {
  (id: unknown): Node;
  name?: string;
  length?: number;
}

/** The function that takes the id of a dynamic resource. It has no own properties, so children can have any name. */
export function callable(placement: Placement, prototype: object, ids?: Ids): object {
  const call: Call = (id) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only a root may have no segment
    withIds(placement.value, { __proto__: null, ...ids, [placement.data.segment as string]: id });
  // Set before the deletions: engines optimize functions until a property is deleted.
  Object.setPrototypeOf(call, prototype);
  delete call.name;
  delete call.length;
  return call;
}

function viewOf(placement: Placement): AnyResource {
  return (placement.view ??= Object.freeze(
    Object.create(
      placement.value,
      Object.fromEntries(
        Object.entries(placement.value).map(([name, child]: [string, unknown]) => [
          name,
          {
            enumerable: true,
            get(this: { readonly "~ids": Ids }) {
              // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every own member of a resource that can be listed is a child
              return withIds(child as Node, this["~ids"]);
            },
          },
        ]),
      ),
    ),
  ));
}
