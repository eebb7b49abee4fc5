// The kinds of change of idempotency keys.
import type { KindRow } from "./kind-row.ts";

const REFUSED = "a server refuses requests that lack a required Idempotency-Key (400)";
const TWICE = "a server without idempotency keys runs a repeated request a second time";
const KEPT = "a server runs a request again whose key it no longer keeps";

/** The names of these kinds. */
export type IdempotencyKind =
  | "idempotency-required-added"
  | "idempotency-required-removed"
  | "idempotency-optional-added"
  | "idempotency-optional-removed"
  | "idempotency-now-required"
  | "idempotency-now-optional"
  | "idempotency-lifetime-shortened"
  | "idempotency-lifetime-lengthened";

/** Their rows. */
export const idempotencyKinds: Readonly<Record<IdempotencyKind, KindRow>> = {
  "idempotency-required-added": {
    clients: "breaking",
    servers: "risk",
    level: "wire",
    message: "requests without Idempotency-Key are refused",
    because: REFUSED,
    remedy: "declare it with required: false until all clients send keys",
    mirror: "idempotency-required-removed",
  },
  "idempotency-required-removed": {
    clients: "risk",
    servers: "breaking",
    level: "wire",
    message: "a request that clients repeat with its key runs a second time",
    because: TWICE,
    mirror: "idempotency-required-added",
  },
  "idempotency-optional-added": {
    clients: "safe",
    servers: "risk",
    level: "wire",
    message: "clients may send Idempotency-Key, and a repeated request runs once",
    because: "a request without a key is handled as before",
    mirror: "idempotency-optional-removed",
  },
  "idempotency-optional-removed": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "a request that clients repeat with its key runs a second time",
    because: TWICE,
    mirror: "idempotency-optional-added",
  },
  "idempotency-now-required": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "requests without Idempotency-Key are refused",
    because: REFUSED,
    mirror: "idempotency-now-optional",
  },
  "idempotency-now-optional": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "requests may lack Idempotency-Key",
    because: "an old server refuses requests that lack a required Idempotency-Key (400)",
    mirror: "idempotency-now-required",
  },
  "idempotency-lifetime-shortened": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "the response to a key is kept for {after} seconds instead of {before}",
    because: KEPT,
    remedy: "keep responses as long as clients repeat requests",
    mirror: "idempotency-lifetime-lengthened",
  },
  "idempotency-lifetime-lengthened": {
    clients: "safe",
    servers: "risk",
    level: "wire",
    message: "the response to a key is kept for {after} seconds instead of {before}",
    because: KEPT,
    mirror: "idempotency-lifetime-shortened",
  },
};
