// Cross-site requests: a page of another site can make a browser send its user's cookie. The server refuses such
// requests if the cookie is the credential and the method may change something.
import type { Exchange } from "../../exchange/exchange.ts";

/** Which requests come from another site. */
export class CrossSite {
  readonly #origin: string | undefined;
  readonly #trusted: ReadonlySet<string>;

  constructor(publicUrl: string | undefined, trusted: Iterable<string>) {
    this.#origin = publicUrl ? new URL(publicUrl).origin : undefined;
    this.#trusted = new Set(trusted);
  }

  /** Why a request with a cookie is refused; `undefined` if it comes from a page of the same origin, or from no page. */
  refuses(exchange: Exchange): string | undefined {
    if (/^(?:GET|HEAD|QUERY|OPTIONS)$/.test(exchange.method)) {
      return undefined;
    }
    const origin = exchange.header("origin");
    if (origin !== undefined && this.#trusted.has(origin)) {
      return undefined;
    }
    const site = exchange.header("sec-fetch-site");
    if (site) {
      return site === "same-origin" || site === "none"
        ? undefined
        : "a request with a cookie must not be cross-site: Sec-Fetch-Site is neither same-origin nor none";
    }
    return origin === undefined || this.#isOwn(origin, exchange)
      ? undefined
      : "a request with a cookie must not be cross-site: Origin is not the server's";
  }

  #isOwn(origin: string, exchange: Exchange): boolean {
    if (this.#origin !== undefined) {
      return origin === this.#origin;
    }
    if (!URL.canParse(origin)) {
      return false;
    }
    const { protocol, host } = new URL(origin);
    const own = exchange.header("host") ?? new URL(exchange.request().url).host;
    // The same scheme for both, so that its default port may be left out.
    return URL.canParse(`${protocol}//${own}`) && new URL(`${protocol}//${own}`).host === host;
  }
}
