// Checks the credentials of requests for one endpoint: finds the alternative that decides, runs its `authenticate`,
// and gives the principal to the call, or refuses.
import { headerOf, placeOf } from "../../declaration/security/credential-place.ts";
import type { AnyScheme } from "../../declaration/security/scheme.ts";
import { schemesOf } from "../../declaration/security/security.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { AnyFailure } from "../../declaration/failure/failure.ts";
import { after, rescued } from "../../internal/later.ts";
import type { Later } from "../../internal/later.ts";
import type { ServerCall } from "../call/call.ts";
import { Failed } from "../call/failed.ts";
import type { Checks } from "../call/view.ts";
import { rejection } from "../exchange/rejection.ts";
import type { Rejection } from "../exchange/rejection.ts";
import { challengeOf, isBearer } from "./challenge.ts";
import type { ChallengeError } from "./challenge.ts";
import { CheckCall } from "./check-call.ts";
import type { CrossSite } from "./cross-site.ts";
import { Credentials, MALFORMED } from "./presented.ts";
import type { PresentedCredential } from "./presented.ts";

/** One alternative of an endpoint, other than `anonymous`. */
interface Alternative {
  readonly schemes: readonly AnyScheme[];
  readonly places: ReadonlySet<string>;
  /** The name of a scheme, or a tuple of names for `allOf`. */
  readonly name: string | readonly string[];
}

/** A request on its way through the alternatives. */
interface Attempt {
  readonly call: ServerCall;
  readonly credentials: Credentials;
  /** The places of the alternative that decided: only alternatives that read one of them are tried then. */
  decided: ReadonlySet<string> | undefined;
  /** The first scheme whose credential was refused. */
  refused: AnyScheme | undefined;
}

/** The checks of one endpoint. */
export class SecurityCheck {
  readonly #alternatives: readonly Alternative[];
  readonly #schemes: readonly AnyScheme[];
  readonly #anonymous: boolean;
  readonly #checks: Checks;
  readonly #crossSite: CrossSite;

  constructor({ security = [] }: AnyEndpoint, checks: Checks, crossSite: CrossSite) {
    this.#alternatives = security
      .filter((one) => one["~security"] !== "anonymous")
      .map((one) => {
        const schemes = schemesOf(one);
        return {
          schemes,
          places: new Set(schemes.map(placeOf)),
          name: one["~security"] === "allOf" ? schemes.map(({ name }) => name) : one.name,
        };
      });
    this.#schemes = this.#alternatives.flatMap(({ schemes }) => schemes);
    this.#anonymous = security.length > this.#alternatives.length;
    this.#checks = checks;
    this.#crossSite = crossSite;
  }

  /** Gives the principal to the call. Returns why the request is refused; throws `Failed` for a named failure. */
  check(call: ServerCall, query: string | undefined): Later<Rejection | undefined> {
    const credentials = new Credentials(call["~exchange"], query);
    return (
      credentials.fault(this.#schemes) ??
      this.#try({ call, credentials, decided: undefined, refused: undefined }, 0)
    );
  }

  #try(attempt: Attempt, start: number): Later<Rejection | undefined> {
    const { call, credentials } = attempt;
    let next = start;
    for (const alternative of this.#alternatives.slice(start)) {
      const { schemes } = alternative;
      next++;
      if (!isTried(alternative, attempt)) {
        continue;
      }
      const presented = schemes.map((scheme) => credentials.of(scheme));
      const present = schemes.filter((_, at) => presented[at] !== undefined);
      if (present.length === 0) {
        continue;
      }
      const foreign = this.#foreign(attempt, present);
      if (foreign === "skipped") {
        continue;
      }
      if (foreign !== undefined) {
        return foreign;
      }
      return after(this.#principals(attempt, alternative, presented), (found) => {
        if (!(found instanceof RefusedCredential)) {
          const [principal] = found;
          call.principal = typeof alternative.name === "string" ? principal : found;
          call.scheme = alternative.name;
          return undefined;
        }
        if (found.forbidden) {
          return this.#forbidden(found.scheme);
        }
        attempt.refused ??= found.scheme;
        // A browser keeps sending a stale cookie, so a cookie alone decides nothing.
        if (!present.every(isCookie)) {
          attempt.decided ??= alternative.places;
        }
        return this.#try(attempt, next);
      });
    }
    if (this.#anonymous && attempt.decided === undefined) {
      call.principal = undefined;
      call.scheme = "anonymous";
      return undefined;
    }
    return this.#unauthorized(attempt);
  }

  // A cross-site cookie is refused. Beside another credential, it counts as absent.
  #foreign(
    { call, credentials }: Attempt,
    present: readonly AnyScheme[],
  ): Rejection | "skipped" | undefined {
    if (!present.some(isCookie) || present.some(isUnforgeable)) {
      return undefined;
    }
    const rule = this.#crossSite.refuses(call["~exchange"]);
    if (rule === undefined) {
      return undefined;
    }
    return this.#schemes.some((scheme) => !isCookie(scheme) && credentials.of(scheme) !== undefined)
      ? "skipped"
      : rejection(403, rule);
  }

  // The principals of the schemes in their order, or the first that is refused.
  #principals(
    { call }: Attempt,
    { schemes }: Alternative,
    presented: readonly PresentedCredential[],
    before: readonly unknown[] = [],
  ): Later<readonly unknown[] | RefusedCredential> {
    const values: unknown[] = [];
    for (const [at, scheme] of schemes.entries()) {
      const credential = presented[at];
      if (credential === undefined || credential === MALFORMED) {
        return new RefusedCredential(scheme, false);
      }
      values.push(credential.value);
    }
    return this.#next(call, schemes, values, before);
  }

  #next(
    call: ServerCall,
    schemes: readonly AnyScheme[],
    credentials: readonly unknown[],
    before: readonly unknown[],
  ): Later<readonly unknown[] | RefusedCredential> {
    const scheme = schemes[before.length];
    if (scheme === undefined) {
      return before;
    }
    return after(this.#run(call, scheme, credentials[before.length]), (principal) =>
      principal instanceof RefusedCredential
        ? principal
        : this.#next(call, schemes, credentials, [...before, principal]),
    );
  }

  // Runs one `authenticate`. A `forbid()` counts even if the project's code catches it.
  #run(call: ServerCall, scheme: AnyScheme, credential: unknown): Later<unknown> {
    const check = this.#checks.get(scheme["~scheme"]);
    let forbidden: RefusedCredential | undefined;
    const scope = new CheckCall(call, scheme.required, () => {
      forbidden = new RefusedCredential(scheme, true);
      throw forbidden;
    });
    return rescued<unknown>(
      () =>
        after(
          check?.run(credential, scope),
          (principal) =>
            forbidden ??
            (principal === undefined || principal === null || principal === false
              ? new RefusedCredential(scheme, false)
              : principal),
        ),
      (error) => {
        if (forbidden !== undefined && error === forbidden) {
          return forbidden;
        }
        throw error;
      },
    );
  }

  #unauthorized({ refused, credentials }: Attempt): Rejection {
    const headers = challenges(this.#schemes, (scheme) =>
      isBearer(scheme) && credentials.of(scheme) !== undefined ? "invalid_token" : undefined,
    );
    const first = refused ?? this.#schemes.find((one) => one["~scheme"].unauthorized !== undefined);
    return refusal(401, headers, first?.["~scheme"].unauthorized);
  }

  #forbidden(scheme: AnyScheme): Rejection {
    const headers = isBearer(scheme) ? challenges([scheme], () => "insufficient_scope") : [];
    return refusal(403, headers, scheme["~scheme"].forbidden);
  }
}

/** The headers that tell who asks, for `Vary`: another answer for nobody than for somebody. */
export function variesByCredentials({ security = [] }: AnyEndpoint): readonly string[] {
  if (!security.some((one) => one["~security"] === "anonymous")) {
    return [];
  }
  const names = security.flatMap(schemesOf).map(headerOf);
  return [...new Set(names.filter((name) => name !== undefined))];
}

function isTried({ places }: Alternative, { decided }: Attempt): boolean {
  return decided === undefined || [...places].some((place) => decided.has(place));
}

function isCookie({ "~scheme": { kind } }: AnyScheme): boolean {
  return kind.type === "apiKey" && kind.in === "cookie";
}

// Whether a page of another site cannot make a browser send the credential: it needs a header that browsers do
// not send by themselves.
function isUnforgeable(scheme: AnyScheme): boolean {
  const { kind } = scheme["~scheme"];
  return kind.type === "apiKey"
    ? kind.in === "header"
    : kind.type !== "mutualTls" && !SENT_BY_BROWSERS.has(placeOf(scheme));
}

const SENT_BY_BROWSERS: ReadonlySet<string> = new Set(
  ["basic", "digest", "negotiate", "ntlm"].map((name) => `authorization ${name}`),
);

function challenges(
  schemes: readonly AnyScheme[],
  errorOf: (scheme: AnyScheme) => ChallengeError | undefined,
): string[] {
  const each = schemes.map((scheme) => challengeOf(scheme, errorOf(scheme)));
  return [...new Set(each)].flatMap((challenge) => ["www-authenticate", challenge]);
}

// A declared failure carries the challenges as a rejection does.
function refusal(
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

/** A credential that `authenticate` refused, or that `forbid()` refused with 403. */
class RefusedCredential {
  readonly scheme: AnyScheme;
  readonly forbidden: boolean;

  constructor(scheme: AnyScheme, forbidden: boolean) {
    this.scheme = scheme;
    this.forbidden = forbidden;
  }
}
