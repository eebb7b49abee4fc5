// The functions that declare an endpoint, and the calls of their chain. Each call returns a new frozen
// value. `verify` checks the declaration.
import "../../facts/conditional/declared.ts";
import "../../facts/idempotency/declared.ts";
import "../../facts/paging/declared.ts";
import { expectOptions } from "../../shared/internal/wrong-argument.ts";
import type { Method } from "../../shared/http/method.ts";
import { negotiated, type AnyBody } from "../body/body.ts";
import type { Bare, FactData } from "./definition.ts";
import { INHERITED, type ChainCall, type EndpointData } from "./endpoint-data.ts";
import type { EndpointDeclaration } from "./endpoint.ts";
import type { SubpathCheck } from "./position.ts";

/** Declares an endpoint. A subpath is short for nested static resources. */
export type Verb<M extends Method> = <const Subpath extends string = "">(
  subpath?: SubpathCheck<Subpath>,
) => EndpointDeclaration<Bare<M, Subpath>>;

/** Starts a GET endpoint, which reads and also responds to HEAD (RFC 9110 9.3.1): `get().response<User[]>()`. */
export const get: Verb<"GET"> = /* @__PURE__ */ verb("GET");
/** Starts a QUERY endpoint, which reads and has a request body. It is safe and idempotent (RFC 10008). */
export const query: Verb<"QUERY"> = /* @__PURE__ */ verb("QUERY");
/**
 * Starts a POST endpoint, which creates or processes (RFC 9110 9.3.3): `post().request<NewUser>().response<User>()`.
 */
export const post: Verb<"POST"> = /* @__PURE__ */ verb("POST");
/** Starts a PUT endpoint, which creates or replaces (RFC 9110 9.3.4). */
export const put: Verb<"PUT"> = /* @__PURE__ */ verb("PUT");
/**
 * Starts a PATCH endpoint, which changes in part (RFC 5789).
 *
 * @example
 * patch().request<Partial<NewUser>>().response<User>().failure(UserNotFound)
 */
export const patch: Verb<"PATCH"> = /* @__PURE__ */ verb("PATCH");
/** Starts a DELETE endpoint, which removes (RFC 9110 9.3.5). */
export const del: Verb<"DELETE"> = /* @__PURE__ */ verb("DELETE");
/**
 * Starts a HEAD endpoint, which reads without content (RFC 9110 9.3.2). You seldom need it: every
 * `get()` responds to HEAD.
 */
export const head: Verb<"HEAD"> = /* @__PURE__ */ verb("HEAD");

function verb<M extends Method>(method: M): Verb<M> {
  const none = Object.freeze({});
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a verb exist for the compiler only, and its function is the same for all
  return ((subpath: string = "") =>
    chain({
      responses: [],
      method,
      subpath,
      parameters: none,
      headers: none,
      cookies: none,
      failures: [],
      meta: none,
      description: none,
    })) as Verb<M>;
}

type Step = (data: EndpointData, ...given: readonly never[]) => Partial<EndpointData>;

// The calls that add their record to the member of their name. The types of those of facts are in their folders; the
// compiler names a fact that is neither here nor among CALLS.
type Fact<
  _Missing extends never = Exclude<keyof FactData, "idempotent" | "paged" | "conditional">,
> = keyof FactData;
type Merged = (typeof INHERITED)[number] | Fact | "description";

const merging =
  (part: string): Step =>
  (data, record?: object) => {
    expectOptions(part, record);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other calls have steps
    return { [part]: Object.freeze({ ...data[part as Merged], ...record }) };
  };

// The members that each other call of the chain sets.
const STEPS: Readonly<Record<string, Step>> = {
  request: (_data, request: AnyBody = negotiated, options?: object) => {
    expectOptions("request", options);
    return { request, requestOptions: options && Object.freeze({ ...options }) };
  },
  response: ({ responses }, body: AnyBody = negotiated, options?: object) => {
    expectOptions("response", options);
    const status = body["~body"] === "none" ? 204 : 200;
    return { responses: [...responses, Object.freeze({ status, headers: {}, ...options, body })] };
  },
  describe: /* @__PURE__ */ merging("description"),
  failure: ({ failures }, ...more: readonly never[]) => ({ failures: [...failures, ...more] }),
  security: (_data, ...security: readonly never[]) => ({ security: Object.freeze(security) }),
  stability: (_data, stability) => ({ stability }),
};

interface Chain {
  readonly "~data": EndpointData;
}

// The methods of the chain, made once for all endpoints.
const CALLS = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.fromEntries(
    /* @__PURE__ */ Object.keys(STEPS)
      .concat(INHERITED, "idempotent", "paged", "conditional")
      .map((name) => [
        name,
        function (this: Chain, ...given: readonly never[]): Chain {
          const { "~data": data } = this;
          const step = STEPS[name] ?? merging(name);
          return chain({ ...data, ...step(data, ...given) }, [data["~calls"], name, ...given]);
        },
      ]),
  ),
);

function chain(data: EndpointData, calls?: ChainCall): Chain {
  // The calls belong to the declaration alone: an endpoint is a copy of what can be listed.
  if (calls) {
    Object.defineProperty(data, "~calls", { value: calls });
  }
  return Object.freeze({ __proto__: CALLS, "~data": Object.freeze(data) });
}
