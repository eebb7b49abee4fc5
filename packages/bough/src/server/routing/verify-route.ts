// Checks a route when it is registered, so that no request meets a mistake.
import { schemesOf } from "../../declaration/security/security.ts";
import { chainOf, templateOf } from "../../declaration/tree/placement.ts";
import { fieldsOf } from "../../internal/record.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { Entry, KnownEndpoints } from "./known-endpoints.ts";
import type { RouteLimits } from "../options/limits.ts";
import type { FormatOption } from "./rejection-shapes.ts";
import { RouteError } from "./route-error.ts";
import type { RawHandler, ViewSteps } from "../call/view.ts";

/** The options of `route`, at run time. */
export interface RawRouteOptions {
  readonly request?: AnySchema | undefined;
  /** `false` sends the value as the handler returns it. */
  readonly response?: AnySchema | false | undefined;
  readonly limits?: RouteLimits | undefined;
}

/** The route of one endpoint. */
export interface Registration {
  readonly handler: unknown;
  readonly steps: ViewSteps;
  readonly options: RawRouteOptions;
  /** Whether its body lacks a schema although the server requires one. */
  readonly schemaMissing: boolean;
  /** Whether it lacks security although the server requires it. */
  readonly securityMissing: boolean;
  /** What its root declares without a function that writes it. */
  readonly writerMissing: FormatOption | undefined;
  /** All endpoints of the server, and its schemas file. */
  readonly known: KnownEndpoints;
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

type RouteFault = [fault: string, remedy: string];

function faultOf(entry: Entry, given: Registration): RouteFault | undefined {
  const { options } = given;
  if (typeof given.handler !== "function") {
    return ["its handler is not a function", "give (call) => …"];
  }
  if (entry.route !== undefined) {
    return ["has a handler already", "leave one of the two out"];
  }
  const { above, checks } = given.steps;
  const chain = above.length > 0 ? chainOf(entry.endpoint["~endpoint"].parent) : [];
  const missed = above.find((placement) => !chain.includes(placement));
  if (missed !== undefined) {
    return [
      `is not below ${templateOf(missed)}, where its view is`,
      "route it on the server, or on a view at a resource above it",
    ];
  }
  const undeclared = failureFault(entry, given.steps) ?? securityFault(entry, checks);
  if (undeclared !== undefined) {
    return undeclared;
  }
  if (given.securityMissing) {
    return [
      "declares no security, and the server requires it",
      "add .security(scheme), or .security(anonymous)",
    ];
  }
  const unsound = (["request", "response"] as const).find(
    (name) => !(name === "response" && options.response === false) && !isSchema(options[name]),
  );
  if (unsound !== undefined) {
    return [
      `its ${unsound} schema is not a Standard Schema`,
      "give a schema of zod, valibot, arktype …",
    ];
  }
  if (given.writerMissing !== undefined) {
    return [
      `is below a root that declares ${given.writerMissing}, but no function writes them`,
      `call server.${given.writerMissing}(api, (${given.writerMissing.slice(0, -1)}) => …) before route`,
    ];
  }
  return (
    typesFault(entry, given) ??
    (given.schemaMissing
      ? ["its request body has no schema", "declare one, or give { request: schema } to route"]
      : undefined)
  );
}

// A step may fail only with failures that the endpoint declares.
function failureFault(
  { endpoint }: Entry,
  { guards, authorizers, arounds, checks }: ViewSteps,
): RouteFault | undefined {
  for (const [name, steps] of [
    ["a guard", guards],
    ["an authorize", authorizers],
    ["an around", arounds],
    ["an authenticate", [...checks.values()]],
  ] as const) {
    const missing = steps
      .flatMap(({ failures }) => failures)
      .find((failure) => !endpoint.failures.includes(failure));
    if (missing !== undefined) {
      return [
        `${name} may fail with "${missing.name}", which the endpoint does not declare`,
        "add .failure(…), or the failures option of a resource",
      ];
    }
  }
  return undefined;
}

function securityFault(
  { endpoint: { security = [] } }: Entry,
  checks: ViewSteps["checks"],
): RouteFault | undefined {
  const unchecked = security.flatMap(schemesOf).find((one) => !checks.has(one["~scheme"]));
  if (unchecked !== undefined) {
    return [
      `its security scheme "${unchecked.name}" has no authenticate in its view`,
      "route it on server.secured([authenticate(scheme, (credential) => …)]), with this same scheme",
    ];
  }
  return undefined;
}

/** The bodies of an endpoint that the schemas file lacks, and the other endpoints that differ from it. */
function typesFault({ endpoint }: Entry, { known, options }: Registration): RouteFault | undefined {
  const { types } = known;
  const missing = types?.missing(endpoint, options);
  if (missing === undefined) {
    return undefined;
  }
  const others = [...known.entries()].filter(
    (entry) =>
      entry.endpoint !== endpoint &&
      types?.missing(entry.endpoint, entry.options ?? {}) !== undefined,
  );
  const named = others
    .slice(0, MOST_NAMED)
    .map((other) => `${other.endpoint.method} ${other.endpoint.template}`);
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : "";
  const also = named.length > 0 ? `; these endpoints differ too: ${named.join(", ")}${more}` : "";
  return [missing, `run bough schemas for this API${also}`];
}

const MOST_NAMED = 20;

// `null` counts as no schema.
function isSchema(schema: AnySchema | false | null | undefined): boolean {
  return (
    schema === undefined ||
    schema === null ||
    typeof fieldsOf(fieldsOf(schema)["~standard"])["validate"] === "function"
  );
}
