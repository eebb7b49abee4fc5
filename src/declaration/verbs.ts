// The functions that start an endpoint's declaration, and the chain they start.
// Every call returns a new frozen value; nothing is checked here: `verify` is.
import type { Method } from "../http/method.ts";
import type { AnySchema } from "../schema/standard-schema.ts";
import { negotiated } from "./body.ts";
import type { AnyBody } from "./body.ts";
import type { Bare } from "./definition.ts";
import type { Description, EndpointData, EndpointDeclaration, ReplyOptions } from "./endpoint.ts";
import type { AnyFailure } from "./failure.ts";
import { asParameters } from "./parameter-make.ts";
import type { ParameterParts } from "./parameter.ts";
import type { SubpathCheck } from "./segment.ts";

/** Starts an endpoint's declaration; a subpath stands for nested static resources. */
export type Verb<M extends Method> = <const Subpath extends string = "">(
  subpath?: SubpathCheck<Subpath>,
) => EndpointDeclaration<Bare<M, Subpath>>;

/** Reads (RFC 9110 9.3.1). */
export const get: Verb<"GET"> = /* @__PURE__ */ verb("GET");
/** Reads with a request body: safe, idempotent (RFC 10008). */
export const query: Verb<"QUERY"> = /* @__PURE__ */ verb("QUERY");
/** Creates or processes (RFC 9110 9.3.3). */
export const post: Verb<"POST"> = /* @__PURE__ */ verb("POST");
/** Creates or replaces (RFC 9110 9.3.4). */
export const put: Verb<"PUT"> = /* @__PURE__ */ verb("PUT");
/** Changes in part (RFC 5789). */
export const patch: Verb<"PATCH"> = /* @__PURE__ */ verb("PATCH");
/** Removes (RFC 9110 9.3.5); also exported as `delete`. */
export const del: Verb<"DELETE"> = /* @__PURE__ */ verb("DELETE");
/** Reads without content (RFC 9110 9.3.2); every `get()` answers HEAD by itself. */
export const head: Verb<"HEAD"> = /* @__PURE__ */ verb("HEAD");

function verb<M extends Method>(method: M): Verb<M> {
  const start = (subpath = ""): unknown =>
    chain({
      method,
      subpath,
      request: undefined,
      responses: [],
      parameters: {},
      headers: {},
      failures: [],
      meta: {},
      description: {},
      twice: [],
    });
  // The seam between the builder's one run-time shape and its static types.
  return start as Verb<M>;
}

function chain(data: EndpointData): object {
  const and = (more: Partial<EndpointData>, twice: readonly string[] = []): object =>
    chain({ ...data, ...more, twice: [...data.twice, ...twice] });
  for (const [name, part] of Object.entries(data)) {
    // A schema is not ours to freeze.
    if (name !== "request") {
      Object.freeze(part);
    }
  }
  return Object.freeze({
    "~child": "endpoint",
    "~data": Object.freeze(data),
    request: (body: AnyBody | AnySchema = negotiated) =>
      and({ request: body }, data.request === undefined ? [] : ["the request body"]),
    response: (body: AnyBody | AnySchema = negotiated, options: ReplyOptions = {}) => {
      const {
        status = (body as Partial<AnyBody>)["~body"] === "none" ? 204 : 200,
        headers = {},
        description,
      } = options;
      return and(
        {
          responses: [
            ...data.responses,
            Object.freeze({ status, body, headers: asParameters(headers), description }),
          ],
        },
        data.responses.some((other) => other.status === status) ? [`the status ${status}`] : [],
      );
    },
    parameters: (record: object) =>
      and(
        { parameters: asParameters({ ...data.parameters, ...record }) },
        shared("parameter", data.parameters, record),
      ),
    headers: (record: object) =>
      and(
        { headers: asParameters({ ...data.headers, ...record }) },
        shared("header", data.headers, record),
      ),
    failure: (...failures: readonly AnyFailure[]) =>
      and({ failures: [...data.failures, ...failures] }),
    describe: (description: Description) =>
      and({ description: { ...data.description, ...description } }),
    meta: (meta: object) => and({ meta: { ...data.meta, ...meta } }),
  });
}

function shared(what: string, existing: ParameterParts, record: object): string[] {
  return Object.keys(record)
    .filter((name) => Object.hasOwn(existing, name))
    .map((name) => `the ${what} "${name}"`);
}
