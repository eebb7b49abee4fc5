// The pages of a mock: of a whole list, the page that a call asks for, found as the declaration says.
import type {
  ContractEndpoint,
  ContractName,
  ContractPaging,
  ContractParameter,
} from "bough/contract";
import type { Schema } from "../values/keywords.ts";
import { pageSizeOf } from "../values/page-size.ts";
import { namesOf, valueAt, withValue } from "../values/paths.ts";

/** A page, and the header `Link` that leads to the next one. */
export interface MockPage {
  readonly body: unknown;
  readonly link: string | undefined;
}

export interface ListCall {
  readonly contract: ContractEndpoint;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly url: string;
  /** The schema of the body; `undefined` if none is known. */
  readonly schema: Schema | undefined;
  readonly fits: (schema: Schema, value: unknown) => boolean;
}

// Where a page begins, in the URLs that a mock makes.
const OFFSET = "mock-offset";
const USUAL_SIZE = 20;

/** The page of a list that a call asks for. A body without its array stays as it is. */
export function pageOf(paged: ContractPaging, body: unknown, call: ListCall): MockPage {
  const list = valueAt(body, namesOf(paged.items));
  if (!Array.isArray(list)) {
    return { body, link: undefined };
  }
  const size = sizeOf(call);
  const start = Math.max(0, startOf(paged, { list, size, call }));
  const end = start + size;
  const isLast = end >= list.length;
  const url = new URL(call.url);
  url.searchParams.set(OFFSET, `${end}`);
  const page = new PageBody(withValue(body, namesOf(paged.items), list.slice(start, end)), call);
  page.set(paged.total, [list.length]);
  page.set(paged.more, [!isLast]);
  if (isName(paged.next)) {
    page.set(paged.next, isLast ? ENDS : [url.href, `${url.pathname}${url.search}`]);
  } else {
    for (const [parameter, name] of Object.entries(paged.next ?? {})) {
      if (isName(name)) {
        page.set(name, isLast ? ENDS : cursorsAt(end, parameter, call));
      }
    }
  }
  const link = paged.link === true && !isLast ? `<${url.search}>; rel="next"` : undefined;
  return { body: page.body, link };
}

// How a body says that there is no further page: not at all, by null, or by an empty text.
const ENDS: readonly unknown[] = [undefined, null, ""];

function cursorsAt(end: number, parameter: string, { contract, fits }: ListCall): unknown[] {
  const type = contract.query?.find(({ name }) => name === parameter);
  return [`${end}`, end].filter((one) => type === undefined || fits(type.schema, one));
}

/** A body whose properties are replaced by values that its schema allows. */
class PageBody {
  body: unknown;
  readonly #call: ListCall;

  constructor(body: unknown, call: ListCall) {
    this.body = body;
    this.#call = call;
  }

  /** Sets a property to the first of these values that fits. */
  set(name: ContractName | undefined, values: readonly unknown[]): void {
    if (name === undefined) {
      return;
    }
    const { schema, fits } = this.#call;
    const bodies = values.map((value) => withValue(this.body, namesOf(name), value));
    const found = bodies.find((one) => schema === undefined || fits(schema, one));
    this.body = found ?? this.body;
  }
}

function startOf(
  paged: ContractPaging,
  {
    list,
    size,
    call,
  }: { readonly list: readonly unknown[]; readonly size: number; readonly call: ListCall },
): number {
  const { next, page, offset, link } = paged;
  const { parameters, url } = call;
  if (isName(next) || link === true) {
    return Number(new URL(url).searchParams.get(OFFSET) ?? 0) || 0;
  }
  const counted = page ?? offset;
  if (counted !== undefined) {
    const first = firstOf(
      paged,
      call.contract.query?.find(({ name }) => name === counted),
    );
    const asked = Number(parameters[counted] ?? first) - first;
    return page === undefined ? asked : asked * size;
  }
  for (const [parameter, from] of Object.entries(next ?? {})) {
    const asked = parameters[parameter];
    if (asked !== undefined && asked !== null) {
      // A cursor of somebody else has no pages.
      return isName(from)
        ? Number.isInteger(Number(asked))
          ? Number(asked)
          : list.length
        : positionAfter(list, namesOf(from.last), asked);
    }
  }
  return 0;
}

function firstOf({ page, first }: ContractPaging, type: ContractParameter | undefined): number {
  return Number(type?.default ?? first ?? (page === undefined ? 0 : 1));
}

function positionAfter(list: readonly unknown[], names: readonly string[], asked: unknown): number {
  const at = list.findLastIndex((item) => String(valueAt(item, names)) === String(asked));
  return at < 0 ? list.length : at + 1;
}

function sizeOf({ contract, parameters }: ListCall): number {
  const { name } = pageSizeOf(contract) ?? {};
  const asked = Number(name === undefined ? USUAL_SIZE : parameters[name]);
  return asked > 0 ? asked : USUAL_SIZE;
}

function isName(value: unknown): value is ContractName {
  return typeof value === "string" || Array.isArray(value);
}
