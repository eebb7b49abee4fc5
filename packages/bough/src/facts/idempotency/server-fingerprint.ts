// What a request asks for, as a hash: of its endpoint, its ids and parameters, and its body. It does not depend on how
// JSON was written, nor on who has parsed it.
import { withIds } from "../../declare/tree/place.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import { endpointKey } from "../../declare/tree/endpoint-key.ts";
import { addressWithQuery } from "../../declare/tree/href.ts";
import type { ServerCall } from "../../serve/handler/call.ts";

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

/** JSON with sorted members (RFC 8785), and a text for bytes. Throws for a value that a parser of the app has made. */
function canonicalText(value: unknown): string {
  if (value instanceof Uint8Array) {
    return `#${hex(value)}`;
  }
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" ? JSON.stringify(value) : scalarText(value);
  }
  if (Array.isArray(value)) {
    return `[${Array.from(value, canonicalText).join(",")}]`;
  }
  if (![Object.prototype, null].includes(Object.getPrototypeOf(value))) {
    throw incomparable(value);
  }
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join(",")}}`;
}

function scalarText(value: unknown): string {
  if (typeof value === "symbol" || typeof value === "function") {
    throw incomparable(value);
  }
  return typeof value === "bigint" ? `${value}n` : String(value);
}

// A class, a `Map` or a `URL` may have more than its own members, so two of them may look like one.
function incomparable(value: unknown): TypeError {
  return new TypeError(
    `idempotent: a parser of the app has put ${shown(value)} into the body, which cannot be compared with that of another request: use plain objects, arrays and JSON values, or keep the parser off this endpoint`,
  );
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
