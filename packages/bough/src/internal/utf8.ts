/** Decodes UTF-8; throws for anything else. Keeps a byte order mark, which belongs to the text. */
export const strictUtf8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});
