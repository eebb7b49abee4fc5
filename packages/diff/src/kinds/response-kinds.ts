// The kinds of change of responses.
import type { KindRow } from "./kind-row.ts";

const READ =
  "a client that reads the response by its old schema meets a value that it does not know";
const IGNORED = "a receiver ignores properties that it does not know";

/** The names of these kinds. */
export type ResponseKind =
  | "response-status-added"
  | "response-status-removed"
  | "response-status-changed"
  | "response-media-type-added"
  | "response-media-type-removed"
  | "response-body-added"
  | "response-body-removed"
  | "body-kind-changed"
  | "response-member-added"
  | "response-member-added-closed"
  | "response-member-removed"
  | "response-member-optional-removed"
  | "response-member-now-optional"
  | "response-member-now-required"
  | "response-value-added"
  | "response-value-removed"
  | "response-alternative-added"
  | "response-tagged-alternative-added"
  | "response-alternative-removed"
  | "response-bound-widened"
  | "response-widened"
  | "response-narrowed"
  | "response-changed"
  | "event-added"
  | "event-removed"
  | "event-data-changed"
  | "stream-end-changed";

/** Their rows. */
export const responseKinds: Readonly<Record<ResponseKind, KindRow>> = {
  "response-status-added": {
    clients: "risk",
    servers: "safe",
    typed: "breaking",
    level: "wire",
    message: "clients may get {name}",
    because: "a client treats a status that it does not know by its class (RFC 9110 15)",
    mirror: "response-status-removed",
  },
  "response-status-removed": {
    clients: "safe",
    servers: "risk",
    level: "wire",
    message: "clients no longer get {name}",
    because: "a client may still handle a status that never comes",
    mirror: "response-status-added",
  },
  "response-status-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "clients get {after} instead of {before}",
    because: "clients decide by the status (RFC 9110 15)",
    mirror: "response-status-changed",
  },
  "response-media-type-added": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "{name} is sent, too",
    because: "clients ask for what they read with Accept (RFC 9110 12.5.1)",
    mirror: "response-media-type-removed",
  },
  "response-media-type-removed": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "clients that ask for {name} get 406 or something else",
    because: "a server sends the media types that it has (RFC 9110 15.5.7)",
    mirror: "response-media-type-added",
  },
  "response-body-added": {
    clients: "risk",
    servers: "breaking",
    level: "wire",
    message: "the response has a body",
    because: "clients that expected none skip it",
    mirror: "response-body-removed",
  },
  "response-body-removed": {
    clients: "breaking",
    servers: "risk",
    level: "wire",
    message: "clients that read the body find nothing",
    because: READ,
    mirror: "response-body-added",
  },
  "body-kind-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "the body is {after} instead of {before}",
    because: "a stream is read piece by piece, and a whole body at its end",
    mirror: "body-kind-changed",
  },
  "response-member-added": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "responses may have {name}",
    because: IGNORED,
    proof: "also",
    mirror: "response-member-removed",
  },
  "response-member-added-closed": {
    clients: "risk",
    servers: "breaking",
    level: "wire",
    message: "responses may have {name}, which the old schema forbids",
    because:
      "libraries such as zod write closed schemas and ignore further properties, and a strict validator refuses them",
    remedy: "check how old clients validate responses",
    mirror: "response-member-removed",
  },
  "response-member-removed": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "clients that read {name} find nothing",
    because: "the old schema promises it in each response",
    remedy: "keep it, deprecated, until clients no longer read it",
    proof: "values",
    mirror: "response-member-added",
  },
  "response-member-optional-removed": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "clients that read {name} never find it",
    because: "clients are ready for its absence, but may depend on it",
    proof: "also",
    mirror: "response-member-added",
  },
  "response-member-now-optional": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "clients that read {name} may find nothing",
    because: "the old schema promises it in each response",
    proof: "values",
    mirror: "response-member-now-required",
  },
  "response-member-now-required": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "each response has {name}",
    because: "an old server may leave it out",
    proof: "values",
    mirror: "response-member-now-optional",
  },
  "response-value-added": {
    clients: "risk",
    servers: "safe",
    typed: "breaking",
    level: "wire",
    message: "clients may read {after}",
    because: "clients that know all constants have no case for a new one",
    remedy: "tell clients to expect other values",
    proof: "values",
    mirror: "response-value-removed",
  },
  "response-value-removed": {
    clients: "safe",
    servers: "risk",
    level: "wire",
    message: "clients no longer read {before}",
    because: "clients may keep a case that never comes",
    proof: "values",
    mirror: "response-value-added",
  },
  "response-alternative-added": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "clients may read a value of another form",
    because: READ,
    proof: "values",
    mirror: "response-alternative-removed",
  },
  "response-tagged-alternative-added": {
    clients: "risk",
    servers: "safe",
    typed: "breaking",
    level: "wire",
    message: "clients may read an object whose {name} is {after}",
    because: "clients that decide by {name} have no case for it",
    remedy: "tell clients to expect other values",
    proof: "values",
    mirror: "response-alternative-removed",
  },
  "response-alternative-removed": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "clients no longer read values of one form",
    because: "clients may keep a case that never comes",
    proof: "values",
    mirror: "response-alternative-added",
  },
  "response-bound-widened": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "values may be beyond their old bounds, pattern or length",
    because: "clients seldom check bounds, but may rely on them, as a column of a database does",
    proof: "values",
    mirror: "response-narrowed",
  },
  "response-widened": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "clients may read values that their schema does not accept",
    because: READ,
    proof: "values",
    mirror: "response-narrowed",
  },
  "response-narrowed": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "responses have fewer values",
    because: "a client that reads less does not accept all that an old server sends",
    proof: "values",
    mirror: "response-widened",
  },
  "response-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "responses have other values",
    because: READ,
    proof: "values",
    mirror: "response-changed",
  },
  "event-added": {
    clients: "safe",
    servers: "risk",
    typed: "risk",
    level: "wire",
    message: "the stream may have events named {name}",
    because: "clients skip events that they do not listen to",
    mirror: "event-removed",
  },
  "event-removed": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "the stream no longer has events named {name}",
    because: "clients that wait for them wait in vain",
    mirror: "event-added",
  },
  "event-data-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "the data of events is {after} instead of {before}",
    because: "a client decodes data by the media type of its own declaration",
    mirror: "event-data-changed",
  },
  "stream-end-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "the stream ends with {after} instead of {before}",
    because: "a client takes the data of another end for an item",
    mirror: "stream-end-changed",
  },
};
