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
import { wrongArgument } from "../../shared/internal/wrong-argument.ts";
import type { Sending } from "../../shared/reception/received.ts";
import {
  isScheme,
  schemesOf,
  type AnyScheme,
  type CarryingRequest,
  type TypedScheme,
} from "./declared.ts";
import { withinOrigin } from "../../call/write-request.ts";

/** Why a credential is asked for. */
export interface CredentialRequest {
  /** Whether the server has refused the last credential with 401, so that it must be renewed. */
  readonly refused: boolean;
}

/**
 * Supplies the credential of a scheme, which the client sends to the endpoints that ask for it: a value, or a function
 * that returns one. A function runs for each call, and once more after a 401. `undefined` sends nothing.
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
    wrongArgument("credential", 'a security scheme such as bearer("user-token")', scheme);
  }
  return Object.freeze({ scheme, "~source": sourceOf(value), "~send": sendWithCredentials });
}

// Where a credential comes from. Calls that are refused in one round share one renewal.
function sourceOf(value: unknown): CredentialSource {
  const isFixed = typeof value !== "function";
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of its scheme is that of its parameter
  const given = (isFixed ? () => value : value) as (request: CredentialRequest) => unknown;
  let round = 0;
  let renewal: Promise<unknown> | undefined;
  let running: typeof renewal;
  return {
    isFixed,
    ask: async () => {
      const asked = round;
      return { value: await (running ?? given({ refused: false })), round: asked };
    },
    renewed: async (refused) => {
      if (refused === round) {
        round++;
        running = renewal = (async () => given({ refused: true }))().finally(() => {
          running = undefined;
        });
      }
      return { value: await renewal, round };
    },
  };
}

/** A credential of a call, and where it comes from. */
interface Asked extends CredentialValue {
  readonly scheme: AnyScheme;
  readonly source: CredentialSource;
}

// The credentials of one alternative; after a 401 they are renewed once.
async function sendWithCredentials(call: Call, init: Sending, fetch: Fetch): Promise<Response> {
  const given = await asking(call, () => firstComplete(call));
  const response = await sent(call, init, fetch, given);
  if (response.status !== 401 || init.duplex || given.every(({ source }) => source.isFixed)) {
    return response;
  }
  const again = await asking(call, () => renewedOf(given));
  if (!again) {
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
async function firstComplete({ endpoint, credentials }: Call): Promise<readonly Asked[]> {
  let partial: readonly Asked[] | undefined;
  for (const alternative of endpoint.security ?? []) {
    const given: Asked[] = [];
    const schemes = schemesOf(alternative);
    let lacks = false;
    for (const scheme of schemes) {
      const { "~scheme": data } = scheme;
      const source = credentials.find((one) => one.scheme["~scheme"] === data)?.["~source"];
      const { value, round = 0 } = (await source?.ask()) ?? {};
      if (source && value !== undefined && value !== null) {
        given.push({ scheme, source, value, round });
      } else if (!data.sent.ambient) {
        lacks = true;
        break;
      }
    }
    if (given[0] && !lacks) {
      if (given.length === schemes.length) {
        return given;
      }
      partial ??= given;
    }
  }
  return partial ?? [];
}

async function renewedOf(given: readonly Asked[]): Promise<readonly Asked[] | undefined> {
  const again: Asked[] = [];
  for (const one of given) {
    const { source } = one;
    const { value, round } = source.isFixed ? one : await source.renewed(one.round);
    if (value === undefined || value === null) {
      return undefined;
    }
    again.push({ ...one, value, round });
  }
  return again;
}

function sent(
  call: Call,
  init: Sending,
  fetch: Fetch,
  given: readonly Asked[],
): Response | Promise<Response> {
  const { signal, url } = call;
  // The call may have been aborted while its credential was on the way.
  if (signal?.aborted) {
    throw signal.reason;
  }
  const headers: Record<string, string> = { ...init.headers };
  const added: string[] = [];
  const request: CarryingRequest = {
    url,
    headers,
    set: (field, line) => {
      const name = field.toLowerCase();
      headers[name] = line;
      added.push(name);
      // What no platform refuses, splits or trims (RFC 9110 5.5).
      return /^[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?$/.test(line);
    },
  };
  for (const { scheme, value } of given) {
    const { add, expected } = scheme["~scheme"].sent;
    if (!add(request, value)) {
      const issue: CallIssue = { in: "credential", name: scheme.name, message: expected };
      throw new InvalidRequestError(call, "not sent: ", { issues: [issue] });
    }
  }
  // A function of `redirects` may leave the origin, and `fetch` may when it follows by itself.
  const guarded: Fetch = (to, sending) => {
    if (withinOrigin(to, url) && sending.redirect !== "follow") {
      return fetch(to, sending);
    }
    const without = new Headers(sending.headers);
    added.forEach((name) => without.delete(name));
    return fetch(to, { ...sending, headers: Object.fromEntries(without) });
  };
  return sendOnce(call, { ...init, headers }, guarded, request.url);
}
