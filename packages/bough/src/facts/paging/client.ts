// Reads the pages of a list, one call after the other. It is an import of its own: a client that reads no pages does
// not bundle it. The declaration says where the next page is; of what a response says, the origin and repetitions are
// checked.
import type { Client } from "../../call/create-client.ts";
import type { RequestArguments } from "../../call/request-arguments.ts";
import type { CallResult } from "../../call/result.ts";
import type { TypedEndpoint } from "../../declare/endpoint/infer.ts";
import type { PagingSentences } from "../../shared/internal/fact-sentences.ts";
import type { Refused } from "../../shared/internal/type-error.ts";
import { formatsOf } from "../../declare/body/body-format.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import {
  faultOf,
  firstCall,
  itemsFault,
  nextCall,
  pageOf,
  type Page,
  type PageCall,
  type PageParts,
  type PageSource,
} from "./client-page.ts";
import type { AnyPagedResponse, InferItem } from "./declared.ts";
import type { AnyCallOptions } from "../../call/write-request.ts";

/** The arguments of `items` and `pages` after the endpoint: those of `client.request`. */
export type PagedArguments<E extends TypedEndpoint> = E["~definition"]["responses"] extends never
  ? Refused<PagingSentences["notPaged"]>
  : E["~definition"]["responses"] extends AnyPagedResponse
    ? RequestArguments<E>
    : Refused<PagingSentences["notPaged"]>;

/** The result of a call of `E` that read a page. */
export type PageResult<E extends TypedEndpoint> = CallResult<E["~definition"]["responses"], never>;

/**
 * Reads the items of all pages of an endpoint with `.paged()`. The next page is asked for when its first item is, with
 * the options of `client.request`. Throws a `FailureError` for a declared failure, an `InvalidResponseError` for a
 * response without its array, a cursor that comes twice and a link to another origin, and otherwise what a call throws.
 *
 * @example
 * for await (const user of items(client, api.users.list, { parameters: { limit: 50 } })) {
 *   console.log(user.name);
 * }
 */
export function items<E extends TypedEndpoint>(
  client: Client,
  endpoint: E,
  ...rest: PagedArguments<E>
): AsyncGenerator<InferItem<E>, void>;
export function items(
  client: Client,
  endpoint: AnyEndpoint,
  ...rest: readonly unknown[]
): AsyncGenerator<unknown, void> {
  return left((leaving) => itemsOf(walk(client, endpoint, rest, leaving)));
}

/**
 * Reads the pages of an endpoint with `.paged()` as results of its calls. Throws like `items`.
 *
 * @example
 * for await (const { body, response } of pages(client, api.users.list)) {
 *   console.log(body.users.length, response.headers.get("x-total"));
 * }
 */
export function pages<E extends TypedEndpoint>(
  client: Client,
  endpoint: E,
  ...rest: PagedArguments<E>
): AsyncGenerator<PageResult<E>, void>;
export function pages(
  client: Client,
  endpoint: AnyEndpoint,
  ...rest: readonly unknown[]
): AsyncGenerator<object, void> {
  return left((leaving) => resultsOf(walk(client, endpoint, rest, leaving)));
}

/** Aborts the running call when its loop is left. */
class Leaving {
  readonly controller: AbortController = new AbortController();
  isLeft = false;
}

// A generator ends after its running step, so `return` has to end this step.
function left<T>(run: (leaving: Leaving) => AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  const leaving = new Leaving();
  const generator = run(leaving);
  const end = generator.return.bind(generator);
  generator.return = (value) => {
    leaving.isLeft = true;
    leaving.controller.abort();
    return end(value);
  };
  return generator;
}

async function* itemsOf(read: AsyncIterable<ReadPage>): AsyncGenerator<unknown, void> {
  for await (const { list } of read) {
    yield* list;
  }
}

async function* resultsOf(read: AsyncIterable<ReadPage>): AsyncGenerator<object, void> {
  for await (const { result } of read) {
    yield result;
  }
}

interface ReadPage extends Page {
  readonly result: PageSource;
}
type AnyRequest = (
  endpoint: AnyEndpoint,
  body: unknown,
  options: AnyCallOptions,
) => Promise<PageSource>;

async function* walk(
  client: Client,
  endpoint: AnyEndpoint,
  rest: readonly unknown[],
  leaving: Leaving,
): AsyncGenerator<ReadPage, void> {
  const [body, given = {}] = formatsOf(endpoint.request)[0] ? rest : [undefined, ...rest];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types have checked the options
  const options = given as AnyCallOptions;
  const { controller } = leaving;
  const { signal } = controller;
  const outer = options.signal ?? options.init?.signal;
  const forward = (): void => controller.abort(outer?.reason);
  if (outer?.aborted) {
    forward();
  }
  outer?.addEventListener("abort", forward);
  try {
    const urls = new Set<string>();
    let size: number | undefined;
    let before: string | undefined;
    let call: PageCall | undefined = firstCall(client, endpoint, options);
    while (call) {
      urls.add(call.url);
      const { url, parameters }: PageParts = call.parts;
      const result = await (client.request as AnyRequest)(endpoint, body, {
        ...options,
        url,
        parameters,
        signal,
      });
      const page = pageOf(call, result);
      const content = contentOf(endpoint, page);
      if (content !== undefined && content === before) {
        throw itemsFault(call, page.status, "has the items of the page before");
      }
      before = content;
      yield { ...page, result };
      const next = nextCall(client, call, page, (size ??= page.list.length));
      if (next && urls.has(next.url)) {
        throw faultOf(call, page, "leads to a page that was read before");
      }
      call = next;
    }
  } catch (error) {
    if (!leaving.isLeft) {
      throw error;
    }
  } finally {
    outer?.removeEventListener("abort", forward);
  }
}

// A server that ignores the number of a page would send the first one for ever. Only objects are compared: numbers and
// texts may well be the same on two pages.
function contentOf({ paged }: AnyEndpoint, { list }: Page): string | undefined {
  return (paged?.page ?? paged?.offset) !== undefined && typeof list[0] === "object"
    ? JSON.stringify(list, (_, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      )
    : undefined;
}
