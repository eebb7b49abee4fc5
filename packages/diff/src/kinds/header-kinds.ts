// The kinds of change of response headers and cookies.
import type { KindRow } from "./kind-row.ts";

const READ =
  "a client that reads the response by its old schema meets a value that it does not know";

/** The names of these kinds. */
export type HeaderKind =
  | "response-header-added"
  | "response-header-removed"
  | "response-header-now-optional"
  | "response-header-now-required"
  | "response-header-changed";

/** Their rows. */
export const headerKinds: Readonly<Record<HeaderKind, KindRow>> = {
  "response-header-added": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "responses have {name}",
    because: "clients ignore headers and cookies that they do not know (RFC 9110 5.1)",
    mirror: "response-header-removed",
  },
  "response-header-removed": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "clients that read {name} find nothing",
    because: "the old declaration promises it in each response",
    mirror: "response-header-added",
  },
  "response-header-now-optional": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "clients that read {name} may find nothing",
    because: "the old declaration promises it in each response",
    mirror: "response-header-now-required",
  },
  "response-header-now-required": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "each response has {name}",
    because: "an old server may leave it out",
    mirror: "response-header-now-optional",
  },
  "response-header-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "{name} has other values",
    because: READ,
    proof: "values",
    mirror: "response-header-changed",
  },
};
