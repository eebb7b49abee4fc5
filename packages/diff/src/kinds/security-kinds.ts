// The kinds of change of security.
import type { KindRow } from "./kind-row.ts";

export const securityKinds = {
  "security-added": {
    clients: "breaking",
    servers: "safe",
    message: "requests without credentials are refused",
    because: "a server refuses requests without credentials (401, RFC 9110 15.5.2)",
  },
  "security-dropped": {
    clients: "risk",
    servers: "breaking",
    message: "requests without credentials are accepted",
    because: "everybody may call it: the owner should know",
  },
  "security-alternative-added": {
    clients: "safe",
    servers: "breaking",
    message: "{name} is accepted, too",
    because: "old credentials stay valid",
  },
  "security-alternative-removed": {
    clients: "breaking",
    servers: "safe",
    message: "{name} is refused",
    because: "a server refuses credentials of other schemes (401, RFC 9110 15.5.2)",
  },
  "security-scheme-added": {
    clients: "breaking",
    servers: "safe",
    message: "{name} is needed, too",
    because: "a server refuses requests that lack one of the credentials (401, RFC 9110 15.5.2)",
  },
  "security-scheme-removed": {
    clients: "safe",
    servers: "breaking",
    message: "{name} is not needed any more",
    because: "a server ignores credentials that it does not need",
  },
  "scope-added": {
    clients: "breaking",
    servers: "safe",
    message: "the scope {name} is needed",
    because: "a server refuses tokens without a scope (403, RFC 6750 3.1)",
  },
  "scope-removed": {
    clients: "safe",
    servers: "breaking",
    message: "the scope {name} is not needed any more",
    because: "tokens may have more scopes than an endpoint needs",
  },
  "security-scheme-changed": {
    clients: "breaking",
    servers: "breaking",
    message: "the scheme {name} has another type, or its key is at another place",
    because: "a server reads credentials at their place only",
  },
  "security-scheme-renamed": {
    clients: "breaking",
    servers: "breaking",
    message: "the scheme {before} is gone, and {after} is new and of the same kind",
    because: "a server that checks another credential refuses the old ones (401, RFC 9110 15.5.2)",
    remedy: "if only the name changed, keep the old name or list this change as intended",
  },
  "oauth-url-changed": {
    clients: "risk",
    servers: "risk",
    message: "the scheme {name} has another URL",
    because: "clients that stored the old URL get tokens there",
  },
} satisfies Readonly<Record<string, KindRow>>;
