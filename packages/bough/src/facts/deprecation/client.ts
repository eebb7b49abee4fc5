// Reports calls to deprecated endpoints: by their declaration, or by the headers of a response.
import type { ClientAround } from "../../call/client-options.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { cancel } from "../../call/exchange.ts";

/** A deprecated endpoint that was called. A property is absent if its value is unknown. */
export interface DeprecationNotice {
  readonly endpoint: AnyEndpoint;
  /** When it was deprecated, or will be. */
  readonly since?: Date;
  /** When it goes. */
  readonly sunset?: Date;
  /** The URL of a page that says what to do, as the declaration or the server writes it. */
  readonly link?: string;
}

/**
 * Returns an `around` that calls `report` once for each deprecated endpoint that the client calls, when its first
 * response arrives. Endpoints that aren't declared as deprecated count too if their response has the header
 * `Deprecation` (RFC 9745). The call rejects with what `report` throws.
 *
 * @example
 *   createClient({ around: noticeDeprecated(({ endpoint, sunset }) => console.warn(endpoint.template, sunset)) });
 */
export function noticeDeprecated(report: (notice: DeprecationNotice) => void): ClientAround {
  const noticed = new Set<string>();
  return async ({ endpoint, method }, next) => {
    const response = await next();
    const { deprecated, template } = endpoint;
    const { headers, body } = response;
    const given = headers.get("deprecation");
    const key = method + template;
    if ((deprecated ?? given) && !noticed.has(key)) {
      noticed.add(key);
      // Headers go before the declaration, which may be older.
      const link =
        /<([^<>]*)>[^<]*rel="?deprecation/.exec(headers.get("link") ?? "")?.[1] ?? deprecated?.link;
      try {
        report({
          endpoint,
          ...dated("since", given, deprecated?.since),
          ...dated("sunset", headers.get("sunset"), deprecated?.sunset),
          ...(link && { link }),
        });
      } catch (error) {
        cancel(body);
        throw error;
      }
    }
    return response;
  };
}

// A date behind an @ (RFC 9745 2.1), an HTTP date, or a day. `Date` alone would read "?1" as a year.
const DATE =
  /^(?:@(-?\d{1,15})(?:;.*)?|[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} [\d:]{8} GMT|\d{4}-\d\d-\d\d)$/;

function dated(
  name: "since" | "sunset",
  ...texts: readonly (string | null | undefined)[]
): { readonly [Name in typeof name]?: Date } {
  for (const text of texts) {
    const [whole, seconds] = DATE.exec(text ?? "") ?? [];
    const date = new Date(seconds ? +seconds * 1000 : (whole ?? ""));
    if (!isNaN(+date)) {
      return { [name]: date };
    }
  }
  return {};
}
