// The kinds of change of ids, parameters, headers, cookies and fields of forms.
import type { KindRow } from "./kind-row.ts";

const REFUSED = "a server refuses values that its schema does not accept (400)";
const TWO_STEPS = "make it optional first, and required when all clients send it";

/** The names of these kinds. */
export type ParameterKind =
  | "parameter-required-added"
  | "parameter-required-removed"
  | "parameter-optional-added"
  | "parameter-optional-removed"
  | "parameter-now-required"
  | "parameter-now-optional"
  | "parameter-narrowed"
  | "parameter-widened"
  | "parameter-changed"
  | "parameter-style-changed"
  | "parameter-moved"
  | "parameter-default-added"
  | "parameter-default-removed"
  | "parameter-default-changed"
  | "parameter-deprecated"
  | "parameter-no-longer-deprecated";

/** Their rows. */
export const parameterKinds: Readonly<Record<ParameterKind, KindRow>> = {
  "parameter-required-added": {
    clients: "breaking",
    servers: "risk",
    level: "wire",
    message: "requests without {name} are refused",
    because: "a server refuses requests that lack a required parameter (400)",
    remedy: TWO_STEPS,
    mirror: "parameter-required-removed",
  },
  "parameter-required-removed": {
    clients: "risk",
    servers: "breaking",
    level: "wire",
    message: "clients still send {name}, which is ignored or refused",
    because: "an old server refuses requests that lack a required parameter (400)",
    mirror: "parameter-required-added",
  },
  "parameter-optional-added": {
    clients: "safe",
    servers: "risk",
    level: "wire",
    message: "clients may send {name}",
    because: "a parameter that nobody sends changes nothing",
    mirror: "parameter-optional-removed",
  },
  "parameter-optional-removed": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "clients may still send {name}, which is ignored or refused",
    because: "the response no longer depends on it",
    remedy: "deprecate it first",
    mirror: "parameter-optional-added",
  },
  "parameter-now-required": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "requests without {name} are refused",
    because: "a server refuses requests that lack a required parameter (400)",
    remedy: "declare a default",
    mirror: "parameter-now-optional",
  },
  "parameter-now-optional": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "requests may lack {name}",
    because: "an old server refuses requests that lack a required parameter (400)",
    mirror: "parameter-now-required",
  },
  "parameter-narrowed": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "some values of {name} that clients send are refused",
    because: REFUSED,
    proof: "values",
    mirror: "parameter-widened",
  },
  "parameter-widened": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "{name} accepts more values",
    because: "an old server refuses values that its schema does not accept (400)",
    proof: "values",
    mirror: "parameter-narrowed",
  },
  "parameter-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "{name} accepts other values",
    because: REFUSED,
    proof: "values",
    mirror: "parameter-changed",
  },
  "parameter-style-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "{name} is written in the style {after} instead of {before}",
    because: "the old text means something else, or is refused (400)",
    mirror: "parameter-style-changed",
  },
  "parameter-moved": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "clients send {name} in the {before}, and it is read from the {after} now",
    because: "a server reads a parameter at its place only",
    remedy: "read both places for a while",
    mirror: "parameter-moved",
  },
  "parameter-default-added": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "requests without {name} mean {after}",
    because: "the response to the same request may differ",
    mirror: "parameter-default-removed",
  },
  "parameter-default-removed": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "requests without {name} no longer mean {before}",
    because: "the response to the same request may differ",
    mirror: "parameter-default-added",
  },
  "parameter-default-changed": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "requests without {name} mean {after} instead of {before}",
    because: "the response to the same request may differ",
    mirror: "parameter-default-changed",
  },
  "parameter-deprecated": {
    clients: "safe",
    servers: "safe",
    level: "documentation",
    message: "{name} is deprecated",
    because: "a deprecated parameter is read as before",
    mirror: "parameter-no-longer-deprecated",
  },
  "parameter-no-longer-deprecated": {
    clients: "safe",
    servers: "safe",
    level: "documentation",
    message: "{name} is no longer deprecated",
    because: "a deprecated parameter is read as before",
    mirror: "parameter-deprecated",
  },
};
