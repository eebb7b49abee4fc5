// A key in a header, a query parameter or a cookie.
import { scheme, type Scheme, type SchemeName, type SchemeOptions, type Taking } from "./scheme.ts";

/** The options of `apiKey`: one place, `header`, `query` or `cookie`. */
export type ApiKeyOptions = SchemeOptions & (InHeader | InQuery | InCookie);

interface InHeader {
  readonly header: string;
  readonly query?: undefined;
  readonly cookie?: undefined;
}
interface InQuery {
  readonly query: string;
  readonly header?: undefined;
  readonly cookie?: undefined;
}
interface InCookie {
  readonly cookie: string;
  readonly header?: undefined;
  readonly query?: undefined;
}

/** Declares a key: `apiKey("partner-key", { header: "x-api-key" })`, or `{ query }` or `{ cookie }`. */
export function apiKey<const Name extends string, const O extends ApiKeyOptions>(
  name: SchemeName<Name>,
  options: O,
): Scheme<Name, Taking<string, O>> {
  const given: Partial<Record<"header" | "query" | "cookie", string | undefined>> = options ?? {};
  const places = (["header", "query", "cookie"] as const).filter(
    (place) => given[place] !== undefined,
  );
  // `verify` reports a key with several places or without a name.
  const place = places[0] ?? "header";
  const key = (places.length === 1 && given[place]) || "";
  return scheme(name, { type: "apiKey", in: place, key }, options);
}
