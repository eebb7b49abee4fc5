// The compiler of schemas, as its parts see it.
import type { JsonSchema } from "../extracted-schemas.ts";
import type { Keywords } from "./keywords.ts";
import type { Check } from "./validation.ts";

/** Compiles schemas. */
export interface CheckMaker {
  of(schema: JsonSchema): Check;
  /** The schema behind references. */
  resolve(schema: JsonSchema): Keywords;
}
