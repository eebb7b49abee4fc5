// What all sides know of a kind of body. The compiler names a kind without a row.
import type { BodyKind } from "./body-format.ts";

/** The facts of a kind. */
export interface KindFacts {
  /** What its schema describes, if it can be declared by a type: the value, or each item of a sequence. */
  readonly schemaOf?: "schema" | "item";
  /** Whether it can be inside another body: it is read whole. */
  readonly isWhole?: boolean;
}

/** The facts by kind. */
export const KINDS: Readonly<Record<BodyKind, KindFacts>> = /* @__PURE__ */ Object.freeze({
  none: {},
  negotiated: { schemaOf: "schema", isWhole: true },
  codec: { schemaOf: "schema", isWhole: true },
  alternatives: {},
  bytes: { isWhole: true },
  stream: {},
  multipart: {},
  events: { schemaOf: "item" },
  "json-lines": { schemaOf: "item" },
});
