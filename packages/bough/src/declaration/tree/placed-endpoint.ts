// An endpoint in a tree: the argument of `route`, `client.request` and `hrefOf`.
import type { Overridden } from "../../internal/record.ts";
import type { Method } from "../../http/method.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import { pathOf, type AddressSource } from "./address.ts";
import type { AnyBody } from "../body/body.ts";
import type { Definition, FactData } from "../endpoint/definition.ts";
import type { Deprecation } from "../../facts/deprecation/declared.ts";
import {
  INHERITED,
  type Description,
  type Stability,
  type EndpointData,
  type ResponseData,
  type RequestData,
} from "../endpoint/endpoint-data.ts";
import type { AnyFailure } from "../failure/failure.ts";
import type { ParameterParts } from "../parameter/parameter.ts";
import type { AnySecurity } from "../../facts/security/declared.ts";
import type { Position } from "../endpoint/position.ts";
import type { AnyResource, Placement, ResourceData } from "./placement.ts";
import { printedAs } from "./printed.ts";

/** The properties that every endpoint has, whatever its types. */
export interface AnyEndpoint extends FactData {
  readonly method: Method;
  /** The path template, or the path if all ids have values. Throws an `AddressError` if a URL cannot contain an id. */
  readonly path: string;
  /** The path template: `/v1/users/{user}`. */
  readonly template: string;
  readonly subpath: string;
  readonly resource: AnyResource;
  /** Query parameters by name, those of the resources above included. */
  readonly parameters: ParameterParts;
  /** Request headers by name, with those of the resources above. */
  readonly headers: ParameterParts;
  /** Request cookies by name, with those of the resources above. */
  readonly cookies: ParameterParts;
  /** The request body or schema, if one is declared. */
  readonly request: AnyBody | AnySchema | undefined;
  /** The options of `.request(body, options)`, if there are any. */
  readonly requestOptions?: RequestData | undefined;
  readonly responses: readonly ResponseData[];
  /** Failures, with those of the resources above. */
  readonly failures: readonly AnyFailure[];
  /** The alternatives that hold for the endpoint: its own, else those of the nearest resource. */
  readonly security: readonly AnySecurity[] | undefined;
  /** Data of your own, with that of the resources above; the nearer value wins. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly description: Description;
  /** Set if the endpoint or a resource above it is deprecated; the nearer value wins. */
  readonly deprecated: Deprecation | undefined;
  /** Set if its changes break no promise. */
  readonly stability: Stability | undefined;
  readonly "~endpoint": EndpointPlacement;
}

/** The position of an endpoint in its tree. */
export interface EndpointPlacement extends AddressSource {
  readonly data: EndpointData;
  readonly parent: Placement;
  /** The body of every rejection, or the error format, if the root declares one. */
  readonly rejections: ResourceData["rejections"] | ResourceData["errors"];
}

// Editors print the type arguments in order and cut off the end, so method and path are first.
/** An endpoint of a tree, with its method and path, its declaration and its position. */
export interface Endpoint<
  _Line extends string,
  D extends Definition,
  P extends Position,
> extends AnyEndpoint {
  readonly method: D["start"]["method"];
  readonly path: P["bound"] extends true ? string : TemplateOf<PathOf<D, P>, P>;
  readonly template: TemplateOf<PathOf<D, P>, P>;
  readonly subpath: D["start"]["subpath"];
  readonly meta: Overridden<P["inherited"]["meta"], D["start"]["meta"]> &
    Readonly<Record<string, unknown>>;
  /** Types only; absent at run time. */
  readonly "~definition": D;
  /** Types only; absent at run time. */
  readonly "~position": P;
}

type PathOf<D extends Definition, P extends Position> = `${P["path"]}${D["start"]["tail"]}`;
// A root without a segment adds no slash, but every path begins with one.
type TemplateOf<Path extends string, P extends Position> = Path extends ""
  ? "/"
  : `${Path extends `:${string}` ? "/" : ""}${Path}${P["inherited"]["slash"]}`;

/** An endpoint whose ids all have values, so that it can be called. */
export type BoundEndpoint = AnyEndpoint & {
  readonly "~definition": Definition;
  readonly "~position": Position & { readonly open: never };
};

/**
 * An endpoint without known types, such as each of `endpointsOf(api)`. It can be routed, called and
 * addressed; ids and bodies are checked at run time.
 */
export interface UntypedEndpoint extends AnyEndpoint {
  readonly "~definition": Definition;
  readonly "~position": UntypedPosition;
}
interface UntypedPosition extends Position {
  readonly ids: Readonly<Record<string, unknown>>;
  readonly open: never;
  readonly bound: false;
}

// The prototype of endpoints, with the members that are computed at each use.
const shared = /* @__PURE__ */ printedAs<AnyEndpoint>(
  /* @__PURE__ */ Object.defineProperty(
    {
      get path(): string {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the prototype of endpoints
        return pathOf(this as AnyEndpoint);
      },
    },
    "resource",
    {
      // It cannot be listed, because it refers to the whole tree.
      get(this: AnyEndpoint): AnyResource {
        return this["~endpoint"].parent.value;
      },
    },
  ),
  function () {
    return `${this.method} ${this.template}`;
  },
);

/**
 * Makes the endpoint of a declaration in a tree, with what the resources above declare for it. A large API has thousands
 * of them, so that what is not declared must cost nothing.
 */
export function placeEndpoint(data: EndpointData, placement: Placement): AnyEndpoint {
  const { subpath, responses, conditional } = data;
  const merged: { [Part in (typeof INHERITED)[number]]?: object } = {};
  let { failures, security, stability } = data;
  let rejections: EndpointPlacement["rejections"];
  let slash: boolean | undefined;
  for (let at: Placement | undefined = placement; at; at = at.parent) {
    const inherited = at.data;
    for (const part of INHERITED) {
      const given = inherited[part];
      if (given) {
        merged[part] = Object.freeze({ ...given, ...(merged[part] ?? data[part]) });
      }
    }
    if (inherited.failures) {
      failures = [...inherited.failures, ...failures];
    }
    rejections ??= inherited.rejections ?? inherited.errors;
    slash ??= inherited.trailingSlash;
    security ??= inherited.security;
    stability ??= inherited.stability;
  }
  // A verb has no slash before it, but every path begins with one.
  const tail = subpath && `/${subpath}`.replace(/^\/:/, ":");
  const path = placement.template + tail + (slash ? "/" : "");
  const template = path[0] === "/" ? path : `/${path}`;
  // `verify` reports a value that is not an alternative.
  if (security || conditional) {
    const failing: readonly (Refusing | undefined)[] = [...(security ?? []), conditional];
    failures = [...failures, ...failing.flatMap((one) => one?.["~refusals"] ?? one?.changed ?? [])];
  }
  // A literal with `__proto__` and a spread takes five times as long.
  const placed: AnyEndpoint = Object.assign(Object.create(shared), data, merged, {
    template,
    failures: Object.freeze(
      failures[0]
        ? [
            ...new Map(
              failures.map((one) => [typeof one.status === "string" ? one.status : one, one]),
            ).values(),
          ]
        : failures,
    ),
    security,
    stability,
    responses: Object.freeze(responses),
  });
  const value: EndpointPlacement = {
    data,
    parent: placement,
    template,
    rejections,
  };
  return Object.freeze(Object.defineProperty(placed, "~endpoint", { value }));
}

// What declares failures too: security, and `.conditional()`.
type Refusing = Partial<Pick<AnySecurity, "~refusals">> & Pick<Conditional, "changed">;
type Conditional = NonNullable<FactData["conditional"]>;
