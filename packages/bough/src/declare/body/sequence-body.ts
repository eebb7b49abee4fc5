// The item of a sequence body: its types, and its schema.
import type { AnySchema, InferOutput } from "../../shared/schema/standard-schema.ts";
import { encoderOf, type SchemaGiven, type SchemaSent } from "../../shared/schema/two-way.ts";
import { issueLine, refusalOf } from "../../shared/schema/validate.ts";
import type { JsonCheck } from "../../shared/schema/json-type.ts";

/** An item's schema if JSON keeps its output, else a sentence. */
export type ItemSchema<S extends AnySchema> = JsonCheck<SchemaSent<S>, S>;

/** The types of an item: the sender's, and the receiver's. */
export type ItemGiven<S extends AnySchema> = SchemaGiven<S>;
export type ItemReceived<S extends AnySchema> = InferOutput<S>;

/** An item as it is sent: encoded, if the schema is two-way. */
export function wireOf(schema: AnySchema | undefined): (item: unknown) => unknown {
  const encode = schema && encoderOf(schema);
  if (!encode) {
    return (item) => item;
  }
  return async (item) => {
    try {
      return await encode(item);
    } catch (cause) {
      const issues = await refusalOf(schema, item, cause);
      throw new TypeError(issues.map(issueLine).join("; "), { cause });
    }
  };
}
