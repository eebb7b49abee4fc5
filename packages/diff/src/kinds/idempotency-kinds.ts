// The kinds of change of idempotency keys.
import type { KindRow } from "./kind-row.ts";

const REFUSED = "a server refuses requests that lack a required Idempotency-Key (400)";
const TWICE = "a server without idempotency keys runs a repeated request a second time";
const KEPT = "a server runs a request again whose key it no longer keeps";

export const idempotencyKinds = {
  "idempotency-required-added": {
    clients: "breaking",
    servers: "risk",
    message: "requests without Idempotency-Key are refused",
    because: REFUSED,
    remedy: "declare it with required: false until all clients send keys",
  },
  "idempotency-required-removed": {
    clients: "risk",
    servers: "breaking",
    message: "a request that clients repeat with its key runs a second time",
    because: TWICE,
  },
  "idempotency-optional-added": {
    clients: "safe",
    servers: "risk",
    message: "clients may send Idempotency-Key, and a repeated request runs once",
    because: "a request without a key is handled as before",
  },
  "idempotency-optional-removed": {
    clients: "risk",
    servers: "safe",
    message: "a request that clients repeat with its key runs a second time",
    because: TWICE,
  },
  "idempotency-now-required": {
    clients: "breaking",
    servers: "safe",
    message: "requests without Idempotency-Key are refused",
    because: REFUSED,
  },
  "idempotency-now-optional": {
    clients: "safe",
    servers: "breaking",
    message: "requests may lack Idempotency-Key",
    because: "an old server refuses requests that lack a required Idempotency-Key (400)",
  },
  "idempotency-lifetime-shortened": {
    clients: "risk",
    servers: "safe",
    message: "the response to a key is kept for {after} seconds instead of {before}",
    because: KEPT,
    remedy: "keep responses as long as clients repeat requests",
  },
  "idempotency-lifetime-lengthened": {
    clients: "safe",
    servers: "risk",
    message: "the response to a key is kept for {after} seconds instead of {before}",
    because: KEPT,
  },
} satisfies Readonly<Record<string, KindRow>>;
