// Builds resources, with their children as properties. A dynamic resource is a function. Everything is built
// once, when it is declared or put into a tree.
import { pathOf } from "./address.ts";
import { callable } from "./bound.ts";
import { placeEndpoint } from "./placed-endpoint.ts";
import { templatePiece } from "./placement.ts";
import type { AnyResource, DeclaredChild, Placement, ResourceData } from "./placement.ts";

// The prototype of resources. It has no other member, so children can have nearly any name.
const shared = /* @__PURE__ */ Object.freeze({
  __proto__: null,
  get path(): string {
    return pathOf(this as unknown as AnyResource);
  },
});

/** Builds a resource and everything below it. */
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
  // The children are added below, so the compiler cannot know the type.
  const value = (
    data.kind === "dynamic" ? callable(placement, shared) : Object.create(shared)
  ) as AnyResource & Record<string, unknown>;
  placement.value = value;
  Object.defineProperty(value, "~resource", { value: placement });
  for (const name in data["~below"]) {
    const child = data["~below"][name] as DeclaredChild;
    // `verify` reports a reserved name, and a child that is neither endpoint nor resource.
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
