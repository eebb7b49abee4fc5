// The kinds of a declared body.
import { KINDS, type BodyKind } from "../body/body-format.ts";
import type { AnyBody } from "../body/body.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";

export function kindsOf(body: AnyBody | AnySchema | undefined): readonly BodyKind[] {
  if (body === undefined || !("~body" in body)) {
    return [];
  }
  return body["~format"]?.alternatives?.flatMap(kindsOf) ?? [body["~body"]];
}

/** Whether content of a kind arrives and leaves in pieces. */
export function isStreamed(kind: BodyKind): boolean {
  return kind !== "none" && KINDS[kind].isWhole !== true;
}

export function kindName(kind: BodyKind): string {
  return NAMES.get(kind) ?? kind;
}

const NAMES: ReadonlyMap<BodyKind, string> = new Map<BodyKind, string>([
  ["stream", "a stream"],
  ["json-lines", "JSON Lines"],
]);
