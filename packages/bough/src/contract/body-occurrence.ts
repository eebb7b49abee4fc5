// A body in its endpoint, for its description.
import type { AnyBody } from "../declare/body/body-format.ts";
import type { BodySchemas, JsonSchema } from "../shared/schema/extracted-schemas.ts";
import type { AnySchema } from "../shared/schema/standard-schema.ts";
import type { ContractContent } from "./contract.ts";
import type { SchemaComponents, Side } from "./schema-components.ts";

/** The facts that all bodies of an endpoint share. */
export interface BodyFacts {
  readonly name: readonly string[];
  readonly components: SchemaComponents;
  /** Reports a schema that could not be converted. */
  readonly warn: (message: string) => void;
}

/** A body in its endpoint, and the facts beyond its declaration. */
export interface BodyOccurrence {
  readonly facts: BodyFacts;
  readonly side: Side;
  /** Its place in the endpoint: `Request`, `Response200`, the name of a failure. */
  readonly role: string;
  /** The media types of the codecs, for a body without its own. */
  readonly mediaTypes: readonly string[];
  /** A schema of `route`, which replaces the declared one. */
  readonly routed?: AnySchema | undefined;
  readonly extracted?: BodySchemas | undefined;
}

/** Describes a body inside another one, with its extracted schema. */
export type DescribeWithin = (
  name: string,
  body: AnyBody | AnySchema,
  place: BodyOccurrence & { readonly schema: JsonSchema | undefined },
) => ContractContent[];
