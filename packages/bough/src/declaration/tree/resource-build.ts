// Builds resources, with their children as properties. A dynamic resource is a function. The children of a root, or of
// a resource with a parent, are built at once. Those of any other resource are built when they are read, because the
// tree that it becomes part of builds them again.
import { pathOf } from "./address.ts";
import { callable } from "./bound.ts";
import { placeEndpoint } from "./placed-endpoint.ts";
import { templatePiece, type AnyResource, type Placement, type ResourceData } from "./placement.ts";
import { printedAs } from "./printed.ts";

// The prototype of resources. It has no other member, so children can have nearly any name.
const shared = /* @__PURE__ */ printedAs<AnyResource>(
  {
    __proto__: null,
    get path(): string {
      return pathOf(this);
    },
  },
  function () {
    return this["~resource"].template || "/";
  },
);

/** Builds a resource and everything below it. */
export function build(
  data: ResourceData,
  parent: Placement | undefined,
  nested?: true,
): AnyResource {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `value` is set below, because a dynamic resource refers to its placement
  const placement = {
    data,
    parent,
    nested,
    template: (parent?.template ?? "") + templatePiece(data),
  } as Placement;
  // Its members are added below.
  const value: AnyResource & Record<string, unknown> =
    data.kind === "dynamic" ? callable(placement, shared) : Object.create(shared);
  placement.value = value;
  Object.defineProperty(value, "~resource", { value: placement });
  for (const { name, child } of data["~below"]) {
    // `verify` reports a reserved name, and a child that is neither endpoint nor resource.
    if (name !== "path" && name !== "~resource") {
      const place = (): unknown =>
        "~data" in child
          ? placeEndpoint(child["~data"], placement)
          : "~below" in child
            ? build(child, placement, true)
            : child;
      // The members of the prototype cannot be assigned. An assignment is faster.
      if ((parent || data.kind === "root") && !(name in shared)) {
        value[name] = place();
      } else {
        let placed: unknown;
        Object.defineProperty(value, name, { enumerable: true, get: () => (placed ??= place()) });
      }
    }
  }
  return Object.freeze(value);
}
