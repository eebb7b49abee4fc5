// Resets the media type that Fastify caches on a request. Otherwise the cached type would outlive the
// `Content-Type` under which Bough hides a body. The cache is internal to Fastify, so it is found by its
// shape. If nothing matches, nothing happens.
import type { FastifyRequest } from "fastify";

let place: symbol | undefined;

/** Makes Fastify read the media type of a request again. */
export function forgetMediaType(request: FastifyRequest): void {
  place ??= Object.getOwnPropertySymbols(request).find((at) => isMediaType(keptIn(request, at)));
  if (place !== undefined && keptIn(request, place) !== undefined) {
    Reflect.set(request, place, undefined);
  }
}

function keptIn(request: FastifyRequest, at: symbol): unknown {
  return Reflect.get(request, at);
}

function isMediaType(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "mediaType" in value &&
    "parameters" in value &&
    "isValid" in value
  );
}
