// The `Content-Disposition` of a response, with the name for saving a file (RFC 6266, RFC 8187).
// A file name never contains a path. form-data-disposition.ts has the header of a form's parts.

/** Formats the header's value. Slashes and control characters in the name become `_`. */
export function formatContentDisposition(
  filename: string,
  type: "attachment" | "inline" = "attachment",
): string {
  const name = plainName(filename);
  if (name === "") {
    return type;
  }
  const fallback = name.replace(/[^ -~]/gu, "_").replace(/%(?=[0-9a-f]{2})/gi, "_");
  const simple = `${type}; filename="${fallback.replaceAll('"', '\\"')}"`;
  // Some clients decode `%41` in the simple form too, so such a name gets both forms (RFC 6266 D).
  return fallback === name ? simple : `${simple}; filename*=UTF-8''${extendedValue(name)}`;
}

function plainName(filename: string): string {
  return filename
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/[\p{Cc}\u2028\u2029/\\]/gu, "_")
    .replace(/^\.{1,2}$/, (dots) => "_".repeat(dots.length));
}

/** Percent-encodes everything except `attr-char` (RFC 8187 3.2.1). */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
