// The type of an id that was given none: text. `string()` is the same with its chain of
// calls, which a client whose ids are plain text need not bundle.
import { isWellFormed } from "../http/percent.ts";
import { Issue } from "./parameter.ts";
import type { AnyParameter } from "./parameter.ts";

const refused = /* @__PURE__ */ new Issue("is not text");
const read = (value: unknown): string | Issue =>
  typeof value === "string" && isWellFormed(value) ? value : refused;

/** Any text. */
export const text: AnyParameter = /* @__PURE__ */ Object.freeze({
  "~parameter": /* @__PURE__ */ Object.freeze({
    kind: "string",
    decode: read,
    encode: read,
    write: (value: unknown) => {
      const text = read(value);
      return text instanceof Issue ? text : [text];
    },
    read: (texts: readonly string[] | undefined) =>
      texts?.length === 1 ? read(texts[0]) : new Issue("is missing"),
    optional: false,
    fallback: undefined,
    list: undefined,
    checks: [],
    description: undefined,
    constraints: {},
  }),
});
