// The headers that list the media types that an endpoint reads.
import type { Codec } from "../../codec/codec.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { mediaTypesOf, representationsOf } from "./representation.ts";

/** `Accept-Query`, `Accept-Patch`, `Accept-Post`: the media types of a method (RFC 10008 3, RFC 5789 3.1). */
export function acceptHeader(method: string, mediaTypes: readonly string[]): readonly string[] {
  const name = ACCEPT_HEADERS.get(method);
  return name === undefined ? [] : [name, mediaTypes.join(", ")];
}

const ACCEPT_HEADERS: ReadonlyMap<string, string> = new Map([
  ["QUERY", "accept-query"],
  ["PATCH", "accept-patch"],
  ["POST", "accept-post"],
]);

/** The media types that an endpoint reads, as text for clients. */
export function readTypes(endpoint: AnyEndpoint, codecs: readonly Codec[]): readonly string[] {
  return mediaTypesOf(representationsOf(endpoint.request, codecs)) ?? ["*/*"];
}
