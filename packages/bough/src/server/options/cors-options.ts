// Which pages of other origins may call the API (Fetch, "CORS protocol"): the options `cors`, checked.
import { isFieldName } from "../../http/header-value.ts";
import { shown } from "../../internal/shown.ts";
import { anything, flag, isCount, option, verifyTable } from "./option-table.ts";
import type { OptionTable } from "./option-table.ts";

interface CorsBase {
  /** Seconds for which a browser keeps what a preflight said: 600. */
  readonly maxAge?: number;
  /** Request headers beside those of the tree, `Authorization` and `Content-Type`. */
  readonly headers?: readonly string[];
}

/** Any origin, without credentials. */
interface AnyOrigin extends CorsBase {
  readonly origins: "*";
  readonly credentials?: false;
}

/** Some origins, compared as a whole; a function is asked with what the browser says. */
interface SomeOrigins extends CorsBase {
  readonly origins: readonly string[] | ((origin: string) => boolean);
  /** Whether cookies and the like go along. */
  readonly credentials?: boolean;
}

/** Which pages of other origins may call the API, and how. */
export type CorsOptions = AnyOrigin | SomeOrigins;

const OPTIONS: OptionTable = {
  // What they say hangs together with `credentials`: see below.
  origins: anything,
  credentials: flag,
  maxAge: option("a whole number of seconds from 0", isCount),
  headers: (names) => {
    if (!Array.isArray(names)) {
      return 'expected headers to be a list: write headers: ["x-trace"]';
    }
    const wrong = names.find((name) => !isFieldName(String(name)));
    return wrong === undefined
      ? undefined
      : `headers has ${shown(wrong)}, which is not a header name`;
  },
};

/** Checks the options, and gives the function that decides whether an origin is allowed. */
export function allowedOrigins(options: CorsOptions): (origin: string) => unknown {
  verifyTable("cors", options, OPTIONS);
  const { origins, credentials } = options;
  if (origins === "*") {
    if (credentials as boolean | undefined) {
      throw new TypeError('cors: credentials are not allowed with origins: "*": list the origins');
    }
    return () => true;
  }
  if (typeof origins === "function") {
    return origins;
  }
  if (!Array.isArray(origins)) {
    throw new TypeError(
      'cors: expected origins to be a list, a function or "*": write origins: ["https://example.com"]',
    );
  }
  const wrong = origins.find((origin) => !/^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\sA-Z]+$/.test(origin));
  if (wrong !== undefined) {
    throw new TypeError(
      `cors: expected an origin such as "https://example.com" in origins, received ${shown(wrong)}`,
    );
  }
  // As a browser writes it: what is listed otherwise would match no request.
  for (const origin of origins) {
    const written = URL.canParse(origin) ? new URL(origin).origin : "null";
    if (written !== origin && written !== "null") {
      throw new TypeError(
        `cors: ${JSON.stringify(origin)} differs from what browsers send: write ${JSON.stringify(written)}`,
      );
    }
  }
  const listed = new Set(origins);
  return (origin) => listed.has(origin);
}
