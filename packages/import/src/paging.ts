// The pages of a list, as a document marks them: `x-bough-paged`, and the markers of vendors. The declaration checks
// their names against its types, so a marker that does not fit them is left out, with the reason.
import type { ContractEndpoint, ContractName, ContractPaging } from "bough/contract";
import { entriesOf, isMembers, member, textOf, textsOf } from "./json.ts";
import { ListedBody, Misfit } from "./listed-body.ts";
import { Unresolved, type Found } from "./open-document.ts";
import { checkPages } from "./paging-check.ts";
import type { Reading } from "./parameter-type.ts";
import type { Place } from "./report.ts";
import { microsoftPages, speakeasyPages } from "./vendor-pages.ts";

type NamelessEndpoint = Omit<ContractEndpoint, "name">;

const MARKERS: readonly (readonly [
  name: string,
  read: (marker: unknown, body: ListedBody) => ContractPaging | undefined,
])[] = [
  ["x-bough-paged", boughPages],
  ["x-speakeasy-pagination", speakeasyPages],
  ["x-ms-pageable", microsoftPages],
];

/** The endpoint with its pages, if the operation has a marker that fits. */
export function withPages(
  reading: Reading,
  endpoint: NamelessEndpoint,
  operation: Found,
  place: Place,
): NamelessEndpoint {
  const found = MARKERS.find(([name]) => member(operation.value, name) !== undefined);
  if (found === undefined) {
    return endpoint;
  }
  const [name, read] = found;
  try {
    const { method } = endpoint;
    const body =
      method === "GET" || method === "QUERY"
        ? onlyJsonBody(reading, endpoint, operation)
        : undefined;
    if (body === undefined) {
      throw new Misfit("only GET and QUERY with one JSON response have pages");
    }
    const paged = read(member(operation.value, name), body);
    if (paged === undefined) {
      return endpoint;
    }
    // The document of a declaration by types alone has no schemas.
    if (name !== "x-bough-paged" || !body.isOpen()) {
      checkPages(paged, body);
    }
    return { ...(paged.link === true ? withoutLink(endpoint) : endpoint), paged };
  } catch (error) {
    if (!(error instanceof Misfit)) {
      throw error;
    }
    const at = { ...place, pointer: `${operation.pointer}/${name}` };
    reading.report.changed(at, "unsupported", `its ${name} is left out: ${error.message}`);
    return endpoint;
  }
}

/** The body of the only success; `undefined` if there are several, or if it is not JSON. */
export function onlyJsonBody(
  { document }: Reading,
  { query = [], responses = [] }: NamelessEndpoint,
  { value, pointer }: Found,
): ListedBody | undefined {
  const [only, ...more] = responses.filter(({ status }) => status !== 304);
  const [content, ...others] = only?.content ?? [];
  const [, given] =
    entriesOf(member(value, "responses")).find(
      ([status]) => status.toUpperCase() === `${only?.status}`,
    ) ?? [];
  const response = document.follow({ value: given, pointer: `${pointer}/responses` });
  if (
    (content?.kind !== "negotiated" && content?.kind !== "codec") ||
    others.length + more.length > 0 ||
    response instanceof Unresolved
  ) {
    return undefined;
  }
  const [media] = entriesOf(member(response.value, "content"));
  const schema = { value: member(media?.[1], "schema") ?? {}, pointer: response.pointer };
  return new ListedBody(document, schema, query);
}

function boughPages(marker: unknown): ContractPaging {
  const entries = entriesOf(marker).map(([name, value]) => {
    const read = OPTIONS.get(name)?.(value);
    if (read === undefined) {
      throw new Misfit(`it has no option ${JSON.stringify(name)} with this value`);
    }
    return [name, read] as const;
  });
  return Object.fromEntries(entries);
}

const OPTIONS: ReadonlyMap<string, (value: unknown) => unknown> = new Map<
  string,
  (value: unknown) => unknown
>([
  ["items", nameOf],
  ["next", (value) => (isMembers(value) ? cursorOf(value) : nameOf(value))],
  ["more", nameOf],
  ["total", nameOf],
  ["page", textOf],
  ["offset", textOf],
  ["first", (value) => (Number.isSafeInteger(value) ? value : undefined)],
  ["link", (value) => (value === true ? value : undefined)],
]);

function cursorOf(next: unknown): unknown {
  const entries = entriesOf(next).map(([parameter, from]) => {
    const last = nameOf(member(from, "last"));
    return [parameter, last === undefined ? nameOf(from) : { last }] as const;
  });
  return entries.every(([, name]) => name !== undefined) ? Object.fromEntries(entries) : undefined;
}

function nameOf(value: unknown): ContractName | undefined {
  const names = Array.isArray(value) ? textsOf(value) : (textOf(value)?.split(".") ?? []);
  const isName =
    names.length > 0 &&
    names.length <= 2 &&
    !names.includes("") &&
    (!Array.isArray(value) || value.length === names.length);
  return !isName ? undefined : Array.isArray(value) ? names : names.join(".");
}

// `respond` writes the header.
function withoutLink({ responses = [], ...endpoint }: NamelessEndpoint): NamelessEndpoint {
  return {
    ...endpoint,
    responses: responses.map(({ headers = [], ...response }) => {
      const kept = headers.filter(({ name }) => name.toLowerCase() !== "link");
      return kept.length === 0 ? response : { ...response, headers: kept };
    }),
  };
}
