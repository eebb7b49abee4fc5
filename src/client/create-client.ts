// The client: what is configured once, and the calls that go by it.
import type { UrlArguments } from "../declaration/address-types.ts";
import { addressWithQuery } from "../declaration/href.ts";
import type { TypedEndpoint } from "../declaration/infer.ts";
import type { AnyEndpoint } from "../declaration/placed-endpoint.ts";
import { withAccessors } from "./call-result.ts";
import type { CallResult } from "./call-result.ts";
import type { ClientOptions, Settings } from "./client-options.ts";
import { withDeadline } from "./deadline.ts";
import { decodeResponse } from "./decode-response.ts";
import { encodeRequest, encodeUrl } from "./encode-request.ts";
import type { AnyCallOptions } from "./encode-request.ts";
import { hasBody } from "./declared-body.ts";
import { exchange } from "./exchange.ts";
import { plainJson } from "./plain-json.ts";
import { cancelBody } from "./response-body.ts";
import { parse } from "./related-url.ts";
import type { RequestArguments } from "./request-arguments.ts";
import type { PendingResult } from "./result.ts";
import { TimeoutError } from "./timeout-error.ts";

/** Calls the endpoints of a declaration. */
export interface Client {
  /**
   * Calls an endpoint whose ids are given: `client.request(api.users.create, body, options)`.
   * Sends at once and exactly once; rejects with a `CallError` for whatever is not declared,
   * and with the signal's reason when aborted.
   */
  request<E extends TypedEndpoint>(endpoint: E, ...rest: RequestArguments<E>): PendingResult<E>;
  /** The absolute URL of an endpoint whose ids are given; throws `AddressError` like `hrefOf`. */
  urlOf<E extends TypedEndpoint>(endpoint: E, ...options: UrlArguments<E>): string;
}

/** Creates a client; throws a `TypeError` for a base URL that is none. */
export function createClient(options: ClientOptions = {}): Client {
  const settings = settle(options);
  const client = {
    request: (endpoint: AnyEndpoint, ...rest: unknown[]) =>
      withAccessors(call(settings, endpoint, rest)),
    urlOf: (endpoint: AnyEndpoint, given?: AnyCallOptions) =>
      settings.base + addressWithQuery(endpoint, given?.parameters),
  };
  // The seam between what runs for every endpoint and the static types of each.
  return client as unknown as Client;
}

function settle(options: ClientOptions): Settings {
  const { baseUrl, codecs = [plainJson], fetch, retry = 0 } = options;
  return {
    base: baseOf(
      baseUrl ??
        (globalThis as { readonly location?: Location }).location?.origin ??
        (fetch && "http://localhost"),
    ),
    // The global one is looked up at every call: it may be replaced.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    codecs,
    accept: codecs.map((codec) => codec.mediaType).join(", "),
    retry: typeof retry === "number" ? { attempts: retry } : retry,
    options,
  };
}

function baseOf(given: string | URL | undefined): string {
  const url = given === undefined ? given : parse(given);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('createClient needs a baseUrl such as "https://example.test/api"');
  }
  if (/[?#]/.test(url.href) || url.username || url.password) {
    throw new TypeError("a baseUrl has no query, fragment or user: give headers instead");
  }
  return url.href.replace(/\/$/, "");
}

async function call(
  settings: Settings,
  endpoint: AnyEndpoint,
  rest: readonly unknown[],
): Promise<CallResult> {
  const { method, request } = endpoint;
  const { headers, timeout } = settings.options;
  const options = ((hasBody(request) ? rest[1] : rest.at(-1)) ?? {}) as AnyCallOptions;
  const info = { endpoint, method, url: "" };
  return withDeadline(
    {
      signal: options.signal ?? options.init?.signal,
      timeout: options.timeout ?? timeout,
      expired: (limit) => new TimeoutError(info, limit),
    },
    async (signal) => {
      info.url = encodeUrl(info, settings.base, options);
      const more = typeof headers === "function" ? await headers(info) : headers;
      const outgoing = encodeRequest(info, settings, { body: rest[0], options, headers: more });
      const sending = { call: info, settings, signal };
      const response = await exchange(sending, outgoing);
      if (signal?.aborted) {
        cancelBody(response);
      }
      signal?.throwIfAborted();
      return decodeResponse(sending, response);
    },
  );
}
