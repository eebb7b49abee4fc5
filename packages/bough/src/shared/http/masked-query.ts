// Masks values in the query of a URL or target, so that credentials do not get into logs and traces.
import { decodeQueryValue } from "./percent.ts";

/** The URL or target with `mask` in place of the values of these query parameters. */
export function maskedQuery(target: string, names: ReadonlySet<string>, mask: string): string {
  const at = target.indexOf("?");
  return names.size === 0 || at < 0
    ? target
    : target.slice(0, at + 1) +
        target
          .slice(at + 1)
          .split("&")
          .map((pair) => {
            const [name = ""] = pair.split("=", 1);
            return names.has(decodeQueryValue(name) ?? name) ? `${name}=${mask}` : pair;
          })
          .join("&");
}
