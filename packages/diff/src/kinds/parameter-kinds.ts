// The kinds of change of ids, parameters, headers, cookies and fields of forms.
import type { KindRow } from "./kind-row.ts";

const REFUSED = "a server refuses values that its schema does not accept (400)";
const TWO_STEPS = "make it optional first, and required when all clients send it";

export const parameterKinds = {
  "parameter-required-added": {
    clients: "breaking",
    servers: "risk",
    message: "requests without {name} are refused",
    because: "a server refuses requests that lack a required parameter (400)",
    remedy: TWO_STEPS,
  },
  "parameter-required-removed": {
    clients: "risk",
    servers: "breaking",
    message: "clients still send {name}, which is ignored or refused",
    because: "an old server refuses requests that lack a required parameter (400)",
  },
  "parameter-optional-added": {
    clients: "safe",
    servers: "risk",
    message: "clients may send {name}",
    because: "a parameter that nobody sends changes nothing",
  },
  "parameter-optional-removed": {
    clients: "risk",
    servers: "safe",
    message: "clients may still send {name}, which is ignored or refused",
    because: "the response no longer depends on it",
    remedy: "deprecate it first",
  },
  "parameter-now-required": {
    clients: "breaking",
    servers: "safe",
    message: "requests without {name} are refused",
    because: "a server refuses requests that lack a required parameter (400)",
    remedy: "declare a default",
  },
  "parameter-now-optional": {
    clients: "safe",
    servers: "breaking",
    message: "requests may lack {name}",
    because: "an old server refuses requests that lack a required parameter (400)",
  },
  "parameter-narrowed": {
    clients: "breaking",
    servers: "safe",
    message: "some values of {name} that clients send are refused",
    because: REFUSED,
    proof: "values",
  },
  "parameter-widened": {
    clients: "safe",
    servers: "breaking",
    message: "{name} accepts more values",
    because: "an old server refuses values that its schema does not accept (400)",
    proof: "values",
  },
  "parameter-changed": {
    clients: "breaking",
    servers: "breaking",
    message: "{name} accepts other values",
    because: REFUSED,
    proof: "values",
  },
  "parameter-style-changed": {
    clients: "breaking",
    servers: "breaking",
    message: "{name} is written in the style {after} instead of {before}",
    because: "the old text means something else, or is refused (400)",
  },
  "parameter-moved": {
    clients: "breaking",
    servers: "breaking",
    message: "clients send {name} in the {before}, and it is read from the {after} now",
    because: "a server reads a parameter at its place only",
    remedy: "read both places for a while",
  },
  "parameter-default-added": {
    clients: "risk",
    servers: "safe",
    message: "requests without {name} mean {after}",
    because: "the response to the same request may differ",
  },
  "parameter-default-removed": {
    clients: "risk",
    servers: "safe",
    message: "requests without {name} no longer mean {before}",
    because: "the response to the same request may differ",
  },
  "parameter-default-changed": {
    clients: "risk",
    servers: "safe",
    message: "requests without {name} mean {after} instead of {before}",
    because: "the response to the same request may differ",
  },
  "parameter-deprecated": {
    clients: "safe",
    servers: "safe",
    level: "documentation",
    message: "{name} is deprecated",
    because: "a deprecated parameter is read as before",
  },
  "parameter-no-longer-deprecated": {
    clients: "safe",
    servers: "safe",
    level: "documentation",
    message: "{name} is no longer deprecated",
    because: "a deprecated parameter is read as before",
  },
} satisfies Readonly<Record<string, KindRow>>;
