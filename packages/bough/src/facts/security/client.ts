// Credentials of calls. A client bundles this only if it imports `credential`: the rest of the client calls the
// function that a credential carries.
import { InvalidRequestError, type CallIssue } from "../../call/call-error.ts";
import type {
  Call,
  Credential,
  CredentialSource,
  CredentialValue,
  Fetch,
} from "../../call/client-options.ts";
import { sendOnce, cancel } from "../../call/exchange.ts";
import { encodeBasic, isBearerToken } from "../../shared/http/authorization.ts";
import { encodeSegment, isWellFormed, encodeQueryComponent } from "../../shared/http/percent.ts";
import { fieldsOf } from "../../shared/internal/record.ts";
import type { Sending } from "../../shared/reception/received.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import {
  isScheme,
  schemesOf,
  type AnyScheme,
  type SchemeData,
  type TypedScheme,
} from "./declared.ts";
import { withinOrigin } from "../../call/write-request.ts";

/** Why a credential is asked for. */
export interface CredentialRequest {
  /** Whether the server has refused the last credential with 401, so that it must be renewed. */
  readonly refused: boolean;
}

/**
 * Supplies the credential of a scheme, which the client sends to the endpoints that ask for it. The function
 * runs for each call, and once more after a 401. `undefined` sends nothing.
 *
 * @example
 * createClient({
 *   baseUrl,
 *   credentials: [credential(UserToken, ({ refused }) => (refused ? refresh() : token))],
 * });
 */
export function credential<S extends TypedScheme>(
  scheme: S,
  value:
    | S["~types"]["credential"]
    | undefined
    | ((
        request: CredentialRequest,
      ) => S["~types"]["credential"] | undefined | Promise<S["~types"]["credential"] | undefined>),
): Credential {
  if (!isScheme(scheme)) {
    throw new TypeError(
      `credential: expected a security scheme such as bearer("user-token"), received ${shown(scheme)}`,
    );
  }
  const source = new Source(value);
  return Object.freeze({ scheme, "~source": source, "~send": sendWithCredentials });
}

// Where a credential comes from. Calls that are refused in one round share one renewal.
class Source implements CredentialSource {
  readonly isFixed: boolean;
  readonly #ask: (request: CredentialRequest) => unknown;
  #round = 0;
  #renewal: Promise<unknown> | undefined;
  #isRenewing = false;

  constructor(value: unknown) {
    this.isFixed = typeof value !== "function";
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of its scheme is that of its parameter
    this.#ask = this.isFixed ? () => value : (value as (request: CredentialRequest) => unknown);
  }

  async ask(): Promise<CredentialValue> {
    const round = this.#round;
    return {
      value: await (this.#isRenewing ? this.#renewal : this.#ask({ refused: false })),
      round,
    };
  }

  async renewed(round: number): Promise<CredentialValue> {
    if (round === this.#round) {
      this.#round++;
      this.#isRenewing = true;
      this.#renewal = (async () => this.#ask({ refused: true }))().finally(() => {
        this.#isRenewing = false;
      });
    }
    return { value: await this.#renewal, round: this.#round };
  }
}

type Given = ReadonlyMap<AnyScheme, readonly [CredentialSource, CredentialValue]>;

// The credentials of one alternative; after a 401 they are renewed once.
async function sendWithCredentials(call: Call, init: Sending, fetch: Fetch): Promise<Response> {
  const given = await asking(call, () => firstComplete(call));
  const response = await sent(call, init, fetch, given);
  if (
    response.status !== 401 ||
    init.duplex ||
    [...given.values()].every(([source]) => source.isFixed)
  ) {
    return response;
  }
  const again = await asking(call, () => renewedOf(given));
  if (again === undefined) {
    return response;
  }
  cancel(response.body);
  return sent(call, init, fetch, again);
}

async function asking<T>(call: Call, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new InvalidRequestError(call, "not sent: its credential failed, see cause", {
      issues: [],
      cause,
    });
  }
}

// The first alternative that is complete, or else one that lacks only what the client does not send itself.
async function firstComplete({ endpoint, credentials }: Call): Promise<Given> {
  const sources = new Map<SchemeData, CredentialSource>();
  for (const { scheme, "~source": source } of credentials) {
    const { "~scheme": data } = scheme;
    sources.set(data, sources.get(data) ?? source);
  }
  let partial: Given | undefined;
  for (const alternative of endpoint.security ?? []) {
    const given = new Map<AnyScheme, readonly [CredentialSource, CredentialValue]>();
    const schemes = schemesOf(alternative);
    let lacks = false;
    for (const scheme of schemes) {
      const source = sources.get(scheme["~scheme"]);
      const asked = await source?.ask();
      if (source !== undefined && asked?.value !== undefined && asked.value !== null) {
        given.set(scheme, [source, asked]);
      } else if (!isAmbient(scheme)) {
        lacks = true;
        break;
      }
    }
    if (given.size > 0 && !lacks) {
      if (given.size === schemes.length) {
        return given;
      }
      partial ??= given;
    }
  }
  return partial ?? new Map();
}

// A browser sends cookies by itself, and a connection has its certificate.
function isAmbient({ "~scheme": { kind } }: AnyScheme): boolean {
  return kind.type === "mutualTls" || (kind.type === "apiKey" && kind.in === "cookie");
}

async function renewedOf(given: Given): Promise<Given | undefined> {
  const again = new Map<AnyScheme, readonly [CredentialSource, CredentialValue]>();
  for (const [scheme, [source, { round, value }]] of given) {
    const asked = source.isFixed ? { round, value } : await source.renewed(round);
    if (asked.value === undefined || asked.value === null) {
      return undefined;
    }
    again.set(scheme, [source, asked]);
  }
  return again;
}

function sent(call: Call, init: Sending, fetch: Fetch, given: Given): Response | Promise<Response> {
  const { signal } = call;
  // The call may have been aborted while its credential was on the way.
  if (signal?.aborted) {
    throw signal.reason;
  }
  let { url } = call;
  const headers: Record<string, string> = { ...init.headers };
  const added = new Set<string>();
  for (const [scheme, [, { value }]] of given) {
    const field = fieldOf(scheme, value);
    const name = field?.name.toLowerCase() ?? "";
    if (field === undefined || !isFieldText(field.value)) {
      const issue: CallIssue = {
        in: "credential",
        name: scheme.name,
        message: expectedBy(scheme),
      };
      throw new InvalidRequestError(call, "not sent: ", { issues: [issue] });
    }
    if (field.in === "query") {
      url = withKey(url, field);
    } else {
      headers[name] =
        name === "cookie" && headers[name] ? `${headers[name]}; ${field.value}` : field.value;
      added.add(name);
    }
  }
  // A function of `redirects` may leave the origin, and `fetch` may when it follows by itself.
  const guarded: Fetch = (to, request) =>
    withinOrigin(to, call.url) && request.redirect !== "follow"
      ? fetch(to, request)
      : fetch(to, {
          ...request,
          headers: Object.fromEntries(
            [...new Headers(request.headers)].filter(([name]) => !added.has(name)),
          ),
        });
  return sendOnce(call, { ...init, headers }, guarded, url);
}

interface Field {
  readonly in: "header" | "query";
  readonly name: string;
  readonly value: string;
}

// A URL that the server gave, such as a `next` link, may have the key of that request.
function withKey(url: string, { name, value }: Field): string {
  const given = new URL(url);
  let without = url;
  if (given.searchParams.has(name)) {
    given.searchParams.delete(name);
    without = given.href;
  }
  return `${without}${without.includes("?") ? "&" : "?"}${value}`;
}

// A credential as a field of the request; `undefined` if it is not one of its scheme.
function fieldOf({ "~scheme": { kind } }: AnyScheme, value: unknown): Field | undefined {
  if (kind.type === "mutualTls") {
    return undefined;
  }
  if (kind.type !== "apiKey") {
    const scheme = kind.type === "http" ? kind.scheme : "Bearer";
    const text = scheme === "Basic" ? basicOf(fieldsOf(value)) : value;
    return typeof text !== "string" || text === "" || (scheme === "Bearer" && !isBearerToken(text))
      ? undefined
      : { in: "header", name: "authorization", value: `${scheme} ${text}` };
  }
  if (typeof value !== "string" || value === "" || !isWellFormed(value)) {
    return undefined;
  }
  const { key: name } = kind;
  if (kind.in === "header") {
    return { in: "header", name, value };
  }
  return kind.in === "query"
    ? { in: "query", name, value: `${encodeQueryComponent(name)}=${encodeQueryComponent(value)}` }
    : { in: "header", name: "cookie", value: `${name}=${encodeSegment(value)}` };
}

// What a scheme takes. The value itself is a secret.
function expectedBy({ "~scheme": { kind } }: AnyScheme): string {
  const scheme = kind.type === "http" ? kind.scheme : kind.type;
  if (scheme === "Basic") {
    return "must be a username without a colon and a password, without control characters";
  }
  return scheme === "apiKey" || (kind.type === "http" && scheme !== "Bearer")
    ? "must be text that a request can carry"
    : "must be a token of letters, digits and -._~+/";
}

function basicOf({ username, password }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof username === "string" && typeof password === "string"
    ? encodeBasic({ username, password })
    : undefined;
}

// What no platform refuses, splits or trims (RFC 9110 5.5).
function isFieldText(text: string): boolean {
  return /^[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?$/.test(text);
}
