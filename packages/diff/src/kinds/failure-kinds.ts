// The kinds of change of failures and error formats.
import type { KindRow } from "./kind-row.ts";

/** The names of these kinds. */
export type FailureKind =
  | "failure-added"
  | "failure-removed"
  | "failure-status-changed"
  | "failure-type-changed"
  | "error-format-changed";

/** Their rows. */
export const failureKinds: Readonly<Record<FailureKind, KindRow>> = {
  "failure-added": {
    clients: "risk",
    servers: "safe",
    typed: "breaking",
    level: "wire",
    message: "clients may get the failure {name}",
    because: "a client without a case for it treats it by its status (RFC 9457 3)",
    mirror: "failure-removed",
  },
  "failure-removed": {
    clients: "safe",
    servers: "risk",
    level: "wire",
    message: "clients no longer get the failure {name}",
    because: "a client may keep a case that never comes",
    mirror: "failure-added",
  },
  "failure-status-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "the failure {name} has the status {after} instead of {before}",
    because: "clients decide by the status (RFC 9110 15)",
    mirror: "failure-status-changed",
  },
  "failure-type-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "the failure {name} is told by {after} instead of {before}",
    because: "clients decide by the problem type or the code (RFC 9457 3.1.1)",
    mirror: "failure-type-changed",
  },
  "error-format-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "errors have another format",
    because: "clients find code and data at the paths of the format",
    mirror: "error-format-changed",
  },
};
