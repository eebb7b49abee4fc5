// The declared body of an endpoint or failure, for a client at run time.
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { AnyBody, ClientFormat } from "./body-format.ts";

/** A body, a schema, or nothing. */
export type DeclaredBody = AnyBody | AnySchema | undefined;

/** The formats of a body; empty without a body. A schema goes through the codecs. */
export function formatsOf(
  body: Partial<AnyBody & AnySchema> | undefined,
): readonly Partial<ClientFormat>[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every body that is declared and is not a schema has formats
  return body ? (body["~formats"] ?? [{ schema: body as AnySchema }]) : [];
}
