// The kinds of change of versions.
import type { KindRow } from "./kind-row.ts";

const REFUSED = "a server refuses a change without a required If-Match (428, RFC 6585)";
const LOST = "a server that ignores If-Match overwrites what somebody else has changed";

/** The names of these kinds. */
export type VersionKind =
  | "version-tag-added"
  | "version-tag-removed"
  | "version-required-added"
  | "version-required-removed"
  | "version-optional-added"
  | "version-optional-removed"
  | "version-now-required"
  | "version-now-optional"
  | "version-moved";

/** Their rows. */
export const versionKinds: Readonly<Record<VersionKind, KindRow>> = {
  "version-tag-added": {
    clients: "safe",
    servers: "safe",
    level: "wire",
    message: "responses have an ETag",
    because: "a client that sends no If-None-Match gets the response as before",
    mirror: "version-tag-removed",
  },
  "version-tag-removed": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "responses have no ETag",
    because: "a client that sends If-None-Match loads everything again",
    mirror: "version-tag-added",
  },
  "version-required-added": {
    clients: "breaking",
    servers: "risk",
    level: "wire",
    message: "changes without If-Match are refused",
    because: REFUSED,
    remedy: "declare it with required: false until all clients send versions",
    mirror: "version-required-removed",
  },
  "version-required-removed": {
    clients: "risk",
    servers: "breaking",
    level: "wire",
    message: "a change overwrites what somebody else has changed",
    because: LOST,
    mirror: "version-required-added",
  },
  "version-optional-added": {
    clients: "safe",
    servers: "risk",
    level: "wire",
    message: "clients may send If-Match",
    because: "a change without If-Match is handled as before",
    mirror: "version-optional-removed",
  },
  "version-optional-removed": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "a change overwrites what somebody else has changed",
    because: LOST,
    mirror: "version-optional-added",
  },
  "version-now-required": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "changes without If-Match are refused",
    because: REFUSED,
    mirror: "version-now-optional",
  },
  "version-now-optional": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "changes may lack If-Match",
    because: "an old server refuses a change without a required If-Match (428, RFC 6585)",
    mirror: "version-now-required",
  },
  "version-moved": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "the version is {after} instead of {before}",
    because: "a client that sends another property as the version gets a 412 each time",
    remedy: "keep both properties equal until all clients send the new one",
    mirror: "version-moved",
  },
};
