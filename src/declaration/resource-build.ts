// Builds the values of a tree: resources with their children as properties, dynamic
// ones as functions. Everything is built once, when it is declared or placed.
import { pathOf, pieceOf } from "./address.ts";
import { callable } from "./bound.ts";
import type { EndpointData } from "./endpoint-data.ts";
import { placeEndpoint } from "./placed-endpoint.ts";
import { templatePiece } from "./placement.ts";
import type { AnyResource, Placement, ResourceData } from "./placement.ts";

// What resources have; names of children are free, so there is nothing else.
const shared = Object.freeze({
  __proto__: null,
  get path(): string {
    const resource = this as unknown as AnyResource;
    return pathOf(resource, resource["~resource"]);
  },
});

/** Builds a resource and all below it at its place. */
export function build(
  data: ResourceData,
  parent: Placement | undefined,
  nested: boolean,
): AnyResource {
  const { kind, segment, children } = data;
  const dynamic = kind === "dynamic";
  const placement = {
    data,
    parent,
    nested,
    template: (parent?.template ?? "") + templatePiece(data),
    pieces: [...(parent?.pieces ?? []), dynamic ? data : pieceOf(segment ?? "")],
  } as unknown as Placement;
  // The value is both the run-time object and, for the caller, the typed resource.
  const value = (dynamic ? callable(placement, shared) : Object.create(shared)) as AnyResource &
    Record<string, unknown>;
  placement.value = value;
  Object.defineProperty(value, "~resource", { value: placement });
  for (const [name, child] of Object.entries(children)) {
    // A name that is taken is told of by `verify`; so is what is neither endpoint nor
    // resource, and it is kept as it is: `verify` names it.
    if (!(name in value)) {
      const { "~data": endpoint, "~resource": resource } = Object(child) as Partial<Mountable>;
      value[name] = endpoint
        ? placeEndpoint(endpoint, placement)
        : resource
          ? build(resource.data, placement, true)
          : child;
    }
  }
  return Object.freeze(value);
}

interface Mountable {
  readonly "~data": EndpointData;
  readonly "~resource": Placement;
}
