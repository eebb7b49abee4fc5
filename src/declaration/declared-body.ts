// What an endpoint or failure declares as a body, asked at run time by a client.
import type { AnySchema } from "../schema/standard-schema.ts";
import type { AnyBody, BodyFormat } from "./body-format.ts";

/** A body, a schema, or nothing. */
export type DeclaredBody = AnyBody | AnySchema | undefined;

/** The formats in which a body may travel, none where there is none. One without media types goes through the codecs. */
export function formatsOf(body: DeclaredBody): readonly Partial<BodyFormat>[] {
  if (!body || (body as Partial<AnyBody>)["~body"] === "none") {
    return [];
  }
  const format = (body as Partial<AnyBody>)["~format"] ?? {
    schema: "~standard" in body ? body : undefined,
  };
  return (format as BodyFormat).formats ?? [format];
}
