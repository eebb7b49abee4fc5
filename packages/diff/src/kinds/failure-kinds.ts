// The kinds of change of failures and error formats.
import type { KindRow } from "./kind-row.ts";

export const failureKinds = {
  "failure-added": {
    clients: "risk",
    servers: "safe",
    typed: "breaking",
    message: "clients may get the failure {name}",
    because: "a client without a case for it treats it by its status (RFC 9457 3)",
  },
  "failure-removed": {
    clients: "safe",
    servers: "risk",
    message: "clients no longer get the failure {name}",
    because: "a client may keep a case that never comes",
  },
  "failure-status-changed": {
    clients: "breaking",
    servers: "breaking",
    message: "the failure {name} has the status {after} instead of {before}",
    because: "clients decide by the status (RFC 9110 15)",
  },
  "failure-type-changed": {
    clients: "breaking",
    servers: "breaking",
    message: "the failure {name} is told by {after} instead of {before}",
    because: "clients decide by the problem type or the code (RFC 9457 3.1.1)",
  },
  "error-format-changed": {
    clients: "breaking",
    servers: "breaking",
    message: "errors have another format",
    because: "clients find code and data at the paths of the format",
  },
} satisfies Readonly<Record<string, KindRow>>;
