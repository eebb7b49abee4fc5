// What an endpoint or failure declares as a body, asked at run time by a client.
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { AnyBody, ClientFormat } from "./body-format.ts";

/** A body, a schema, or nothing. */
export type DeclaredBody = AnyBody | AnySchema | undefined;

/** The formats in which a body may travel, none where there is none. A schema is one that goes through the codecs. */
export function formatsOf(body: DeclaredBody): readonly Partial<ClientFormat>[] {
  return body ? ((body as AnyBody)["~formats"] ?? [{ schema: body as AnySchema }]) : [];
}
