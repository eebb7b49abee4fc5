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
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pattern also refuses null
      /<([^<>]*)>[^<]*rel="?deprecation/.exec(headers.get("link") as string)?.[1] ??
      deprecated?.link;
    const since = dateOf(given) ?? dateOf(deprecated?.since);
    const sunset = dateOf(headers.get("sunset")) ?? dateOf(deprecated?.sunset);
    onDeprecated({
      endpoint,
      ...(since && { since }),
      ...(sunset && { sunset }),
      ...(link && { link }),
    });
  }
}

// A date behind an @ (RFC 9745 2.1), an HTTP date, or a day. `Date` alone would read "?1" as a year.
const DATE = /^(?:@(-?\d+)(?:;.*)?|[A-Z]\w+, \d\d[ -]\w+[ -]\d+ [\d:]+ GMT|\d{4}(?:-\d\d){2})$/;

function dateOf(text: string | null | undefined): Date | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pattern also refuses null and `undefined`
  const [whole = "", seconds] = DATE.exec(text as string) ?? [];
  const date = new Date(seconds ? +seconds * 1000 : whole);
  return isNaN(+date) ? undefined : date;
}
