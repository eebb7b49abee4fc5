// Builds the values of a tree: resources with their children as properties, dynamic
// ones as functions. Everything is built once, when it is declared or placed.
import { pieceOf } from "./address.ts";
import { bindId, callable } from "./bound.ts";
import type { EndpointData } from "./endpoint-data.ts";
import { placeEndpoint } from "./placed-endpoint.ts";
import { templatePiece } from "./placement.ts";
import type { AnyResource, PathPiece, Placement, ResourceData } from "./placement.ts";

/** Builds a resource and all below it at its place. */
export function build(
  data: ResourceData,
  parent: Placement | undefined,
  nested: boolean,
): AnyResource {
  const { kind, segment } = data;
  const own: PathPiece[] =
    kind === "dynamic" ? [data] : segment === undefined ? [] : [pieceOf(segment)];
  const template = (parent?.template ?? "") + templatePiece(data);
  // The value is both the run-time object and, for the caller, the typed resource.
  const value = (
    kind === "dynamic" ? callable(null, (id) => bindId(placement, {}, id)) : Object.create(null)
  ) as AnyResource;
  const placement: Placement = {
    data,
    parent,
    nested,
    template,
    pieces: [...(parent?.pieces ?? []), ...own],
    value,
    view: undefined,
  };
  const hidden = { path: { value: template }, "~resource": { value: placement } };
  Object.defineProperties(value, hidden);
  for (const name of Object.keys(data.children)) {
    // A name that is taken is told of by `verify`.
    if (!Object.hasOwn(hidden, name)) {
      Object.defineProperty(value, name, {
        value: mount(data.children[name], placement),
        enumerable: true,
      });
    }
  }
  return Object.freeze(value);
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
