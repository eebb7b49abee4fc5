// The kinds of change of versions.
import type { KindRow } from "./kind-row.ts";

const REFUSED = "a server refuses a change without a required If-Match (428, RFC 6585)";
const LOST = "a server that ignores If-Match overwrites what somebody else has changed";

export const versionKinds = {
  "version-tag-added": {
    clients: "safe",
    servers: "safe",
    message: "responses have an ETag",
    because: "a client that sends no If-None-Match gets the response as before",
  },
  "version-tag-removed": {
    clients: "risk",
    servers: "safe",
    message: "responses have no ETag",
    because: "a client that sends If-None-Match loads everything again",
  },
  "version-required-added": {
    clients: "breaking",
    servers: "risk",
    message: "changes without If-Match are refused",
    because: REFUSED,
    remedy: "declare it with required: false until all clients send versions",
  },
  "version-required-removed": {
    clients: "risk",
    servers: "breaking",
    message: "a change overwrites what somebody else has changed",
    because: LOST,
  },
  "version-optional-added": {
    clients: "safe",
    servers: "risk",
    message: "clients may send If-Match",
    because: "a change without If-Match is handled as before",
  },
  "version-optional-removed": {
    clients: "risk",
    servers: "safe",
    message: "a change overwrites what somebody else has changed",
    because: LOST,
  },
  "version-now-required": {
    clients: "breaking",
    servers: "safe",
    message: "changes without If-Match are refused",
    because: REFUSED,
  },
  "version-now-optional": {
    clients: "safe",
    servers: "breaking",
    message: "changes may lack If-Match",
    because: "an old server refuses a change without a required If-Match (428, RFC 6585)",
  },
  "version-moved": {
    clients: "breaking",
    servers: "breaking",
    message: "the version is {after} instead of {before}",
    because: "a client that sends another property as the version gets a 412 each time",
    remedy: "keep both properties equal until all clients send the new one",
  },
} satisfies Readonly<Record<string, KindRow>>;
