// Since when an endpoint is deprecated, in a contract.
import { record, text } from "../../contract/schema-parts.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import type { EndpointSchemas, JsonSchema } from "../../shared/schema/extracted-schemas.ts";

/** Since when an endpoint is deprecated, and when it goes. Days are in UTC: `2027-05-01`. */
export interface ContractDeprecation {
  readonly since?: string;
  readonly sunset?: string;
  readonly link?: string;
}

export const deprecationSchema: JsonSchema = record({}, { since: text, sunset: text, link: text });

/** `.deprecated()`, or the tag `@deprecated` of the declaration. */
export function describeDeprecation(
  { deprecated }: AnyEndpoint,
  extracted: EndpointSchemas | undefined,
): ContractDeprecation | undefined {
  return deprecated ?? (extracted?.deprecated ? {} : undefined);
}
