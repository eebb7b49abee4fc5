// The kinds of change of request bodies.
import type { KindRow } from "./kind-row.ts";

const REFUSED = "a server refuses values that its schema does not accept (400)";
const IGNORED = "a receiver ignores properties that it does not know";
const TWO_STEPS = "make it optional first, and required when all clients send it";

/** The names of these kinds. */
export type RequestKind =
  | "request-body-added"
  | "request-body-removed"
  | "request-body-optional-added"
  | "request-body-optional-removed"
  | "request-body-now-required"
  | "request-body-now-optional"
  | "request-media-type-added"
  | "request-media-type-removed"
  | "request-member-required-added"
  | "request-member-required-removed"
  | "request-member-optional-added"
  | "request-member-optional-removed"
  | "request-member-now-required"
  | "request-member-now-optional"
  | "request-closed"
  | "request-opened"
  | "request-default-changed"
  | "request-narrowed"
  | "request-widened"
  | "request-changed";

/** Their rows. */
export const requestKinds: Readonly<Record<RequestKind, KindRow>> = {
  "request-body-added": {
    clients: "breaking",
    servers: "risk",
    level: "wire",
    message: "requests without a body are refused",
    because: "a server refuses requests that lack a required body (400, 415)",
    remedy: "declare it optional",
    mirror: "request-body-removed",
  },
  "request-body-removed": {
    clients: "risk",
    servers: "breaking",
    level: "wire",
    message: "the body that clients send is not read",
    because: "the response no longer depends on it",
    mirror: "request-body-added",
  },
  "request-body-optional-added": {
    clients: "safe",
    servers: "risk",
    level: "wire",
    message: "clients may send a body",
    because: "a body that nobody sends changes nothing",
    mirror: "request-body-optional-removed",
  },
  "request-body-optional-removed": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "a body that clients send is not read",
    because: "the response no longer depends on it",
    mirror: "request-body-optional-added",
  },
  "request-body-now-required": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "requests without a body are refused",
    because: "a server refuses requests that lack a required body (400, 415)",
    mirror: "request-body-now-optional",
  },
  "request-body-now-optional": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "requests may lack a body",
    because: "an old server refuses requests that lack a required body (400, 415)",
    mirror: "request-body-now-required",
  },
  "request-media-type-added": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "{name} is read, too",
    because: "an old server refuses media types that it does not read (415, RFC 9110 15.5.16)",
    mirror: "request-media-type-removed",
  },
  "request-media-type-removed": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "{name} is refused",
    because: "a server refuses media types that it does not read (415, RFC 9110 15.5.16)",
    mirror: "request-media-type-added",
  },
  "request-member-required-added": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "requests without {name} are refused",
    because: REFUSED,
    remedy: TWO_STEPS,
    proof: "values",
    mirror: "request-member-required-removed",
  },
  "request-member-required-removed": {
    clients: "risk",
    servers: "breaking",
    level: "wire",
    message: "clients still send {name}, which is ignored or refused",
    because: IGNORED,
    proof: "also",
    mirror: "request-member-required-added",
  },
  "request-member-optional-added": {
    clients: "safe",
    servers: "risk",
    level: "wire",
    message: "clients may send {name}",
    because: "old clients do not send it",
    proof: "also",
    mirror: "request-member-optional-removed",
  },
  "request-member-optional-removed": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "clients may still send {name}, which is ignored or refused",
    because: IGNORED,
    proof: "also",
    mirror: "request-member-optional-added",
  },
  "request-member-now-required": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "requests without {name} are refused",
    because: REFUSED,
    remedy: "declare a default",
    proof: "values",
    mirror: "request-member-now-optional",
  },
  "request-member-now-optional": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "requests may lack {name}",
    because: "an old server refuses values that its schema does not accept (400)",
    proof: "values",
    mirror: "request-member-now-required",
  },
  "request-closed": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "properties that the schema does not mention are refused",
    because: "clients may send more than their schema says",
    proof: "also",
    mirror: "request-opened",
  },
  "request-opened": {
    clients: "safe",
    servers: "risk",
    level: "wire",
    message: "properties that the schema does not mention are accepted",
    because: "an old server refuses properties that its schema does not mention",
    proof: "also",
    mirror: "request-closed",
  },
  "request-default-changed": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "requests without {name} mean {after} instead of {before}",
    because: "the response to the same request may differ",
    mirror: "request-default-changed",
  },
  "request-narrowed": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "some values that clients send are refused",
    because: REFUSED,
    proof: "values",
    mirror: "request-widened",
  },
  "request-widened": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "more values are accepted",
    because: "an old server refuses values that its schema does not accept (400)",
    proof: "values",
    mirror: "request-narrowed",
  },
  "request-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "other values are accepted",
    because: REFUSED,
    proof: "values",
    mirror: "request-changed",
  },
};
