// The cookies of one visitor while a page renders: those of its request, and those that responses have set since.
import {
  parseCookieField,
  parseSetCookieField,
  type CookieOptions,
} from "../../http/cookie-field.ts";
import { decodePercent } from "../../http/percent.ts";

/** A cookie that a response has set, in the parts that the cookie functions of frameworks take. */
export interface ResponseCookie {
  readonly name: string;
  /** Decoded: frameworks encode it. */
  readonly value: string;
  /** All attributes, because frameworks have other defaults than browsers. `path` is always there. */
  readonly options: CookieOptions;
}

/** The cookies that are sent for one visitor. */
export class VisitorCookies {
  readonly #sent: string;
  /** The cookies of responses by name; without a value, the response has removed the cookie. */
  readonly #set = new Map<string, { readonly path: string; readonly value: string | undefined }>();

  constructor(sent = "") {
    this.#sent = sent;
  }

  /** Returns the `Cookie` header for requests to a path, or an empty string if no cookie applies. */
  lineFor(path: string): string {
    const known = [...this.#set].filter(([, cookie]) => isBelow(path, cookie.path));
    if (known.length === 0) {
      return this.#sent;
    }
    const names = new Set(known.map(([name]) => name));
    return [
      ...Object.entries(parseCookieField(this.#sent)).filter(([name]) => !names.has(name)),
      ...known.map(([name, { value }]) => [name, value]),
    ]
      .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`))
      .join("; ");
  }

  /** Keeps a cookie that the response of a request to a path has set. */
  keep(line: string, requested: string): ResponseCookie {
    const { name, value, ...attributes } = parseSetCookieField(line);
    // Without an absolute path (RFC 6265 5.2.4), the folder of the request counts (5.1.4).
    const path = attributes.path?.startsWith("/")
      ? attributes.path
      : requested.slice(0, requested.lastIndexOf("/")) || "/";
    const { maxAge, expires } = attributes;
    const isOver = maxAge === undefined ? Number(expires) <= Date.now() : maxAge <= 0;
    this.#set.set(name, { path, value: isOver ? undefined : value });
    const options = { httpOnly: false, secure: false, ...attributes, path };
    return { name, value: decodePercent(value) ?? value, options };
  }
}

// RFC 6265 5.1.4.
function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(parent.endsWith("/") ? parent : `${parent}/`);
}
