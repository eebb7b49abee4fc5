// The declared body of an endpoint or failure, for a client at run time.
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { AnyBody, ClientFormat } from "./body-format.ts";

/** A body, a schema, or nothing. */
export type DeclaredBody = AnyBody | AnySchema | undefined;

/** The formats of a body; empty without a body. A schema goes through the codecs. */
export function formatsOf(body: DeclaredBody): readonly Partial<ClientFormat>[] {
  return body ? ((body as AnyBody)["~formats"] ?? [{ schema: body as AnySchema }]) : [];
}
