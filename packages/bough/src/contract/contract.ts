// An API as plain JSON, format 1. It keeps the order of the declaration; `canonical` sorts it.
// A member is absent if there is nothing to say, so `JSON.stringify` and back gives an equal value.
import type { ContractCookie } from "../facts/cookies/contract.ts";
import type { ContractDeprecation } from "../facts/deprecation/contract.ts";
import type { ContractErrorPaths } from "../facts/error-formats/contract.ts";
import type { ContractSecurity, ContractSecurityScheme } from "../facts/security/contract.ts";
import type { ContractParameter } from "./contract-parameter.ts";
import type { ContractFacts } from "./facts.ts";
import type { JsonSchema } from "../shared/schema/extracted-schemas.ts";

/** An API as data: every endpoint, and the components that they name. */
export interface Contract {
  /** The version of this format. */
  readonly format: 1;
  /** The path before every template, as the server has it. */
  readonly basePath?: string;
  /** The limits of the server by name. A limit that is off is absent. */
  readonly limits?: ContractLimits;
  /** The resources with documentation, in the order of declaration. */
  readonly resources?: readonly ContractResource[];
  readonly endpoints: readonly ContractEndpoint[];
  readonly components: ContractComponents;
}

/** Limits by name. */
export type ContractLimits = Readonly<Record<string, number>>;

/** Parts of a contract that have a name. */
export interface ContractComponents {
  /** JSON Schemas. References have the form `#/components/schemas/User`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Security schemes. */
  readonly security: Readonly<Record<string, ContractSecurityScheme>>;
}

/** The documentation of an endpoint or a resource. */
export interface ContractProse {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly operationId?: string;
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  readonly examples?: Readonly<Record<string, unknown>>;
}

/** The documentation of one resource. */
export interface ContractResource extends ContractProse {
  readonly name: readonly string[];
  readonly template: string;
}

/** One endpoint. */
export interface ContractEndpoint extends ContractProse, ContractFacts {
  /** Its identity, the method and the template without names: `GET /v1/users/{}`. */
  readonly key: string;
  /** Its label, the property names that lead to it: `["v1", "users", "list"]`. */
  readonly name: readonly string[];
  readonly method: string;
  /** Its path with the names of the ids, without the base path: `/v1/users/{user}`. */
  readonly template: string;
  /** Set if callers should stop using it; empty if nothing more is known. */
  readonly deprecated?: ContractDeprecation;
  /** Set if its changes break no promise. */
  readonly stability?: "experimental";
  /** The ids of the path, in order. */
  readonly path?: readonly ContractParameter[];
  readonly query?: readonly ContractParameter[];
  readonly headers?: readonly ContractParameter[];
  readonly cookies?: readonly ContractParameter[];
  /** Absent if the endpoint reads no body. */
  readonly request?: ContractRequest;
  /** Declared successes. If there are none, the server responds with 204. */
  readonly responses?: readonly ContractResponse[];
  readonly failures?: readonly ContractFailure[];
  /** The body of every rejection, if the root declares one or an error format. */
  readonly rejections?: readonly ContractContent[];
  /** The paths of the root's error format. Failures with a code are written in the body of `rejections` too. */
  readonly errors?: ContractErrorPaths;
  /** Alternatives, each a set of schemes that belong together. Absent if nothing is declared. */
  readonly security?: readonly ContractSecurity[];
  /** The JSON members of `meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Limits of this route that differ from those of the server. */
  readonly limits?: ContractLimits;
}

/** A file of a multipart body. */
export interface ContractFile {
  readonly name: string;
  readonly type: "file";
  readonly required: boolean;
  readonly list: boolean;
  readonly max?: number;
  readonly maxBytes?: number;
  readonly mediaTypes?: readonly string[];
}

/** A typed part of a multipart body. */
export interface ContractBodyPart {
  readonly name: string;
  readonly type: "body";
  readonly required: boolean;
  /** Set if there may be several parts of this name. */
  readonly list?: true;
  readonly min?: number;
  readonly max?: number;
  readonly content: readonly ContractContent[];
}

/** A part of a form or a multipart body. */
export type ContractPart = ContractParameter | ContractFile | ContractBodyPart;

/** The kind of a representation. `negotiated` goes through the codecs of the server and the client. */
export type ContractKind =
  | "negotiated"
  | "codec"
  | "text"
  | "form"
  | "bytes"
  | "stream"
  | "multipart"
  | "events"
  | "json-lines";

/** One representation of a body. */
export interface ContractContent {
  readonly kind: ContractKind;
  /** The media type that is sent. `*\/*` if the value has its own. */
  readonly mediaType: string;
  /** Other media types that are read as the same. */
  readonly also?: readonly string[];
  /** The JSON Schema of the value. Absent if the type alone is declared and was not extracted. */
  readonly schema?: JsonSchema;
  /** The JSON Schema of each item of a sequence. */
  readonly item?: JsonSchema;
  /** The media type of the data of events that is not JSON. */
  readonly itemMediaType?: string;
  /** The data of named events, by their names. */
  readonly events?: Readonly<Record<string, ContractContent>>;
  /** The fields of a form, the fields and files of a multipart body, in the order of declaration. */
  readonly parts?: readonly ContractPart[];
  /** `"any"` if fields may come after files. */
  readonly order?: "any";
  /** The data of the event that ends an event stream. */
  readonly end?: string;
  /** Set if a schema is declared that has no form as data. */
  readonly opaque?: true;
}

/** A request body. */
export interface ContractRequest {
  readonly optional?: true;
  readonly description?: string;
  readonly examples?: Readonly<Record<string, unknown>>;
  /** The representations, the preferred first. */
  readonly content: readonly ContractContent[];
}

/** A declared success. */
export interface ContractResponse {
  /** A number, or `"2XX"`. */
  readonly status: number | string;
  readonly description?: string;
  readonly examples?: Readonly<Record<string, unknown>>;
  readonly headers?: readonly ContractParameter[];
  readonly cookies?: readonly ContractCookie[];
  /** Empty if the response has no body. */
  readonly content: readonly ContractContent[];
}

/** A declared failure. */
export interface ContractFailure {
  readonly name: string;
  /** A number, `"4XX"`, `"5XX"` or `"other"`. */
  readonly status: number | string;
  /** The URI of the problem type; absent if the body is sent as it is, or in an error format. */
  readonly type?: string;
  /** The code, if the failure is written in the error format of its root. */
  readonly code?: string | number;
  readonly title: string;
  readonly description?: string;
  readonly headers?: readonly ContractParameter[];
  readonly cookies?: readonly ContractCookie[];
  /** The data, whose members are members of the problem or at the path of an error format; or the body that is sent as it is. */
  readonly content: readonly ContractContent[];
}
