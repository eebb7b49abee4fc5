// Whether one JSON Schema accepts everything that another one does, with a value that shows the opposite. A "yes" is
// proved by the rules below, a "no" by its value, which both schemas have judged. Everything else is "unknown".
import type { JsonSchema } from "bough/types";
import { Inclusion } from "./inclusion.ts";
import { SchemaView } from "./schema-view.ts";
import type { Verdict } from "./verdict.ts";

/** The options of `includes`. */
export interface IncludesOptions {
  /** What `#/components/schemas/User` in either schema refers to. */
  readonly components?: Readonly<Record<string, JsonSchema>>;
  /** The targets of references in the second schema, if they differ from the first's. */
  readonly otherComponents?: Readonly<Record<string, JsonSchema>>;
  /** Whether values of the first schema only have the properties that it mentions. */
  readonly closed?: boolean;
}

/**
 * Checks whether the second JSON Schema accepts every value that the first one accepts. The verdict is `"no"` with
 * a value that only the first accepts, and `"unknown"` with the reason if neither can be proved.
 */
export function includes(
  schema: JsonSchema | boolean,
  by: JsonSchema | boolean,
  { components = {}, otherComponents = components, closed = false }: IncludesOptions = {},
): Verdict {
  const [one, other] = [new SchemaView(components), new SchemaView(otherComponents)];
  return new Inclusion(one, other, { closed }).check(one.node(schema), other.node(by));
}
