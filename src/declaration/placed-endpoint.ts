// An endpoint where it stands: what `route`, `client.request` and `hrefOf` take.
import type { Method } from "../http/method.ts";
import type { AnySchema } from "../schema/standard-schema.ts";
import { addressOf } from "./address.ts";
import { negotiated } from "./body.ts";
import type { AnyBody } from "./body.ts";
import type { Definition } from "./definition.ts";
import type { EndpointData } from "./endpoint-data.ts";
import type { Description, ReplyData } from "./endpoint.ts";
import type { AnyFailure } from "./failure.ts";
import { idsOf } from "./ids.ts";
import type { ParameterParts } from "./parameter.ts";
import type { Place } from "./place.ts";
import { chainOf } from "./placement.ts";
import type { AnyResource, Placement } from "./placement.ts";

/** What every endpoint can be asked, whatever its types. */
export interface AnyEndpoint {
  readonly method: Method;
  /** The path template; with all ids given, the path itself. Throws `AddressError` where a URL cannot carry an id. */
  readonly path: string;
  /** The path template: `/v1/users/{user}`. */
  readonly template: string;
  readonly subpath: string;
  readonly resource: AnyResource;
  /** Query parameters by name. */
  readonly parameters: ParameterParts;
  /** Request headers by name, those of the resources above included. */
  readonly headers: ParameterParts;
  /** The request body or schema, if one is declared. */
  readonly request: AnyBody | AnySchema | undefined;
  readonly responses: readonly ReplyData[];
  /** Failures, those of the resources above included. */
  readonly failures: readonly AnyFailure[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly description: Description;
  readonly "~endpoint": EndpointPlace;
}

/** Where an endpoint stands. */
export interface EndpointPlace {
  readonly data: EndpointData;
  readonly placement: Placement;
}

/** An endpoint of a tree: its path, its definition, its place. */
export interface Endpoint<
  Path extends string,
  D extends Definition,
  P extends Place,
> extends AnyEndpoint {
  readonly method: D["method"];
  readonly path: Path;
  readonly subpath: D["subpath"];
  readonly meta: D["meta"] & Readonly<Record<string, unknown>>;
  /** Types only; absent at run time. */
  readonly "~definition": D;
  /** Types only; absent at run time. */
  readonly "~place": P;
}

/** An endpoint that can be called: every id is given. */
export type BoundEndpoint = AnyEndpoint & {
  readonly "~definition": Definition;
  readonly "~place": Place & { readonly open: never };
};

// What an endpoint works out when it is asked.
const shared = {
  get path(): string {
    const endpoint = this as unknown as AnyEndpoint;
    const ids = idsOf(endpoint);
    const { data, placement } = endpoint["~endpoint"];
    return ids === undefined ? endpoint.template : addressOf(placement, data.subpath, ids);
  },
  get resource(): AnyResource {
    return (this as unknown as AnyEndpoint)["~endpoint"].placement.value;
  },
};

/** An endpoint where it stands: what its chain of calls and the resources above it say together. */
export function placeEndpoint(data: EndpointData, placement: Placement): AnyEndpoint {
  const { method, subpath, request, response = [], parameters, headers, failure = [] } = data;
  const { freeze } = Object;
  const chain = chainOf(placement);
  return freeze(
    Object.assign(Object.create(shared) as AnyEndpoint, {
      method,
      subpath,
      template: `${placement.template}${subpath && `/${subpath}`}` || "/",
      parameters: merged(parameters),
      headers: merged([chain.map((at) => at.data.headers), ...(headers ?? [])]),
      request: request && (request.at(-1)?.[0] ?? negotiated),
      responses: freeze(response.map(replyOf)),
      failures: freeze([
        ...new Set([...chain.flatMap((at) => at.data.failures), ...failure.flat()]),
      ]),
      meta: merged(data.meta),
      description: merged(data.describe),
      "~endpoint": { data, placement },
    }),
  );
}

// Own properties only, and none that reaches a prototype.
function merged(calls: readonly (readonly unknown[])[] = []): object {
  return Object.freeze(
    calls.flat().reduce<object>((all, record) => ({ ...all, ...(record as object) }), {}),
  );
}

function replyOf([body = negotiated, options]: readonly unknown[]): ReplyData {
  const status = (body as Partial<AnyBody>)["~body"] === "none" ? 204 : 200;
  return Object.freeze({
    status,
    body,
    headers: {},
    description: undefined,
    ...(options as object),
  }) as ReplyData;
}
