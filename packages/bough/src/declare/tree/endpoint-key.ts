// What identifies an endpoint outside its declaration: its method and its template without the names of ids.
import type { AnyEndpoint } from "./placement.ts";

/** Returns the key of an endpoint in contracts and schemas files: `GET /v1/users/{}`. */
export function endpointKey({
  method,
  template,
}: Pick<AnyEndpoint, "method" | "template">): string {
  return `${method} ${template.replace(/\{[^{}]*\}/g, "{}")}`;
}
