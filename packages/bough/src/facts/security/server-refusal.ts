// The responses to requests that a security check refuses: 401 with the challenges of `WWW-Authenticate` (RFC 9110
// 11.6.1), 403, or the failures of a scheme.
import type { AnyScheme } from "./declared.ts";
import type { AnyFailure } from "../../declare/failure/failure.ts";
import { Failed } from "../../serve/handler/call.ts";
import type { Exchange } from "../../serve/exchange/exchange.ts";
import { rejection, type Rejection } from "../../serve/exchange/rejection.ts";

/** Why a request is refused, as RFC 6750 3.1 names it. */
type ChallengeError = "invalid_request" | "invalid_token" | "insufficient_scope";

/** The challenge of a scheme; only bearer tokens have an error. */
export function challengeOf(scheme: AnyScheme, error?: ChallengeError): string {
  const { kind } = scheme["~scheme"];
  if (kind.type === "mutualTls") {
    return "MutualTls";
  }
  if (kind.type === "apiKey") {
    return `ApiKey ${parameters({ in: kind.in, name: kind.key })}`;
  }
  const { realm } = kind;
  if (kind.type !== "http" || kind.scheme === "Bearer") {
    const scope = scheme.required.length > 0 ? scheme.required.join(" ") : undefined;
    return `Bearer ${parameters({ realm, error, scope })}`;
  }
  const { scheme: name, dialog } = kind;
  return name === "Basic"
    ? `${dialog === false ? "X-Basic" : name} ${parameters({ realm, charset: "UTF-8" })}`
    : `${name} ${parameters({ realm })}`;
}

/** Whether the credential of a scheme is a bearer token. */
export function isBearer({ "~scheme": { kind } }: AnyScheme): boolean {
  return (
    kind.type === "oauth2" ||
    kind.type === "openIdConnect" ||
    (kind.type === "http" && kind.scheme === "Bearer")
  );
}

// Values as quoted strings (RFC 9110 5.6.4).
function parameters(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${value?.replace(/["\\]/g, "\\$&")}"`)
    .join(", ");
}

/** The 403 of a scheme; `undefined` is `anonymous`. */
export function forbidden(scheme: AnyScheme | undefined): Rejection {
  if (scheme === undefined) {
    return rejection(403);
  }
  const headers = isBearer(scheme) ? challenges([scheme], () => "insufficient_scope") : [];
  return refusal(403, headers, scheme["~scheme"].forbidden);
}

/** The challenges of schemes as headers, names and values in turn. */
export function challenges(
  schemes: readonly AnyScheme[],
  errorOf: (scheme: AnyScheme) => ChallengeError | undefined,
): string[] {
  const each = schemes.map((scheme) => challengeOf(scheme, errorOf(scheme)));
  return [...new Set(each)].flatMap((challenge) => ["www-authenticate", challenge]);
}

/** A rejection; throws the failure that a scheme has in its place, which carries the challenges too. */
export function refusal(
  status: number,
  headers: readonly string[],
  failure: AnyFailure | undefined,
): Rejection {
  if (failure === undefined) {
    return rejection(status, undefined, headers);
  }
  const values = headers.filter((_, index) => index % 2 === 1);
  throw new Failed(failure, undefined, {
    headers: values.length > 0 ? { "www-authenticate": values } : {},
  });
}

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
