// What an endpoint declares as a body, asked at run time.
import type { AnyBody } from "../declaration/body.ts";
import type { BodyFormat } from "../declaration/body-format.ts";
import type { AnySchema } from "../schema/standard-schema.ts";

/** A body, a schema, or nothing. */
export type DeclaredBody = AnyBody | AnySchema | undefined;

/** Whether there is anything to send or to read. */
export function hasBody(body: DeclaredBody): body is AnyBody | AnySchema {
  return body !== undefined && (body as Partial<AnyBody>)["~body"] !== "none";
}

/** The formats in which a body may travel: `undefined` stands for those of the codecs. */
export function formatsOf(body: DeclaredBody): readonly (BodyFormat | undefined)[] {
  const format = (body as Partial<AnyBody> | undefined)?.["~format"];
  return hasBody(body) ? (format?.alternatives?.flatMap(formatsOf) ?? [format]) : [];
}

/** The schema of the value that a body is sent from, of the first where there are several. */
export function schemaOf(body: DeclaredBody): AnySchema | undefined {
  if (!body || "~standard" in body) {
    return body;
  }
  const { alternatives, send, schema } = body["~format"] ?? {};
  // What sends itself, item by item, has the schema of an item.
  return alternatives ? schemaOf(alternatives[0]) : send ? undefined : schema;
}

/** Whether a body is bytes, of which a part can be asked for. */
export function isBinary(body: DeclaredBody): boolean {
  return /^(bytes|stream)$/.test(String((body as Partial<AnyBody> | undefined)?.["~body"]));
}
