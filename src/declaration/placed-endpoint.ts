// An endpoint where it stands: what `route`, `client.request` and `hrefOf` take.
import type { Method } from "../http/method.ts";
import type { AnySchema } from "../schema/standard-schema.ts";
import { addressOf } from "./address.ts";
import type { AnyBody } from "./body.ts";
import type { Definition } from "./definition.ts";
import type { Description, EndpointData, ReplyData } from "./endpoint.ts";
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

/** The run-time value of an endpoint in a tree. */
export class PlacedEndpoint implements AnyEndpoint {
  readonly method: Method;
  readonly template: string;
  readonly subpath: string;
  readonly parameters: ParameterParts;
  readonly headers: ParameterParts;
  readonly request: AnyBody | AnySchema | undefined;
  readonly responses: readonly ReplyData[];
  readonly failures: readonly AnyFailure[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly description: Description;
  readonly "~endpoint": EndpointPlace;

  constructor(data: EndpointData, placement: Placement) {
    const chain = chainOf(placement);
    this.method = data.method;
    this.subpath = data.subpath;
    this.template =
      data.subpath === "" ? placement.template || "/" : `${placement.template}/${data.subpath}`;
    this.parameters = data.parameters;
    this.headers = Object.freeze(
      [...chain, { data }].reduce((all, at) => ({ ...all, ...at.data.headers }), {}),
    );
    this.request = data.request;
    this.responses = data.responses;
    this.failures = Object.freeze([
      ...new Set([...chain, { data }].flatMap((at) => at.data.failures)),
    ]);
    this.meta = data.meta;
    this.description = data.description;
    this["~endpoint"] = Object.freeze({ data, placement });
    Object.freeze(this);
  }

  get path(): string {
    const ids = idsOf(this);
    const { data, placement } = this["~endpoint"];
    return ids === undefined ? this.template : addressOf(placement, data.subpath, ids);
  }

  get resource(): AnyResource {
    return this["~endpoint"].placement.value;
  }
}
