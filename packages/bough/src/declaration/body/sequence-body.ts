// What bodies that are sequences of items have in common: the type of an item, by itself or
// by a schema.
import type { AnySchema, InferOutput } from "../../schema/standard-schema.ts";
import type { SchemaGiven, SchemaSent } from "../../schema/two-way.ts";
import { refusalOf } from "../../schema/refusal.ts";
import { issueLine } from "../../schema/validate.ts";
import { encoderOf } from "../../schema/two-way.ts";
import type { JsonCheck } from "../../schema/json-type.ts";

/** An item's schema where JSON keeps what it sends, else a sentence. */
export type ItemSchema<S extends AnySchema> = JsonCheck<SchemaSent<S>, S>;

/** What the sender gives for an item, and what its receiver gets. */
export type ItemGiven<S extends AnySchema> = SchemaGiven<S>;
export type ItemReceived<S extends AnySchema> = InferOutput<S>;

/** An item as it travels: what a two-way schema encodes it to, else itself. */
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
