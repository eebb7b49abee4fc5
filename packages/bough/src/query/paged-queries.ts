// The pages of endpoints with `.paged()` for infinite queries: what the declaration says takes the place of `next`.
import type { Client } from "../client/create-client.ts";
import {
  firstCall,
  nextCall,
  pageOf,
  type PageParts,
  type PageSource,
} from "../client/next-page.ts";
import { valueAt } from "../declaration/endpoint/paging.ts";
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
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
    const call = firstCall(this.#client, endpoint, options);
    const page = pageOf(
      call,
      await (this.#client.request as AnyRequest)(endpoint, sent, { ...options, ...call.parts }),
    );
    nextCall(this.#client, call, page, page.list.length);
    const { body, link } = page;
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
    size: number = itemsOf(endpoint, bodies[0]).length,
  ): PageParts | undefined {
    const last = calls[calls.length - 1] ?? {};
    const body = bodies[bodies.length - 1];
    const list = itemsOf(endpoint, body);
    const link = this.#links.get(this.#key(endpoint, last)) ?? null;
    const call = firstCall(this.#client, endpoint, last);
    try {
      const page = { status: 200, body, list, link };
      const next = nextCall(this.#client, call, page, size)?.parts;
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
      return this.read(endpoint, partsOfPage(first, parts as PageParts | undefined));
    };
    let size = 0;
    // SWR asks for all keys, in order.
    const getKey = (index: number, before: unknown): Key | null => {
      if (index === 0) {
        return key;
      }
      // A page that was loaded elsewhere can only be the first one.
      const last = this.#calls.get(Object(before)) ?? (index === 1 ? first : undefined);
      size = index === 1 ? itemsOf(endpoint, before).length : size;
      const next = last && before && this.next(endpoint, [last], [before], size);
      return next ? [...key, next] : null;
    };
    return Object.assign([key, fetcher] as const, { getKey });
  }

  #key(endpoint: AnyEndpoint, parts: CallParts): string {
    return JSON.stringify(callKey(this.#base, endpoint, parts));
  }
}

type Fetcher = (asked?: Key) => Promise<unknown>;
type AnyRequest = (endpoint: AnyEndpoint, body: unknown, options: object) => Promise<PageSource>;

function itemsOf({ paged }: AnyEndpoint, body: unknown): readonly unknown[] {
  const list = valueAt(body, paged?.items ?? []);
  return Array.isArray(list) ? list : [];
}

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
