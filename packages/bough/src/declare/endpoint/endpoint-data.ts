// An endpoint's declaration as data.
import type { Method } from "../../shared/http/method.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { AnyBody } from "../body/body.ts";
import type { AnyFailure } from "../failure/failure.ts";
import type { CookieParts } from "../../facts/cookies/declared.ts";
import type { ParameterParts } from "../parameter/parameter.ts";
import type { AnySecurity } from "../../facts/security/declared.ts";
import type { FactData } from "./definition.ts";
import type { Deprecation } from "../../facts/deprecation/declared.ts";

/** The declarations of a resource that every endpoint below has too, merged by name. */
export const INHERITED = ["headers", "parameters", "cookies", "meta", "deprecated"] as const;

/** The documentation of an endpoint or resource. */
export interface Description {
  /** A short title. OpenAPI documents have one by default, made from the endpoint's property name. */
  readonly summary?: string;
  /** A longer text. */
  readonly description?: string;
  /** The groups of the operation in documents. Default: those of the nearest resource above, else one by the path. */
  readonly tags?: readonly string[];
  /** The id of the operation. Default: the property names that lead to the endpoint, joined by underscores. */
  readonly operationId?: string;
  /** A page with more about it. */
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  /** Bodies of the first response by name, unless that response declares its own examples. */
  readonly examples?: Readonly<Record<string, unknown>>;
}

/** What is promised about changes: nothing, if it is experimental. */
export type Stability = "experimental";

/** What an endpoint declares beside its request body. */
export interface RequestData {
  /** Whether a request may have no body. */
  readonly optional?: boolean | undefined;
  readonly description?: string | undefined;
  readonly examples?: Readonly<Record<string, unknown>> | undefined;
}

/** A declared response as data. */
export interface ResponseData {
  /** `"2XX"` is every status from 200 to 299. */
  readonly status: number | "2XX";
  readonly body: AnyBody | AnySchema;
  readonly headers: ParameterParts;
  /** The cookies that it may set, if any are declared. */
  readonly cookies?: CookieParts | undefined;
  readonly description?: string | undefined;
  readonly examples?: Readonly<Record<string, unknown>> | undefined;
}

/** The declaration of an endpoint, without that of the resources above it. */
export interface EndpointData extends FactData {
  readonly method: Method;
  readonly subpath: string;
  /** The request body or schema, if one is declared. */
  readonly request?: AnyBody | AnySchema | undefined;
  /** The options of `.request(body, options)`, if there are any. */
  readonly requestOptions?: RequestData | undefined;
  readonly responses: readonly ResponseData[];
  readonly parameters: ParameterParts;
  readonly headers: ParameterParts;
  readonly cookies: ParameterParts;
  readonly failures: readonly AnyFailure[];
  /** Alternatives; `undefined` if the endpoint declares none. */
  readonly security?: readonly AnySecurity[] | undefined;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly description: Description;
  /** `undefined` if the endpoint itself is not declared as deprecated. */
  readonly deprecated?: Deprecation | undefined;
  /** Set if its changes break no promise; `undefined` if the resources above decide. */
  readonly stability?: Stability | undefined;
  /** The calls of the chain, last one first. `verify` finds repeated declarations in them. */
  readonly "~calls"?: ChainCall;
}

export type ChainCall = readonly [before: ChainCall | undefined, name: string, ...given: unknown[]];
