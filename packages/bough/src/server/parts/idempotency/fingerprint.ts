// What a request asks for, as a hash: of its endpoint, its ids and parameters, and its decoded body. It does not depend
// on how the body was written, nor on who has parsed it.
import { endpointKey } from "../../../declaration/tree/endpoint-key.ts";
import { withIds } from "../../../declaration/tree/bound.ts";
import { addressWithQuery } from "../../../declaration/tree/href.ts";
import type { AnyEndpoint } from "../../../declaration/tree/placed-endpoint.ts";
import type { ServerCall } from "../../call/call.ts";

/** The fingerprint of a request with this decoded body. */
export async function fingerprintOf(call: ServerCall, body: unknown): Promise<string> {
  const { endpoint, mediaType = "" } = call;
  return sha256(
    [endpointKey(endpoint), addressOf(call), mediaType, canonicalText(body)].join("\n"),
  );
}

// The path and query that a client writes for these values, or the target as it came if no client writes them.
function addressOf({ endpoint, ids, parameters, "~exchange": exchange }: ServerCall): string {
  let isWritten = true;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an endpoint with ids is an endpoint
  const bound = withIds(endpoint, ids) as AnyEndpoint;
  const address = addressWithQuery(bound, parameters, () => {
    isWritten = false;
  });
  return isWritten ? address : exchange.target;
}

/** The SHA-256 of a text, as 64 hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return hex(new Uint8Array(digest));
}

/** JSON with sorted members (RFC 8785), and a text for the values that forms and codecs decode besides. */
function canonicalText(value: unknown): string {
  if (typeof value === "bigint") {
    return `${value}n`;
  }
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value) ?? "";
  }
  if (value instanceof Date) {
    return `@${value.getTime()}`;
  }
  if (value instanceof Uint8Array) {
    return `#${hex(value)}`;
  }
  if (Symbol.iterator in value) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list, or what a codec makes of one
    return `[${Array.from(value as Iterable<unknown>, canonicalText).join(",")}]`;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join(",")}}`;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
