// The kinds of change of security.
import type { KindRow } from "./kind-row.ts";

/** The names of these kinds. */
export type SecurityKind =
  | "security-added"
  | "security-dropped"
  | "security-alternative-added"
  | "security-alternative-removed"
  | "security-scheme-added"
  | "security-scheme-removed"
  | "scope-added"
  | "scope-removed"
  | "security-scheme-changed"
  | "security-scheme-renamed"
  | "oauth-url-changed";

/** Their rows. */
export const securityKinds: Readonly<Record<SecurityKind, KindRow>> = {
  "security-added": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "requests without credentials are refused",
    because: "a server refuses requests without credentials (401, RFC 9110 15.5.2)",
    mirror: "security-dropped",
  },
  "security-dropped": {
    clients: "risk",
    servers: "breaking",
    level: "wire",
    message: "requests without credentials are accepted",
    because: "everybody may call it: the owner should know",
    mirror: "security-added",
  },
  "security-alternative-added": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "{name} is accepted, too",
    because: "old credentials stay valid",
    mirror: "security-alternative-removed",
  },
  "security-alternative-removed": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "{name} is refused",
    because: "a server refuses credentials of other schemes (401, RFC 9110 15.5.2)",
    mirror: "security-alternative-added",
  },
  "security-scheme-added": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "{name} is needed, too",
    because: "a server refuses requests that lack one of the credentials (401, RFC 9110 15.5.2)",
    mirror: "security-scheme-removed",
  },
  "security-scheme-removed": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "{name} is not needed any more",
    because: "a server ignores credentials that it does not need",
    mirror: "security-scheme-added",
  },
  "scope-added": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "the scope {name} is needed",
    because: "a server refuses tokens without a scope (403, RFC 6750 3.1)",
    mirror: "scope-removed",
  },
  "scope-removed": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "the scope {name} is not needed any more",
    because: "tokens may have more scopes than an endpoint needs",
    mirror: "scope-added",
  },
  "security-scheme-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "the scheme {name} has another type, or its key is at another place",
    because: "a server reads credentials at their place only",
    mirror: "security-scheme-changed",
  },
  "security-scheme-renamed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "the scheme {before} is gone, and {after} is new and of the same kind",
    because: "a server that checks another credential refuses the old ones (401, RFC 9110 15.5.2)",
    remedy: "if only the name changed, keep the old name or list this change as intended",
    mirror: "security-scheme-renamed",
  },
  "oauth-url-changed": {
    clients: "risk",
    servers: "risk",
    level: "wire",
    message: "the scheme {name} has another URL",
    because: "clients that stored the old URL get tokens there",
    mirror: "oauth-url-changed",
  },
};
