// The media type that Fastify keeps of a request once somebody has asked for it: it would outlive
// the `Content-Type` that a body is hidden behind. Where it is kept is Fastify's own affair, so
// it is looked for by what it is; where nothing is like it, nothing is done.
import type { FastifyRequest } from "fastify";

let place: symbol | undefined;

/** Makes Fastify read the media type of a request anew. */
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
