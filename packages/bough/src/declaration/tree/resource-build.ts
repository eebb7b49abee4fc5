// Builds the values of a tree: resources with their children as properties, dynamic
// ones as functions. Everything is built once, when it is declared or placed.
import { pathOf } from "./address.ts";
import { callable } from "./bound.ts";
import { placeEndpoint } from "./placed-endpoint.ts";
import { templatePiece } from "./placement.ts";
import type { AnyResource, DeclaredChild, Placement, ResourceData } from "./placement.ts";

// What resources have; names of children are free, so there is nothing else.
const shared = /* @__PURE__ */ Object.freeze({
  __proto__: null,
  get path(): string {
    return pathOf(this as unknown as AnyResource);
  },
});

/** Builds a resource and all below it at its place. */
export function build(
  data: ResourceData,
  parent: Placement | undefined,
  nested?: true,
): AnyResource {
  const placement = {
    data,
    parent,
    nested,
    template: (parent?.template ?? "") + templatePiece(data),
  } as unknown as Placement;
  // The value is both the run-time object and, for the caller, the typed resource.
  const value = (
    data.kind === "dynamic" ? callable(placement, shared) : Object.create(shared)
  ) as AnyResource & Record<string, unknown>;
  placement.value = value;
  Object.defineProperty(value, "~resource", { value: placement });
  for (const name in data["~below"]) {
    const child = data["~below"][name] as DeclaredChild;
    // A name that is taken is told of by `verify`; so is what is neither endpoint nor
    // resource, and it is kept as it is: `verify` names it.
    if (!(name in value)) {
      value[name] =
        "~data" in child
          ? placeEndpoint(child["~data"], placement)
          : "~below" in child
            ? build(child, placement, true)
            : child;
    }
  }
  return Object.freeze(value);
}
