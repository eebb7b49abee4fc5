// What an endpoint declares as a body, asked at run time.
import type { AnyBody } from "../declaration/body.ts";
import type { AnySchema } from "../schema/standard-schema.ts";

/** A body, a schema, or nothing. */
export type DeclaredBody = AnyBody | AnySchema | undefined;

/** Whether there is anything to send or to read. */
export function hasBody(body: DeclaredBody): body is AnyBody | AnySchema {
  return body !== undefined && (body as Partial<AnyBody>)["~body"] !== "none";
}
