// The next page of a list: where the declaration says that it is, and the options of the call that reads it.
import { messageOf, type CallInfo, type InvalidResponseError } from "../../call/call-error.ts";
import type { Client } from "../../call/create-client.ts";
import { invalid } from "../../call/read-response.ts";
import type { RequestOptions } from "../../call/request-arguments.ts";
import type { AddressSource } from "../../declare/tree/address.ts";
import type { ParametersOf, TypedEndpoint } from "../../declare/endpoint/infer.ts";
import type { AnyParameter, ParametersInput } from "../../declare/parameter/parameter.ts";
import { linkTo } from "../../shared/http/link-field.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { ownOf, valueAt } from "../../shared/internal/record.ts";
import { isName, namesOf, type PagedOptions } from "./declared.ts";
import { withinOrigin } from "../../call/write-request.ts";

/** The options by which the call of a page differs from that of the first one. */
export interface PageParts {
  readonly parameters?: object | undefined;
  readonly url?: string | URL | undefined;
}

/** The call of a page. Its URL is complete, and empty if its options make none. */
export interface PageCall extends CallInfo {
  readonly parts: PageParts;
}

/** A page that was read. */
export interface Page {
  readonly status: number;
  readonly body: unknown;
  readonly list: readonly unknown[];
  readonly link?: string | null | undefined;
}

/** A result of a paged endpoint. */
export interface PageSource {
  readonly status: number;
  readonly response: Response;
  bodyOrThrow(): unknown;
}

/** The call of the first page. The declaration may say which number it has. */
export function firstCall(client: Client, endpoint: AnyEndpoint, given: PageParts): PageCall {
  const { page, offset = page } = pagingOf(endpoint);
  const { parameters } = given;
  const isNumbered =
    offset === undefined ||
    ownOf(parameters, offset) !== undefined ||
    fallbackOf(endpoint, offset) !== undefined;
  const parts = isNumbered
    ? given
    : { ...given, parameters: { ...parameters, [offset]: firstNumber(endpoint, offset) } };
  try {
    return callOf(client, endpoint, parts);
  } catch {
    // The call itself says what is wrong.
    return { endpoint, method: endpoint.method, url: "", parts };
  }
}

/** The page that a result is; throws an `InvalidResponseError` if it has no array. */
export function pageOf(call: CallInfo, result: PageSource): Page {
  const { status, response } = result;
  const body = result.bodyOrThrow();
  return { status, body, list: itemsOf(call, status, body), link: response.headers.get("link") };
}

/** The items of a page; throws an `InvalidResponseError` if it has no array. */
function itemsOf(call: CallInfo, status: number, body: unknown): readonly unknown[] {
  const { items = [] } = pagingOf(call.endpoint);
  const list = valueAt(body, items);
  if (!Array.isArray(list)) {
    throw itemsFault(call, status, "must be an array");
  }
  return list;
}

/**
 * The call of the page after this one; `undefined` after the last one. `size` is the number of items on the first page
 * that was read. Throws an `InvalidResponseError` if there is no such call.
 */
export function nextCall(
  client: Client,
  call: PageCall,
  page: Page,
  size: number,
): PageCall | undefined {
  const { endpoint } = call;
  const parts = nextParts(call, page, size);
  if (!parts) {
    return undefined;
  }
  let next: PageCall;
  try {
    next = callOf(client, endpoint, parts, call.url);
  } catch (cause) {
    throw faultOf(call, page, `fits no parameter: ${messageOf(cause)}`);
  }
  if (!next.url) {
    throw faultOf(call, page, `must have the origin of ${call.base}`);
  }
  return next;
}

/** The error for what a page says about the next one. */
export function faultOf(call: CallInfo, page: Page, message: string): InvalidResponseError {
  const { link, next = [] } = pagingOf(call.endpoint);
  const [from = ""] = isName(next) ? [next] : Object.values(next);
  const name = isName(from) ? from : from.last;
  const issue = link
    ? ({ in: "header", name: "link", message } as const)
    : ({ in: "body", name: namesOf(name).join("."), message } as const);
  return invalid(call, page, { issues: [issue] });
}

export function itemsFault(call: CallInfo, status: number, message: string): InvalidResponseError {
  const { items = [] } = pagingOf(call.endpoint);
  return invalid(
    call,
    { status },
    { issues: [{ in: "body", name: namesOf(items).join("."), message }] },
  );
}

function callOf(client: Client, endpoint: AnyEndpoint, parts: PageParts, from?: string): PageCall {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function runs for every endpoint
  const own = (client.urlOf as AnyUrlOf)(endpoint, parts);
  // A fragment is not sent, so a URL that differs by it only is the same page (RFC 9110 4.2.5).
  const [url = ""] = (parts.url === undefined ? own : withinOrigin(parts.url, from ?? own)).split(
    "#",
  );
  return {
    endpoint,
    method: endpoint.method,
    base: baseOf(client),
    url,
    // A call resolves a reference against the URL of its endpoint, not against that of the page before.
    parts: { ...parts, url: parts.url && (url || parts.url) },
  };
}
type AnyUrlOf = (endpoint: AnyEndpoint, options: PageParts) => string;

function pagingOf({ method, template, paged }: AnyEndpoint): PagedOptions {
  if (!paged) {
    throw new TypeError(`${method} ${template} has no pages: declare .paged(…)`);
  }
  return paged;
}

// The options of the call of the next page.
function nextParts(call: PageCall, page: Page, size: number): PageParts | undefined {
  const { next, more, link } = pagingOf(call.endpoint);
  const { parameters } = call.parts;
  if (more !== undefined && !valueAt(page.body, more)) {
    return undefined;
  }
  if (link || isName(next)) {
    // A URL may be relative to that of the page. GitHub's lead to other paths, so only the origin is compared.
    const url = isName(next) ? valueAt(page.body, next) : linkTo("next", page.link ?? "");
    if (isNone(url)) {
      return undefined;
    }
    if (typeof url !== "string") {
      throw faultOf(call, page, "must be a URL");
    }
    return { parameters, url };
  }
  if (next === undefined) {
    return nextNumber(call, page, size);
  }
  const cursor = Object.entries(next).map(([name, from]) => {
    const value = isName(from) ? valueAt(page.body, from) : valueAt(page.list.at(-1), from.last);
    return [name, isNone(value) ? undefined : value] as const;
  });
  if (cursor.some(([, value]) => value !== undefined)) {
    return { parameters: { ...parameters, ...Object.fromEntries(cursor) } };
  }
  if (more !== undefined) {
    throw faultOf(call, page, `is missing, but there are more pages`);
  }
  return undefined;
}

function nextNumber(
  { endpoint, parts: { parameters } }: PageCall,
  { body, list }: Page,
  size: number,
): PageParts | undefined {
  const { page, offset = page ?? "", total = [] } = pagingOf(endpoint);
  const first = firstNumber(endpoint, offset);
  const at = Number(ownOf(parameters, offset) ?? first);
  const all = valueAt(body, total);
  // The server decides how long pages are.
  const [before, step] = page === undefined ? [at - first, list.length] : [(at - first) * size, 1];
  return !list[0] || (typeof all === "number" && before + list.length >= all)
    ? undefined
    : { parameters: { ...parameters, [offset]: at + step } };
}

function firstNumber(endpoint: AnyEndpoint, parameter: string): number {
  const { page, first = page === undefined ? 0 : 1 } = pagingOf(endpoint);
  return Number(fallbackOf(endpoint, parameter) ?? first);
}

function fallbackOf({ parameters }: AnyEndpoint, name: string): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a codec of zod has no such member
  const type = ownOf(parameters, name) as Partial<AnyParameter> | undefined;
  return type?.["~parameter"]?.fallback?.value;
}

// The last page has `null`, "" or no property.
function isNone(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** A page that was read. */
export interface PageBefore {
  readonly body: unknown;
  /** Its header `Link`. */
  readonly link?: string | null | undefined;
  /** Its status, for errors. */
  readonly status?: number | undefined;
  /** The body of the first page, if this is another one: pages are as long as the first. */
  readonly first?: unknown;
}

/** The options of a call by which one page differs from the others: `{ ...options, ...next }` is the call of the next one. */
export interface PageOptions<E extends TypedEndpoint> {
  readonly parameters?: ParametersInput<ParametersOf<E>>;
  readonly url?: string | URL;
}

/**
 * Returns the options for one page of an endpoint with `.paged()`: the first page, or the page after `before`, which was
 * read with `options`; `undefined` after the last page. Throws an `InvalidResponseError` if `before` is not as declared.
 *
 * @example
 * const { body, response } = await client.request(api.users.list, options);
 * const link = response.headers.get("link");
 * const next = pageOptions(client, api.users.list, options, { body, link });
 */
export function pageOptions<E extends TypedEndpoint>(
  client: Client,
  endpoint: E,
  options: RequestOptions<E>,
  before?: PageBefore,
): PageOptions<E> | undefined;
export function pageOptions(
  client: Client,
  endpoint: AnyEndpoint,
  options: PageParts,
  before?: PageBefore,
): PageParts | undefined {
  const call = firstCall(client, endpoint, options);
  if (!before) {
    return call.parts;
  }
  const { body, link, status = 200, first = body } = before;
  const page = { status, body, list: itemsOf(call, status, body), link };
  return nextCall(client, call, page, itemsOf(call, status, first).length)?.parts;
}

/** The base URL of a client: the URL of an endpoint without a path. */
function baseOf({ urlOf }: Client): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an address without ids and parameters is enough for it
  return (urlOf as (endpoint: object) => string)({ parameters: {}, "~endpoint": NOWHERE });
}
const NOWHERE: AddressSource = { data: {}, parent: undefined, template: "" };
