// The kinds of change of response headers and cookies.
import type { KindRow } from "./kind-row.ts";

const READ =
  "a client that reads the response by its old schema meets a value that it does not know";

export const headerKinds = {
  "response-header-added": {
    clients: "safe",
    servers: "breaking",
    message: "responses have {name}",
    because: "clients ignore headers and cookies that they do not know (RFC 9110 5.1)",
  },
  "response-header-removed": {
    clients: "breaking",
    servers: "safe",
    message: "clients that read {name} find nothing",
    because: "the old declaration promises it in each response",
  },
  "response-header-now-optional": {
    clients: "breaking",
    servers: "safe",
    message: "clients that read {name} may find nothing",
    because: "the old declaration promises it in each response",
  },
  "response-header-now-required": {
    clients: "safe",
    servers: "breaking",
    message: "each response has {name}",
    because: "an old server may leave it out",
  },
  "response-header-changed": {
    clients: "breaking",
    servers: "breaking",
    message: "{name} has other values",
    because: READ,
    proof: "values",
  },
} satisfies Readonly<Record<string, KindRow>>;
