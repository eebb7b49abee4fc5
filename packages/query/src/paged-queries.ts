// The pages of endpoints with `.paged()` for infinite queries: what the declaration says takes the place of `next`.
import type { AnyEndpoint } from "bough";
import type { Client } from "bough/client";
import { pageOptions, type PageBefore } from "bough/client/adapters";
import { callKey } from "./query-key.ts";
import type { CallParts, Key, SwrPages } from "./query-options.ts";

// A body does not have the link of its response, so the links that were read last are kept.
const MOST_LINKS = 1_000;

/** Reads pages for a cache that has their bodies alone. */
export class PagedQueries {
  readonly #client: Client;
  readonly #base: string;
  // By the key of a call, because a cache copies bodies.
  readonly #links = new Map<string, string | null>();
  readonly #calls = new WeakMap<object, CallParts>();

  constructor(client: Client, base: string) {
    this.#client = client;
    this.#base = base;
  }

  /** The body of a page. Rejects if it is not as declared, or leads where no call can be made. */
  async read(endpoint: AnyEndpoint, given: CallParts): Promise<unknown> {
    const { body: sent, ...options } = given;
    const result = await (this.#client.request as AnyRequest)(endpoint, sent, {
      ...options,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function runs for every endpoint
      ...(pageOptions as AnyPageOptions)(this.#client, endpoint, options),
    });
    const body = result.bodyOrThrow();
    const { status } = result;
    const link = result.response.headers.get("link");
    // Says what is wrong with the page.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function runs for every endpoint
    (pageOptions as AnyPageOptions)(this.#client, endpoint, options, { status, body, link });
    this.#calls.set(Object(body), given);
    const key = this.#key(endpoint, given);
    this.#links.delete(key);
    if (link !== null) {
      const [oldest = ""] = this.#links.size < MOST_LINKS ? [] : this.#links.keys();
      this.#links.delete(oldest);
      this.#links.set(key, link);
    }
    return body;
  }

  /** How the call after the last of these differs from the first one; `undefined` after the last page. */
  next(
    endpoint: AnyEndpoint,
    calls: readonly CallParts[],
    bodies: readonly unknown[],
    first: unknown = bodies[0],
  ): CallParts | undefined {
    const last = calls.at(-1) ?? {};
    const link = this.#links.get(this.#key(endpoint, last));
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function runs for every endpoint
      const next = (pageOptions as AnyPageOptions)(this.#client, endpoint, last, {
        body: bodies.at(-1),
        link,
        first,
      });
      // A cursor that comes twice leads nowhere new.
      const key = next && this.#key(endpoint, { ...last, ...next });
      return calls.some((one) => this.#key(endpoint, one) === key) ? undefined : next;
    } catch {
      // Only a page that something else has put into the cache.
      return undefined;
    }
  }

  /** For SWR: the key and the function of one page, and `getKey` for `useSWRInfinite`. */
  swr(endpoint: AnyEndpoint, first: CallParts, key: Key): readonly [Key, Fetcher] & SwrPages {
    // The key of each later page ends with what its call differs by.
    const fetcher = async (asked: Key = key): Promise<unknown> => {
      const [parts] = asked.slice(key.length);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `getKey` has made the key
      return this.read(endpoint, partsOfPage(first, parts as CallParts | undefined));
    };
    let ofFirst: unknown;
    // SWR asks for all keys, in order.
    const getKey = (index: number, before: unknown): Key | null => {
      if (!index) {
        return key;
      }
      let last = this.#calls.get(Object(before));
      if (index === 1) {
        ofFirst = before;
        // It may have been loaded elsewhere.
        last ??= first;
      }
      const next = last && before && this.next(endpoint, [last], [before], ofFirst);
      return next ? [...key, next] : null;
    };
    return Object.assign([key, fetcher] as const, { getKey });
  }

  #key(endpoint: AnyEndpoint, parts: CallParts): string {
    return JSON.stringify(callKey(this.#base, endpoint, parts));
  }
}

type Fetcher = (asked?: Key) => Promise<unknown>;
type AnyRequest = (endpoint: AnyEndpoint, body: unknown, options: object) => Promise<Read>;
interface Read {
  readonly status: number;
  readonly response: Response;
  bodyOrThrow(): unknown;
}
type AnyPageOptions = (
  client: Client,
  endpoint: AnyEndpoint,
  options: CallParts,
  before?: PageBefore,
) => CallParts | undefined;

/** Of a page, from those of the first page and what differs. */
export function partsOfPage(first: CallParts, page: CallParts = {}): CallParts {
  const { parameters, headers } = first;
  return {
    ...first,
    ...page,
    parameters: { ...parameters, ...page.parameters },
    headers: { ...headers, ...page.headers },
  };
}
