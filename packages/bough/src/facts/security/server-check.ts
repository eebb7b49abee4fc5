// Checks the credentials of requests for one endpoint: finds the alternative that decides, runs its `authenticate`,
// gives the principal to the call, and runs `authorize`; or refuses.
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { after, rescued, type Later } from "../../shared/internal/later.ts";
import { ServerCall } from "../../serve/handler/call.ts";
import { unreadScopes } from "../../serve/handler/handler-error.ts";
import { rejection, type Rejection } from "../../serve/exchange/rejection.ts";
import { placeOf, schemesOf, type AnyScheme } from "./declared.ts";
import type { Authorizer, Checks, SecuredSteps } from "./server-authenticate.ts";
import { Credentials, MALFORMED, type PresentedCredential } from "./server-presented.ts";
import { challenges, forbidden, isBearer, refusal, type CrossSite } from "./server-refusal.ts";

/** What a call knows before its guards, the scopes that the endpoint asks for, and `forbid`. */
class CheckCall extends ServerCall {
  declare readonly scopes: readonly string[];
  readonly forbid: () => never;
  /** Whether the function has read `scopes`, or there are none. */
  "~read": boolean;
  readonly "~scopes": readonly string[];

  constructor(call: ServerCall, scopes: readonly string[], forbid: () => never) {
    super(call["~exchange"], call["~scope"], call.ids, call["~events"]);
    this.forbid = forbid;
    this["~read"] = scopes.length === 0;
    this["~scopes"] = scopes;
    Object.defineProperty(this, "scopes", READ_SCOPES);
    // What the initial context gives, and after the credentials the principal.
    for (const name in call) {
      if (!(name in this)) {
        Object.defineProperty(this, name, { value: Reflect.get(call, name) });
      }
    }
  }
}

// An own property, so that a copy of the argument has it. One getter for all calls keeps them of one shape: with a
// getter for each, a check took three times as long.
const READ_SCOPES: PropertyDescriptor & ThisType<CheckCall> = {
  get() {
    this["~read"] = true;
    return this["~scopes"];
  },
  enumerable: true,
};

/** The outcome of a function of `authenticate` or `authorize`. */
export interface Checked {
  readonly returned: unknown;
  readonly isForbidden: boolean;
  /** Whether it has read `scopes`, or there are none. */
  readonly hasRead: boolean;
}

/** Runs such a function. A `forbid()` counts even if the project's code catches it. */
function runCheck(
  call: ServerCall,
  scopes: readonly string[],
  run: (call: CheckCall) => unknown,
): Later<Checked> {
  let forbidden: object | undefined;
  const scope = new CheckCall(call, scopes, () => {
    // An error would take a stack, which costs more than the rest of the answer.
    forbidden = Object.freeze({ name: "Forbidden" });
    throw forbidden;
  });
  const checked = (returned: unknown): Checked => ({
    returned,
    isForbidden: forbidden !== undefined,
    hasRead: scope["~read"],
  });
  return rescued(
    () => after(run(scope), checked),
    (error) => {
      if (forbidden !== undefined && error === forbidden) {
        return checked(undefined);
      }
      throw error;
    },
  );
}

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
  /** The first scheme of the current alternative whose `authenticate` has not read its scopes. */
  unread: AnyScheme | undefined;
}

export class SecurityCheck {
  readonly #alternatives: readonly Alternative[];
  readonly #schemes: readonly AnyScheme[];
  readonly #anonymous: boolean;
  readonly #checks: Checks;
  readonly #authorizers: readonly Authorizer[];
  readonly #crossSite: CrossSite;
  /** Whether the endpoint declares no security. Only `authorize` runs then. */
  readonly #isUnsecured: boolean;

  constructor({ security = [] }: AnyEndpoint, steps: SecuredSteps, crossSite: CrossSite) {
    this.#isUnsecured = security.length === 0;
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
    this.#checks = steps.checks;
    this.#authorizers = steps.authorizers;
    this.#crossSite = crossSite;
  }

  /** Gives the principal to the call. Returns why the request is refused; throws `Failed` for a named failure. */
  check(call: ServerCall, query: string | undefined): Later<Rejection | undefined> {
    const credentials = new Credentials(call["~exchange"], query);
    const undecided = { decided: undefined, refused: undefined, unread: undefined };
    const attempt = { call, credentials, ...undecided };
    return this.#isUnsecured
      ? this.#authorize(attempt, [])
      : (credentials.fault(this.#schemes) ?? this.#try(attempt, 0));
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
      attempt.unread = undefined;
      return after(this.#principals(attempt, alternative, presented), (found) => {
        if (!(found instanceof RefusedCredential)) {
          const [principal] = found;
          call.principal = typeof alternative.name === "string" ? principal : found;
          call.scheme = alternative.name;
          return this.#authorize(attempt, schemes);
        }
        if (found.forbidden) {
          return forbidden(found.scheme);
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
      attempt.unread = undefined;
      return this.#authorize(attempt, []);
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
    attempt: Attempt,
    { schemes }: Alternative,
    presented: readonly PresentedCredential[],
  ): Later<readonly unknown[] | RefusedCredential> {
    const values: unknown[] = [];
    for (const [at, scheme] of schemes.entries()) {
      const credential = presented[at];
      if (credential === undefined || credential === MALFORMED) {
        return new RefusedCredential(scheme, false);
      }
      values.push(credential.value);
    }
    return this.#next(attempt, schemes, values, []);
  }

  #next(
    attempt: Attempt,
    schemes: readonly AnyScheme[],
    credentials: readonly unknown[],
    before: readonly unknown[],
  ): Later<readonly unknown[] | RefusedCredential> {
    const scheme = schemes[before.length];
    if (scheme === undefined) {
      return before;
    }
    return after(this.#run(attempt, scheme, credentials[before.length]), (principal) =>
      principal instanceof RefusedCredential
        ? principal
        : this.#next(attempt, schemes, credentials, [...before, principal]),
    );
  }

  // Runs one `authenticate`.
  #run(attempt: Attempt, scheme: AnyScheme, credential: unknown): Later<unknown> {
    const check = this.#checks.get(scheme["~scheme"]);
    return after(
      runCheck(attempt.call, scheme.required, (call) => check?.run(credential, call)),
      ({ returned, isForbidden, hasRead }) => {
        if (isForbidden || returned === undefined || returned === null || returned === false) {
          return new RefusedCredential(scheme, isForbidden);
        }
        if (!hasRead) {
          attempt.unread ??= scheme;
        }
        return returned;
      },
    );
  }

  // Runs each `authorize`, with the scopes of the alternative that decided. Scopes that nobody reads are an error,
  // because everybody with the credential would be served.
  #authorize(
    attempt: Attempt,
    schemes: readonly AnyScheme[],
    index = 0,
  ): Later<Rejection | undefined> {
    const { call, unread } = attempt;
    const authorizer = this.#authorizers[index];
    if (authorizer === undefined) {
      if (unread !== undefined) {
        throw unreadScopes(call.endpoint, unread.name, unread.required);
      }
      return undefined;
    }
    const scopes = [...new Set(schemes.flatMap(({ required }) => required))];
    return after(
      runCheck(call, scopes, (given) => authorizer.authorize(given)),
      ({ returned, isForbidden, hasRead }) => {
        if (isForbidden || returned === false) {
          return forbidden(schemes.find(({ required }) => required.length > 0) ?? schemes[0]);
        }
        if (hasRead) {
          attempt.unread = undefined;
        }
        return this.#authorize(attempt, schemes, index + 1);
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

/** A credential that `authenticate` refused, or that `forbid()` refused with 403. */
class RefusedCredential {
  readonly scheme: AnyScheme;
  readonly forbidden: boolean;

  constructor(scheme: AnyScheme, forbidden: boolean) {
    this.scheme = scheme;
    this.forbidden = forbidden;
  }
}
