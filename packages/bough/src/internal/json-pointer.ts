/** One step of a JSON Pointer, with its slash (RFC 6901, section 3). */
export function pointerStep(name: PropertyKey): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
