// Lists and describes the resources and endpoints of a tree.
import type { Deprecation } from "../facts/deprecation/declared.ts";
import type { AnySecurity } from "../facts/security/declared.ts";
import type { Description } from "./endpoint/endpoint-data.ts";
import type { AnyFailure } from "./failure/failure.ts";
import type { AnyParameter, ParameterParts } from "./parameter/parameter.ts";
import { idTypeOf } from "./routing/path-segments.ts";
import { childrenOf, isEndpoint, nodesBelow } from "./tree/nodes.ts";
import type { AnyEndpoint, AnyResource, UntypedEndpoint } from "./tree/placement.ts";
import { verify } from "./verify/verify.ts";

/**
 * Lists every endpoint below these resources once, in the order of declaration. Throws a `DeclarationError` for a
 * faulty tree.
 */
export function endpointsOf(...resources: readonly AnyResource[]): UntypedEndpoint[] {
  verify(...resources);
  const nodes = resources.flatMap((resource) => nodesBelow(resource).map(({ node }) => node));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the types are missing: at run time every endpoint is an `UntypedEndpoint`
  return [...new Set(nodes)].filter(isEndpoint) as UntypedEndpoint[];
}

/**
 * Lists these resources and every one below them once, in the order of declaration. Throws a `DeclarationError` for a
 * faulty tree.
 */
export function resourcesOf(...resources: readonly AnyResource[]): AnyResource[] {
  verify(...resources);
  const nodes = resources.flatMap((resource) => [
    resource["~resource"].value,
    ...nodesBelow(resource).map(({ node }) => node),
  ]);
  return [...new Set(nodes)].filter((node): node is AnyResource => !isEndpoint(node));
}

/** The declaration of a resource as data. */
export interface Inspection {
  readonly kind: "root" | "static" | "dynamic";
  /** The segment's text; `undefined` for a dynamic resource and for a root without a segment. */
  readonly segment: string | undefined;
  /** The parameter's name; `undefined` unless the resource is dynamic. */
  readonly name: string | undefined;
  /** The text before and after the id; `undefined` if there is none. */
  readonly prefix: string | undefined;
  readonly suffix: string | undefined;
  /** The type of the id; `undefined` unless the resource is dynamic. */
  readonly type: AnyParameter | undefined;
  /** The resource that contains it, or that it names as its parent. */
  readonly parent: AnyResource | undefined;
  /** The children by name, as nodes of this tree. */
  readonly children: Readonly<Record<string, AnyResource | AnyEndpoint>>;
  /** Failures that it declares for every endpoint below it. */
  readonly failures: readonly AnyFailure[];
  /** The security that it declares for the endpoints below it; `undefined` if it declares none. */
  readonly security: readonly AnySecurity[] | undefined;
  /** Request headers that it declares for every endpoint below it. */
  readonly headers: ParameterParts;
  /** Query parameters that it declares for every endpoint below it. */
  readonly parameters: ParameterParts;
  /** Whether the paths below end in a slash; `undefined` if the resources above decide. */
  readonly trailingSlash: boolean | undefined;
  /** Request cookies that it declares for every endpoint below it. */
  readonly cookies: ParameterParts;
  /** Your own data that it declares for every endpoint below it. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly description: Description;
  /** The deprecation that it declares for every endpoint below it; `undefined` if it declares none. */
  readonly deprecated: Deprecation | undefined;
}

/** Returns the declaration of a resource as data. */
export function inspect(resource: AnyResource): Inspection {
  const { data, parent } = resource["~resource"];
  const dynamic = data.kind === "dynamic";
  return {
    kind: data.kind,
    segment: dynamic ? undefined : data.segment,
    name: dynamic ? data.segment : undefined,
    prefix: data.prefix,
    suffix: data.suffix,
    type: dynamic ? idTypeOf(data) : undefined,
    parent: parent?.value,
    children: Object.fromEntries(childrenOf(resource)),
    failures: data.failures ?? [],
    security: data.security,
    headers: data.headers ?? {},
    parameters: data.parameters ?? {},
    trailingSlash: data.trailingSlash,
    cookies: data.cookies ?? {},
    meta: data.meta ?? {},
    description: data.description ?? {},
    deprecated: data.deprecated,
  };
}
