// The digest of a schemas file. bough-cli writes it; a file that was edited or merged by hand has another one.
import type { Later } from "../internal/later.ts";
import type { ExtractedSchemas } from "./extracted-schemas.ts";

/** Whether the digest of a schemas file is that of its content. */
export function hasOwnDigest(schemas: ExtractedSchemas): Later<boolean> {
  return /^[\da-f]{64}$/.test(schemas.digest) && compared(schemas);
}

async function compared({ digest, components, endpoints }: ExtractedSchemas): Promise<boolean> {
  const bytes = new TextEncoder().encode(JSON.stringify(sorted({ components, endpoints })));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return digest === [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Data whose objects have their members in the order of code units, at any depth. A formatter may change the order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const entries = Object.entries(value).map(([key, one]) => [key, sorted(one)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
