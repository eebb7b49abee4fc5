// The kinds of a declared body.
import type { BodyKind } from "../body/body-format.ts";
import type { AnyBody } from "../body/body.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";

/** The kinds of a body and its alternatives. */
export function kindsOf(body: AnyBody | AnySchema | undefined): readonly BodyKind[] {
  if (body === undefined || !("~body" in body)) {
    return [];
  }
  return body["~format"]?.alternatives?.flatMap(kindsOf) ?? [body["~body"]];
}

/** The kinds that no codec writes, in a message. */
export const KIND_NAMES: ReadonlyMap<BodyKind, string> = new Map<BodyKind, string>([
  ["bytes", "bytes"],
  ["stream", "a stream"],
  ["multipart", "multipart"],
  ["events", "events"],
  ["json-lines", "JSON Lines"],
]);
