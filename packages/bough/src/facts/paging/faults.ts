// Finds faults of `.paged()`. The compiler refuses most of them; it knows neither the parameters of the resources above
// nor bodies of any type.
import type { AnyBody } from "../../declare/body/body.ts";
import type { FactFaults, Faults } from "../../declare/verify/declaration-error.ts";
import { kindsOf } from "../../declare/verify/kinds-of.ts";
import { isRecord, ownOf } from "../../shared/internal/record.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { LINK_HEADER, namesOf, type PagedOptions } from "./declared.ts";

// What belongs to each form, by the option that makes it.
const FORMS: Readonly<Record<string, readonly string[]>> = {
  next: ["items", "next", "more"],
  page: ["items", "page", "first", "more", "total"],
  offset: ["items", "offset", "first", "more", "total"],
  link: ["items", "link"],
};

/** The faults of `.paged()`. */
export const pagingFaults: FactFaults<PagedOptions> = {
  headers: ({ link }) => (link === true ? { writes: [LINK_HEADER] } : {}),
  find: findPagingFaults,
};

function findPagingFaults(endpoint: AnyEndpoint, paged: PagedOptions, found: Faults): void {
  const { method, responses } = endpoint;
  if (method !== "GET" && method !== "QUERY") {
    found.add(`is declared, but ${method} reads no list`, "use get() or query()");
  }
  const [read, ...more] = responses.filter(({ status }) => status !== 304);
  if (read === undefined || more.length > 0 || !isJson(read.body)) {
    found.add(
      "is declared, but the endpoint has not exactly one response with JSON",
      "declare one: .response<Page>()",
    );
  }
  const given = Object.entries(paged).flatMap(([name, value]) => (value === undefined ? [] : name));
  const [form, other] = Object.keys(FORMS).filter((name) => given.includes(name));
  if (form === undefined || other !== undefined) {
    const fault = form === undefined ? "none of its forms" : `${form} beside ${other}`;
    found.add(`has ${fault}`, "use one of next, page, offset and link");
    return;
  }
  const known = FORMS[form] ?? [];
  for (const name of given.filter((one) => !known.includes(one))) {
    found.add(
      `has the option ${JSON.stringify(name)}, which ${form} does not have`,
      `use { ${known.join(", ")} }`,
    );
  }
  if (form !== "link" && paged.items === undefined) {
    found.add("has no items", 'name the array: { items: "users" }');
  }
  for (const [option, name] of namesIn(paged)) {
    const fault = nameFault(name);
    if (fault !== undefined) {
      found.add(`has ${shown(name)} as ${option}, ${fault}`, NAME);
    }
  }
  findParameterFaults(endpoint, paged, found);
}

// A schema goes through the codecs. A codec of your own is as good as JSON.
function isJson(body: AnyBody | AnySchema): boolean {
  const mediaTypes = "~body" in body ? (body["~format"]?.mediaTypes ?? []) : [];
  return (
    kindsOf(body).every((kind) => kind === "codec" || kind === "negotiated") &&
    !mediaTypes.some((one) => one.startsWith("text/"))
  );
}

const NAME = 'name a property, "users" or "meta.users"; a name with a dot as ["@odata.nextLink"]';

function nameFault(name: unknown): string | undefined {
  const names: unknown = typeof name === "string" ? namesOf(name) : name;
  const isNames =
    Array.isArray(names) && names.every((one) => typeof one === "string" && one !== "");
  return !isNames || names.length === 0
    ? "which is not a name"
    : names.length > 2
      ? "which is more than two deep"
      : undefined;
}

function namesIn({ items, next, more, total }: PagedOptions): [string, unknown][] {
  const all: [string, unknown][] = [
    ["items", items],
    ["more", more],
    ["total", total],
    ...(isRecord(next)
      ? Object.entries(next).map(([parameter, from]): [string, unknown] => [
          `next.${parameter}`,
          isRecord(from) && "last" in from ? from["last"] : from,
        ])
      : [["next", next] as [string, unknown]]),
  ];
  return all.filter(([, name]) => name !== undefined);
}

function findParameterFaults(
  { parameters }: AnyEndpoint,
  { next, page, offset, first }: PagedOptions,
  found: Faults,
): void {
  const names = [page ?? [], offset ?? [], isRecord(next) ? Object.keys(next) : []].flat();
  if (isRecord(next) && names.length === 0) {
    found.add("has no parameter in next", 'write next: { after: "next" }');
  }
  for (const name of names) {
    const type = ownOf(parameters, name);
    if (type === undefined) {
      found.add(
        `sends the parameter ${shown(name)}, which is not declared`,
        "declare it: .parameters({ … }), or in the options of a resource above",
      );
    } else if (!isRecord(next) && "~parameter" in type && !counts(type["~parameter"].kind)) {
      found.add(`counts in the parameter ${shown(name)}, which is not a number`, "use integer()");
    }
  }
  if (first !== undefined && !Number.isInteger(first)) {
    found.add(`has ${shown(first)} as first`, "use a whole number");
  }
}

// A type of your own may be a number.
function counts(kind: string): boolean {
  return kind === "integer" || kind === "number" || kind === "parameter" || kind === "codec";
}
