// Hides the credentials of a caller in results. A long one is hidden wherever it stands, a short one only as a word of its
// own, because it may well be a part of others.
import { fromBase64 } from "./http-text.ts";
import { isRecord } from "./record.ts";

const MASK = "***";
const LONG = 8;

/** Writes `***` in place of credentials. */
export class CredentialMask {
  readonly #pattern: RegExp | undefined;

  /** The headers of a request, of which the credentials are hidden. */
  constructor(headers: Readonly<Record<string, string>>) {
    const texts = Object.entries(headers)
      .filter(([name]) => name !== "accept-language" && name !== "traceparent")
      .flatMap(([, value]) => secretsIn(value))
      .flatMap((text) => [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)]);
    const secrets = [...new Set(texts)].toSorted((a, b) => b.length - a.length);
    this.#pattern =
      secrets.length === 0 ? undefined : new RegExp(secrets.map(patternOf).join("|"), "gu");
  }

  /** A text without credentials. */
  text(text: string): string {
    return this.#pattern === undefined ? text : text.replace(this.#pattern, MASK);
  }

  /** A value of JSON without credentials in its strings, names and numbers. */
  value(value: unknown): unknown {
    if (typeof value === "string") {
      return this.text(value);
    }
    if (typeof value === "number") {
      const text = String(value);
      return text.length >= LONG && this.text(text) === MASK ? MASK : value;
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.value(item));
    }
    return isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, member]) => [this.text(name), this.value(member)]),
        )
      : value;
  }
}

// A header may have a scheme before its credential (RFC 9110 11.4); that of Basic has a password in it (RFC 7617 2).
function secretsIn(header: string): string[] {
  const [, scheme = "", after = ""] = /^(\S+) +(.+)$/.exec(header) ?? [];
  const parts = header.split(/[\s,]+/).filter((part) => part.length >= LONG);
  const pair = /^basic$/i.test(scheme) ? decoded(after) : "";
  return [header, after, ...parts, pair, pair.replace(/^[^:]*:/, "")].filter((text) => text !== "");
}

function decoded(base64: string): string {
  try {
    return new TextDecoder().decode(fromBase64(base64));
  } catch {
    return "";
  }
}

function patternOf(secret: string): string {
  const pattern = secret.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return secret.length >= LONG ? pattern : `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;
}
