// The option `cors`: the pages of other origins that may call the API (Fetch, "CORS protocol").
import { isFieldName } from "../../../shared/http/header-value.ts";
import { shown } from "../../../shared/internal/wrong-argument.ts";
import {
  anything,
  flag,
  isCount,
  option,
  verifyTable,
  type OptionTable,
} from "../../options/option-table.ts";

interface CorsBase {
  /** Seconds for which a browser may cache the response to a preflight. Default: 600. */
  readonly maxAge?: number;
  /**
   * Request headers to allow in addition to `Content-Type` and those that the endpoint reads, such as its declared
   * headers and those of its security schemes (`Authorization` if it declares no security).
   */
  readonly headers?: readonly string[];
}

/** Any origin, without credentials. */
interface AnyOrigin extends CorsBase {
  /** `"*"` allows any origin, without credentials. */
  readonly origins: "*";
  readonly credentials?: false;
}

/** Listed origins, or a function that gets the `Origin` header and returns whether it is allowed. */
interface SomeOrigins extends CorsBase {
  /**
   * The allowed origins, `["https://app.example.com"]`, or a function that gets the `Origin` header and returns whether
   * it is allowed.
   */
  readonly origins: readonly string[] | ((origin: string) => boolean);
  /** Whether browsers may send cookies and other credentials. */
  readonly credentials?: boolean;
}

/** The pages of other origins that may call the API. */
export type CorsOptions = AnyOrigin | SomeOrigins;

const OPTIONS: OptionTable = {
  // Depends on `credentials`, so `allowedOrigins` checks it.
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

/** Checks the options. Returns the function that decides whether an origin is allowed. */
export function allowedOrigins(options: CorsOptions): (origin: string) => unknown {
  verifyTable("cors", options, OPTIONS);
  const { origins, credentials } = options;
  if (origins === "*") {
    if (credentials) {
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
  const at = origins.findIndex(
    (origin) =>
      typeof origin !== "string" || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\sA-Z]+$/.test(origin),
  );
  if (at >= 0) {
    throw new TypeError(
      `cors: expected an origin such as "https://example.com" in origins, received ${shown(origins[at])}`,
    );
  }
  // An origin in another spelling would never match.
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
