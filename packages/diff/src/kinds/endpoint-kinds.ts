// The kinds of change of endpoints as a whole.
import type { KindRow } from "./kind-row.ts";

/** The names of these kinds. */
export type EndpointKind =
  | "endpoint-added"
  | "endpoint-removed"
  | "endpoint-removed-before-sunset"
  | "endpoint-removed-after-sunset"
  | "endpoint-moved"
  | "endpoint-renamed"
  | "id-renamed"
  | "base-path-changed"
  | "limit-lowered"
  | "limit-raised"
  | "endpoint-deprecated"
  | "endpoint-no-longer-deprecated"
  | "sunset-moved-earlier"
  | "sunset-moved-later"
  | "stability-lost"
  | "stability-gained";

/** Their rows. */
export const endpointKinds: Readonly<Record<EndpointKind, KindRow>> = {
  "endpoint-added": {
    clients: "safe",
    servers: "breaking",
    level: "wire",
    message: "a new endpoint",
    because: "nobody calls it yet; an old server responds 404 or 405 (RFC 9110 15.5.5)",
    mirror: "endpoint-removed",
  },
  "endpoint-removed": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "clients that call it get 404 or 405",
    because: "a server responds 404 or 405 where it has no endpoint (RFC 9110 15.5.5, 15.5.6)",
    remedy: "deprecate it with a sunset, and remove it after that day",
    mirror: "endpoint-added",
  },
  "endpoint-removed-before-sunset": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "it was to respond until {before}",
    because: "clients rely on the day that Sunset announced (RFC 8594)",
    remedy: "keep it until its sunset",
    alone: "an endpoint that is added has no sunset in the base",
  },
  "endpoint-removed-after-sunset": {
    clients: "safe",
    servers: "safe",
    level: "wire",
    message: "its sunset was {before}",
    because: "clients were told that it does not respond after this day (RFC 8594)",
    alone: "an endpoint that is added has no sunset in the base",
  },
  "endpoint-moved": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "clients call {before}, and it is {after} now",
    because: "method and path are the address of an endpoint (RFC 9110 15.5.5, 15.5.6)",
    remedy: "keep the old endpoint, deprecated, with a link to what to do",
    mirror: "endpoint-moved",
  },
  "endpoint-renamed": {
    clients: "safe",
    servers: "safe",
    typed: "breaking",
    level: "typed",
    message: "code that calls {before} does not compile: it is {after} now",
    because: "the name exists in the code only",
    mirror: "endpoint-renamed",
  },
  "id-renamed": {
    clients: "safe",
    servers: "safe",
    level: "documentation",
    message: "the id {before} is {after} now",
    because: "the names of ids are not sent",
    mirror: "id-renamed",
  },
  "base-path-changed": {
    clients: "breaking",
    servers: "breaking",
    level: "wire",
    message: "clients call paths below {before}, and they are below {after} now",
    because: "a server responds 404 to the old paths (RFC 9110 15.5.5)",
    mirror: "base-path-changed",
  },
  "limit-lowered": {
    clients: "risk",
    servers: "safe",
    level: "wire",
    message: "the limit {name} falls from {before} to {after}",
    because: "a server refuses requests beyond its limits (413, 414, 408)",
    mirror: "limit-raised",
  },
  "limit-raised": {
    clients: "safe",
    servers: "risk",
    level: "wire",
    message: "the limit {name} rises from {before} to {after}",
    because: "an old server refuses requests beyond its limits (413, 414, 408)",
    mirror: "limit-lowered",
  },
  "endpoint-deprecated": {
    clients: "safe",
    servers: "safe",
    level: "documentation",
    message: "it is deprecated{after}",
    because: "a deprecated endpoint responds as before (RFC 9745)",
    mirror: "endpoint-no-longer-deprecated",
  },
  "endpoint-no-longer-deprecated": {
    clients: "safe",
    servers: "safe",
    level: "documentation",
    message: "it is no longer deprecated",
    because: "a deprecated endpoint responds as before (RFC 9745)",
    mirror: "endpoint-deprecated",
  },
  "sunset-moved-earlier": {
    clients: "breaking",
    servers: "safe",
    level: "wire",
    message: "it was to respond until {before}, and is until {after} now",
    because: "clients rely on the day that Sunset announced (RFC 8594)",
    remedy: "keep the announced day",
    mirror: "sunset-moved-later",
  },
  "sunset-moved-later": {
    clients: "safe",
    servers: "safe",
    level: "documentation",
    message: "it was to respond until {before}, and is until {after} now",
    because: "clients that moved earlier lose nothing (RFC 8594)",
    mirror: "sunset-moved-earlier",
  },
  "stability-lost": {
    clients: "risk",
    servers: "safe",
    level: "documentation",
    message: "it is experimental now, so its next changes are not announced",
    because: "clients rely on an endpoint that was stable",
    mirror: "stability-gained",
  },
  "stability-gained": {
    clients: "safe",
    servers: "safe",
    level: "documentation",
    message: "it is no longer experimental",
    because: "from now on its changes are judged",
    mirror: "stability-lost",
  },
};
