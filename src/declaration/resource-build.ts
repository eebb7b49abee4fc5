// Builds the values of a tree: resources with their children as properties, dynamic
// ones as functions. Everything is built once, when it is declared or placed.
import { bareFunction, bindId } from "./bound.ts";
import type { EndpointDeclaration } from "./endpoint.ts";
import type { Definition } from "./definition.ts";
import { PlacedEndpoint } from "./placed-endpoint.ts";
import { templatePiece } from "./placement.ts";
import type { AnyResource, Child, Placement, ResourceData } from "./placement.ts";

/** Builds a resource and all below it at its place. */
export function build(
  data: ResourceData,
  parent: Placement | undefined,
  nested: boolean,
): AnyResource {
  const template = (parent?.template ?? "") + templatePiece(data);
  const value =
    data.kind === "dynamic"
      ? bareFunction((id) => bindId(placement, undefined, id))
      : (Object.create(null) as object);
  // The value is both the run-time object and, for the caller, the typed resource.
  const placement: Placement = {
    data,
    parent,
    nested,
    template,
    value: value as AnyResource,
    boundView: undefined,
  };
  define(value, "path", template, true);
  define(value, "~child", "resource", true);
  define(value, "~resource", placement, true);
  for (const [name, child] of Object.entries(data.children)) {
    // A name that is taken is told of by `verify`.
    if (!(name in value)) {
      define(value, name, mount(child, placement));
    }
  }
  return Object.freeze(value) as AnyResource;
}

function mount(child: Child | undefined, placement: Placement): unknown {
  const kind = child?.["~child"];
  if (kind === "endpoint") {
    return new PlacedEndpoint((child as EndpointDeclaration<Definition>)["~data"], placement);
  }
  // What is neither is kept as it is: `verify` tells of it, and names it.
  return kind === "resource"
    ? build((child as AnyResource)["~resource"].data, placement, true)
    : child;
}

function define(target: object, name: string, value: unknown, hidden = false): void {
  Object.defineProperty(target, name, { value, enumerable: !hidden });
}
