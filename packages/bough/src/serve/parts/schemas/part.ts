// Schemas from types: validates bodies that are declared by their type, with the schemas that `bough schemas` writes.
import { targetOf } from "../../../declare/tree/nodes.ts";
import type { ServerOptions } from "../server-options.ts";
import { ExtractedTypes } from "./extracted-types.ts";
import type {
  GivenRoute,
  KnownEndpoint,
  PartSetup,
  RouteFault,
  ServerPart,
} from "../../routing/part.ts";

/** Validates by the schemas of a schemas file. */
export function schemasFromTypes({
  options: { schemas, responses },
  entries,
}: PartSetup<ServerOptions>): ServerPart | undefined {
  if (schemas === undefined) {
    return undefined;
  }
  const types = new ExtractedTypes(schemas, responses === "strip");
  return {
    types: {
      of: (endpoint) => types.of(endpoint),
      isUnvalidated: (endpoint) => types.isUnvalidated(endpoint),
    },
    refuse: (route) => missing(route, types, entries()),
  };
}

const MOST_NAMED = 20;

/** The bodies of an endpoint that the schemas file lacks, and the other endpoints that differ from it. */
function missing(
  { endpoint, options }: GivenRoute,
  types: ExtractedTypes,
  known: Iterable<KnownEndpoint>,
): RouteFault | undefined {
  const fault = types.missing(endpoint, options);
  if (fault === undefined) {
    return undefined;
  }
  const others = [...known].filter(
    (one) => one.endpoint !== endpoint && types.missing(one.endpoint, one.options ?? {}),
  );
  const named = others.slice(0, MOST_NAMED).map((other) => targetOf(other.endpoint));
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : "";
  const also = named.length > 0 ? `; these endpoints differ too: ${named.join(", ")}${more}` : "";
  return [fault, `run bough schemas for this API${also}`];
}
