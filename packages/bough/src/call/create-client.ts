// The client: its options, and the calls that use them.
import { addressWithQuery, type UrlArguments } from "../declare/tree/href.ts";
import type { Negotiated, TypedEndpoint } from "../declare/endpoint/infer.ts";
import type { AnyEndpoint } from "../declare/tree/placement.ts";
import { OwnPromise, pending } from "./call-result.ts";
import type { Call, ClientOptions, Settings } from "./client-options.ts";
import { withDeadline, exchange } from "./exchange.ts";
import { readResponse } from "./read-response.ts";
import { resolve } from "../shared/http/percent.ts";
import { writeRequest, writeUrl, type AnyCallOptions } from "./write-request.ts";
import { formatsOf } from "../declare/body/body-format.ts";
import { plainJson } from "../shared/codec/plain-json.ts";
import { encodedBy } from "../shared/reception/received-schema.ts";
import type {
  AnyAccept,
  ChosenArguments,
  LeftOut,
  RequestArguments,
  TooFewArguments,
} from "./request-arguments.ts";
import type { PendingResult } from "./result.ts";

/** Calls the endpoints of a declaration. */
export interface Client {
  /** Calls an endpoint that has its ids: `client.request(api.users.create, body, options)`. */
  readonly request: RequestCall;
  /** The absolute URL of an endpoint that has its ids; throws `AddressError` like `hrefOf`. */
  readonly urlOf: <E extends TypedEndpoint>(endpoint: E, ...options: UrlArguments<E>) => string;
}

/** The signatures of `client.request`. */
export interface RequestCall {
  /**
   * Calls an endpoint that has its ids: `client.request(api.users.create, body, options)`. Sends the request
   * immediately, whether or not you await the result. Rejects with a `CallError` for every outcome that is not
   * declared, and with the signal's reason after an abort.
   */
  <E extends TypedEndpoint, Accept extends string = AnyAccept>(
    endpoint: E,
    ...rest: RequestArguments<E, Accept>
  ): PendingResult<Negotiated<E, Accept>>;
  /** Calls an endpoint whose request has several bodies: `{ mediaType }` says which one this is. */
  <E extends TypedEndpoint, const MediaType extends string, Accept extends string = AnyAccept>(
    endpoint: E,
    ...rest: ChosenArguments<E, MediaType, Accept>
  ): PendingResult<Negotiated<E, Accept>>;
  /** Refuses a call whose body or options were left out. */
  <E extends TypedEndpoint>(
    endpoint: [E] extends [never] ? E : LeftOut<E>,
    ...rest: TooFewArguments<E>
  ): PendingResult<E>;
}

/**
 * Creates a client. Throws a `TypeError` if the base URL isn't valid.
 *
 * @example
 * const client = createClient({ baseUrl: "https://api.example" });
 * const result = await client.request(api.users.user("42").find);
 * if (result.ok) console.log(result.body);
 */
export function createClient(options?: ClientOptions): Client;
// The functions run for every endpoint; their static types are those of each.
export function createClient(options: ClientOptions = {}): object {
  const { fetch, codecs = [], headers } = options;
  const origin =
    (globalThis as { readonly location?: Location }).location?.origin ??
    (fetch ? "http://localhost" : "");
  const { baseUrl = origin } = options;
  // Without the slash at its end: each path begins with one. Two slashes would be another host, and URLs read a backslash
  // as a slash.
  const base =
    /^(https?:\/\/[^/?#@]+(\/[^?#]*?)??)\/?$/.exec(
      resolve(`${baseUrl}`.replace(/^\/(?![/\\])/, `${origin}/`)),
    )?.[1] ?? "";
  // A module may make a client of a path where there is no page, if it calls nothing there.
  if (!base && `${baseUrl}`[0] !== "/") {
    throw new TypeError("createClient: baseUrl must be like http://host/path");
  }
  const settings: Settings = {
    ...options,
    base,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the list is not empty
    codecs: codecs[0] ? (codecs as Settings["codecs"]) : [plainJson],
    accepted: new WeakMap(),
  };
  return {
    request: (endpoint: AnyEndpoint, body?: unknown, last?: AnyCallOptions) => {
      const [first] = formatsOf(endpoint?.request);
      const given: AnyCallOptions =
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a request body, the options come second
        last ?? ((first ? last : body) as AnyCallOptions | undefined) ?? {};
      const isOmitted = body === undefined && endpoint?.requestOptions?.optional;
      const format = isOmitted ? undefined : (first?.named?.(given) ?? first);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it inherits the settings
      const call = {
        __proto__: settings,
        endpoint,
        method: endpoint?.method,
        url: "",
        format,
        issues: [],
        credentials: [given.credentials ?? [], options.credentials ?? []].flat(),
        limits: { ...options.limits, ...given.limits },
        retry: given.retry ?? options.retry,
      } as unknown as Call;
      // Three accessors as own properties would cost more than the rest of a call.
      return Object.setPrototypeOf(
        OwnPromise.resolve(
          withDeadline(
            call,
            async () => {
              call.url = writeUrl(call, base, given);
              // Without a URL the request is not sent, and needs no headers.
              const own =
                typeof headers === "function" ? call.url && (await headers(call)) : headers;
              const value = format?.schema ? await encodedBy(format.schema, body) : body;
              const outgoing = writeRequest(call, given, value, own);
              return readResponse(call, await exchange(call, outgoing), outgoing);
            },
            given.signal ?? given.init?.signal,
            given.timeout ?? options.timeout,
          ),
        ),
        pending,
      );
    },
    urlOf: (endpoint: AnyEndpoint, given?: AnyCallOptions) =>
      base + addressWithQuery(endpoint, given?.parameters),
  };
}
