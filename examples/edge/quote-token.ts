// A quote as a signed token: the price and its signature (HMAC with SHA-256) in base64url.
// Every instance with the key can read the tokens of all others.
import type { Rate } from "./api.ts";

const encoder = new TextEncoder();

/** Signs a quote. */
export async function signQuote(rate: Rate, key: string): Promise<string> {
  const content = toBase64Url(encoder.encode(JSON.stringify(rate)));
  const signature = await crypto.subtle.sign("HMAC", await keyOf(key), encoder.encode(content));
  return `${content}.${toBase64Url(new Uint8Array(signature))}`;
}

/** The quote of a token; `undefined` if it was not signed with this key. */
export async function readQuote(token: string, key: string): Promise<Rate | undefined> {
  const [, content, signature] = /^([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  if (content === undefined || signature === undefined) {
    return undefined;
  }
  const bytes = fromBase64Url(signature);
  const isOurs =
    bytes !== undefined &&
    (await crypto.subtle.verify("HMAC", await keyOf(key), bytes, encoder.encode(content)));
  // The signature proves that we wrote it, so it is a rate.
  return isOurs ? (JSON.parse(atob(plain(content))) as Rate) : undefined;
}

function keyOf(key: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", encoder.encode(key), algorithm, false, ["sign", "verify"]);
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(plain(text)), (character) => character.charCodeAt(0));
  } catch {
    // Not a valid length for base64.
    return undefined;
  }
}

function plain(text: string): string {
  return text.replaceAll("-", "+").replaceAll("_", "/");
}
