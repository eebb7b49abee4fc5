// Checks a route when it is registered, so that no request meets a mistake.
import type { AnyFailure } from "../../declaration/failure/failure.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { chainOf, templateOf, type Placement } from "../../declaration/tree/placement.ts";
import { fieldsOf } from "../../internal/record.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { RawHandler } from "../call/view.ts";
import type { Entry } from "./known-endpoints.ts";
import type { GivenRoute, RouteFault } from "./part.ts";
import type { PartList } from "./part-list.ts";
import { RouteError } from "./route-error.ts";

/** The route of one endpoint. */
export interface Registration extends GivenRoute {
  readonly handler: unknown;
  /** Whether its body lacks a schema although the server requires one. */
  readonly schemaMissing: boolean;
  readonly parts: PartList;
}

/** Throws `RouteError` for a route that cannot be registered. */
export function verifyRoute(
  entry: Entry,
  given: Registration,
): asserts given is Registration & { readonly handler: RawHandler } {
  const fault = faultOf(entry, given);
  if (fault !== undefined) {
    const { method, template } = entry.endpoint;
    throw new RouteError(`${method} ${template}`, ...fault);
  }
}

function faultOf(entry: Entry, given: Registration): RouteFault | undefined {
  const { endpoint, options } = given;
  if (typeof given.handler !== "function") {
    return ["its handler is not a function", "pass (call) => …"];
  }
  if (entry.pipeline !== undefined) {
    return ["already has a handler", "remove one of the two route() calls"];
  }
  const { above, guards, arounds } = given.steps;
  const missed = above.length > 0 ? missedBy(endpoint, above) : undefined;
  if (missed !== undefined) {
    return [
      `is not below ${templateOf(missed)}, where its view is`,
      "route it on the server, or on a view at a resource above it",
    ];
  }
  const undeclared =
    undeclaredFailure(endpoint, "a guard", guards) ??
    undeclaredFailure(endpoint, "an around", arounds);
  if (undeclared !== undefined) {
    return undeclared;
  }
  const unsound = !isSchema(options.request)
    ? "request"
    : options.response !== false && !isSchema(options.response)
      ? "response"
      : undefined;
  if (unsound !== undefined) {
    return [
      `its ${unsound} schema is not a Standard Schema`,
      "pass a schema of zod, valibot, arktype …",
    ];
  }
  for (const refuse of given.parts.refusals) {
    const refused = refuse(given);
    if (refused !== undefined) {
      return refused;
    }
  }
  return given.schemaMissing
    ? ["its request body has no schema", "declare one, or pass { request: schema } to route"]
    : undefined;
}

function missedBy(endpoint: AnyEndpoint, above: readonly Placement[]): Placement | undefined {
  const chain = chainOf(endpoint["~endpoint"].parent);
  return above.find((placement) => !chain.includes(placement));
}

/** The fault of a step that may fail with a failure that the endpoint does not declare. */
export function undeclaredFailure(
  { failures }: AnyEndpoint,
  name: string,
  steps: Iterable<{ readonly failures: readonly AnyFailure[] }>,
): RouteFault | undefined {
  for (const step of steps) {
    const missing = step.failures.find((failure) => !failures.includes(failure));
    if (missing !== undefined) {
      return [
        `${name} may fail with "${missing.name}", which the endpoint does not declare`,
        "add .failure(…), or the failures option of a resource",
      ];
    }
  }
  return undefined;
}

// `null` counts as no schema.
function isSchema(schema: AnySchema | false | null | undefined): boolean {
  return (
    schema === undefined ||
    schema === null ||
    typeof fieldsOf(fieldsOf(schema)["~standard"])["validate"] === "function"
  );
}
