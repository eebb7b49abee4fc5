// The kinds of change of request bodies.
import type { KindRow } from "./kind-row.ts";

const REFUSED = "a server refuses values that its schema does not accept (400)";
const IGNORED = "a receiver ignores properties that it does not know";
const TWO_STEPS = "make it optional first, and required when all clients send it";

export const requestKinds = {
  "request-body-added": {
    clients: "breaking",
    servers: "risk",
    message: "requests without a body are refused",
    because: "a server refuses requests that lack a required body (400, 415)",
    remedy: "declare it optional",
  },
  "request-body-removed": {
    clients: "risk",
    servers: "breaking",
    message: "the body that clients send is not read",
    because: "the response no longer depends on it",
  },
  "request-body-optional-added": {
    clients: "safe",
    servers: "risk",
    message: "clients may send a body",
    because: "a body that nobody sends changes nothing",
  },
  "request-body-optional-removed": {
    clients: "risk",
    servers: "safe",
    message: "a body that clients send is not read",
    because: "the response no longer depends on it",
  },
  "request-body-now-required": {
    clients: "breaking",
    servers: "safe",
    message: "requests without a body are refused",
    because: "a server refuses requests that lack a required body (400, 415)",
  },
  "request-body-now-optional": {
    clients: "safe",
    servers: "breaking",
    message: "requests may lack a body",
    because: "an old server refuses requests that lack a required body (400, 415)",
  },
  "request-media-type-added": {
    clients: "safe",
    servers: "breaking",
    message: "{name} is read, too",
    because: "an old server refuses media types that it does not read (415, RFC 9110 15.5.16)",
  },
  "request-media-type-removed": {
    clients: "breaking",
    servers: "safe",
    message: "{name} is refused",
    because: "a server refuses media types that it does not read (415, RFC 9110 15.5.16)",
  },
  "request-member-required-added": {
    clients: "breaking",
    servers: "safe",
    message: "requests without {name} are refused",
    because: REFUSED,
    remedy: TWO_STEPS,
    proof: "values",
  },
  "request-member-required-removed": {
    clients: "risk",
    servers: "breaking",
    message: "clients still send {name}, which is ignored or refused",
    because: IGNORED,
    proof: "also",
  },
  "request-member-optional-added": {
    clients: "safe",
    servers: "risk",
    message: "clients may send {name}",
    because: "old clients do not send it",
    proof: "also",
  },
  "request-member-optional-removed": {
    clients: "risk",
    servers: "safe",
    message: "clients may still send {name}, which is ignored or refused",
    because: IGNORED,
    proof: "also",
  },
  "request-member-now-required": {
    clients: "breaking",
    servers: "safe",
    message: "requests without {name} are refused",
    because: REFUSED,
    remedy: "declare a default",
    proof: "values",
  },
  "request-member-now-optional": {
    clients: "safe",
    servers: "breaking",
    message: "requests may lack {name}",
    because: "an old server refuses values that its schema does not accept (400)",
    proof: "values",
  },
  "request-closed": {
    clients: "risk",
    servers: "safe",
    message: "properties that the schema does not mention are refused",
    because: "clients may send more than their schema says",
    proof: "also",
  },
  "request-opened": {
    clients: "safe",
    servers: "risk",
    message: "properties that the schema does not mention are accepted",
    because: "an old server refuses properties that its schema does not mention",
    proof: "also",
  },
  "request-default-changed": {
    clients: "risk",
    servers: "safe",
    message: "requests without {name} mean {after} instead of {before}",
    because: "the response to the same request may differ",
  },
  "request-narrowed": {
    clients: "breaking",
    servers: "safe",
    message: "some values that clients send are refused",
    because: REFUSED,
    proof: "values",
  },
  "request-widened": {
    clients: "safe",
    servers: "breaking",
    message: "more values are accepted",
    because: "an old server refuses values that its schema does not accept (400)",
    proof: "values",
  },
  "request-changed": {
    clients: "breaking",
    servers: "breaking",
    message: "other values are accepted",
    because: REFUSED,
    proof: "values",
  },
} satisfies Readonly<Record<string, KindRow>>;
