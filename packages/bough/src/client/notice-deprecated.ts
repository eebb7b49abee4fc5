// Tells the project that it calls a deprecated endpoint: by its declaration, or by the headers of a response.
import type { Call } from "./client-options.ts";

/** Calls `onDeprecated` once for each endpoint. Headers of the response go before the declaration. */
export function noticeDeprecated(
  { endpoint, method, onDeprecated, noticed }: Call,
  headers: Headers,
): void {
  // Nearly no client asks, and a look at the headers costs every call.
  if (!onDeprecated) {
    return;
  }
  const { deprecated, template } = endpoint;
  const given = headers.get("deprecation");
  const key = method + template;
  if ((deprecated ?? given) && !noticed.has(key)) {
    noticed.add(key);
    const link =
      /<([^<>]*)>[^<]*rel="?deprecation/.exec(headers.get("link") ?? "")?.[1] ?? deprecated?.link;
    onDeprecated({
      endpoint,
      ...dated("since", given ?? deprecated?.since),
      ...dated("sunset", headers.get("sunset") ?? deprecated?.sunset),
      ...(link && { link }),
    });
  }
}

// Of a day or an HTTP date, or of seconds behind an @ (RFC 9745 2.1).
function dated(name: "since" | "sunset", text = ""): { readonly [Name in typeof name]?: Date } {
  const date = new Date(text[0] === "@" ? parseInt(text.slice(1)) * 1000 : text);
  return +date ? { [name]: date } : {};
}
