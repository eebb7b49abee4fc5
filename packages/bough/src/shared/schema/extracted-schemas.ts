// JSON Schemas that `bough schemas` extracts from the types of a declaration, as plain data.

/** A JSON Schema (draft 2020-12) as data. References have the form `#/components/schemas/User`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The schema of one representation of a body. */
export interface BodySchema {
  /** The whole value, for a body that is one value. */
  readonly schema?: JsonSchema;
  /** One item, for JSON Lines and events. */
  readonly item?: JsonSchema;
  /** The parts of a multipart body or the fields of a form, by name. */
  readonly parts?: Readonly<Record<string, JsonSchema>>;
  /** The data of named events, by their names. */
  readonly events?: Readonly<Record<string, JsonSchema>>;
  /**
   * Turns off validation of the body on the server. For a type without a JSON form, `bough schemas` sets it and writes
   * `schema: {}`.
   */
  readonly unchecked?: true;
}

/**
 * The representations of a body, by media type without parameters. The key is the range of all media
 * types, an asterisk on both sides of the slash, if the type does not contain the media type.
 */
export type BodySchemas = Readonly<Record<string, BodySchema>>;

/** The schemas of one endpoint, and what its JSDoc says. */
export interface EndpointSchemas {
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly request?: BodySchemas;
  /** By status: `"200"`, or `"2XX"`. */
  readonly responses?: Readonly<Record<string, BodySchemas>>;
  /** By the failure's name: `"article-not-found"`, `"404"`, `"4XX"` or `"other"`. */
  readonly failures?: Readonly<Record<string, BodySchemas>>;
  /** The body of the rejections that its root declares. */
  readonly rejections?: BodySchemas;
}

/** The content of a schemas file. */
export interface ExtractedSchemas {
  readonly format: 1;
  /** SHA-256 of the canonical form of `components` and `endpoints`, in hexadecimal digits. */
  readonly digest: string;
  /** Named schemas. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** By method and template without names: `"GET /v1/users/{}"`. See `endpointKey`. */
  readonly endpoints: Readonly<Record<string, EndpointSchemas>>;
}
