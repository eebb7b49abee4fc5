// An API as plain JSON, format 1. It keeps the order of the declaration; `canonical` sorts it.
// A member is absent if there is nothing to say, so `JSON.stringify` and back gives an equal value.
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

/** Since when an endpoint is deprecated, and when it goes. Days are in UTC: `2027-05-01`. */
export interface ContractDeprecation {
  readonly since?: string;
  readonly sunset?: string;
  readonly link?: string;
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
  /** Declared successes. If there is none, the server answers 204. */
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

/** The type of a value that is written as text: in a path, a query, a header, a cookie or a form. */
export interface ContractType {
  /** The kind of the type: `integer`, `oneOf`, `list`. */
  readonly type: string;
  /** The JSON Schema of the value as it is written. */
  readonly schema: JsonSchema;
  /** The lower bound of a value, a length or a date. */
  readonly min?: number | string;
  readonly max?: number | string;
  readonly pattern?: string;
  /** Whether text may contain U+0000. */
  readonly nul?: boolean;
  /** The characters that an id has unescaped. */
  readonly delimiters?: string;
  /** The values of `oneOf`. */
  readonly values?: readonly (string | number)[];
  /**
   * How a list is written: `repeat`, `comma`, `space`, `pipe`, `brackets`, `indexed`. It is `spread` for
   * an object or a record whose members have names of their own.
   */
  readonly style?: string;
  /** The type of each element of a list or a record. */
  readonly element?: ContractType;
  /** The types of `either`, in the order in which they are tried. */
  readonly alternatives?: readonly ContractType[];
  /** The members of an object. */
  readonly members?: readonly ContractParameter[];
  /** The schemas of `.check(schema)`. */
  readonly checks?: readonly (JsonSchema | ContractOpaque)[];
  /** Set if functions decide what the value is, so that nothing can be compared. */
  readonly opaque?: true;
}

/** Code that has no form as data. */
export interface ContractOpaque {
  readonly opaque: true;
}

/** A parameter, or a field of a form or a multipart body. */
export interface ContractParameter extends ContractType {
  readonly name: string;
  readonly required: boolean;
  /** The text of the default. */
  readonly default?: string | readonly string[];
  readonly description?: string;
  /** Set if callers should stop using it: what to use instead, or `true`. */
  readonly deprecated?: string | true;
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

/** Where an error format has the code and the data of a failure: `error.code`. */
export interface ContractErrorPaths {
  /** Absent if failures are told apart by their status. */
  readonly code?: string;
  readonly data?: string;
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

/** A cookie that a response sets. */
export interface ContractCookie extends ContractParameter {
  /** The attributes of `Set-Cookie`, as the declaration names them. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** Schemes that belong together, with the scopes that each needs; empty for nobody. */
export type ContractSecurity = Readonly<Record<string, readonly string[]>>;

/** A security scheme. */
export interface ContractSecurityScheme {
  readonly type: string;
  readonly description?: string;
  /** The members of OpenAPI's Security Scheme Object. */
  readonly [member: string]: unknown;
}
