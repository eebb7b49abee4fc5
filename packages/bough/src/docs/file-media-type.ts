// The media type of a file of a docs page, by the ending of its name.
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["css", "text/css; charset=utf-8"],
  ["html", "text/html; charset=utf-8"],
  ["ico", "image/x-icon"],
  ["jpg", "image/jpeg"],
  ["js", "text/javascript; charset=utf-8"],
  ["json", "application/json"],
  ["mjs", "text/javascript; charset=utf-8"],
  ["png", "image/png"],
  ["svg", "image/svg+xml"],
  ["txt", "text/plain; charset=utf-8"],
  ["woff2", "font/woff2"],
]);

/** The media type of a file. */
export function mediaTypeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return MEDIA_TYPES.get(ending) ?? "application/octet-stream";
}
