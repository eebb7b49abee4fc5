// Builds the values of a tree: resources with their children as properties, dynamic
// ones as functions. Everything is built once, when it is declared or placed.
import { bareFunction, bindId, define, emptyObject } from "./bound.ts";
import type { EndpointData } from "./endpoint-data.ts";
import { placeEndpoint } from "./placed-endpoint.ts";
import { templatePiece } from "./placement.ts";
import type { AnyResource, Placement, ResourceData } from "./placement.ts";

/** Builds a resource and all below it at its place. */
export function build(
  data: ResourceData,
  parent: Placement | undefined,
  nested: boolean,
): AnyResource {
  const value: object =
    data.kind === "dynamic" ? bareFunction((id) => bindId(placement, {}, id)) : emptyObject();
  // The value is both the run-time object and, for the caller, the typed resource.
  const placement: Placement = {
    data,
    parent,
    nested,
    template: (parent?.template ?? "") + templatePiece(data),
    value: value as AnyResource,
    boundView: undefined,
  };
  define(value, "path", { value: placement.template });
  define(value, "~child", { value: "resource" });
  define(value, "~resource", { value: placement });
  for (const [name, child] of Object.entries(data.children)) {
    // A name that is taken is told of by `verify`.
    if (!(name in value)) {
      define(value, name, { value: mount(child, placement), enumerable: true });
    }
  }
  return Object.freeze(value) as AnyResource;
}

// What is neither endpoint nor resource is kept as it is: `verify` tells of it, and names it.
function mount(child: unknown, placement: Placement): unknown {
  const { "~data": data, "~resource": resource } = Object(child) as Partial<Mountable>;
  return data
    ? placeEndpoint(data, placement)
    : resource
      ? build(resource.data, placement, true)
      : child;
}

interface Mountable {
  readonly "~data": EndpointData;
  readonly "~resource": Placement;
}
