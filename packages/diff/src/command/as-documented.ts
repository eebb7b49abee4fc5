// A declaration as the importer would read it from its own document, so that it can be compared with another document.
import type {
  Contract,
  ContractContent,
  ContractEndpoint,
  ContractFailure,
  ContractParameter,
  ContractPart,
  ContractResponse,
  ContractType,
} from "bough/contract";
import { compareContracts } from "../compare-contracts.ts";
import { isUnknown } from "./unknown-bodies.ts";
import { forBothSides } from "./for-both-sides.ts";
import type { DocumentFunctions } from "./load-documents.ts";

/** Both sides in one form. */
export interface Aligned {
  readonly declared: Contract;
  readonly documented: Contract;
}

/**
 * Both sides in one form. Responses that a server sends by itself, such as 400 and 404, may be missing on either side.
 * `version` is that of the document, because a stream has a form for each.
 */
export function asDocumented(
  contract: Contract,
  document: Contract,
  {
    version,
    openApi,
    readDocument,
  }: Pick<DocumentFunctions, "openApi" | "readDocument"> & { readonly version: "3.1" | "3.2" },
): Aligned {
  const read = (options: { readonly rejections?: "all" | false }): Contract => {
    const info = { title: "", version: "" };
    const document = openApi(contract, { info, version, onWarning: () => undefined, ...options });
    // A file has no `undefined`.
    const parsed: unknown = JSON.parse(JSON.stringify(document));
    return forBothSides(readDocument(parsed, { bounds: true, whole: true }).contract);
  };
  const documented = forBothSides(document);
  const own = read({ rejections: false });
  const shown = [read({}), read({ rejections: "all" })].map(byKey);
  const prefix = contract.basePath ?? "";
  const opaque = new Map(
    contract.endpoints.map((one) => [one.key.replace(" ", ` ${prefix}`), opaqueParts(one)]),
  );
  const documents = byKey(documented);
  const kept = new Map<string, ContractEndpoint>();
  const known: Pairing["known"] = new Map();
  const endpoints = own.endpoints.map((one) => {
    const named = { ...one, name: [] };
    const other = documents.endpoints.get(one.key);
    const asWritten = withOpaque(named, opaque.get(one.key) ?? NOTHING);
    if (other === undefined) {
      return asWritten;
    }
    const dropped = sentAnyway({ own, one, documented, other, shown, known });
    kept.set(one.key, without(other, dropped));
    return without(asWritten, dropped);
  });
  return {
    declared: { ...own, endpoints },
    documented: {
      ...documented,
      endpoints: documented.endpoints.map((one) => kept.get(one.key) ?? one),
    },
  };
}

interface Read {
  readonly contract: Contract;
  readonly endpoints: ReadonlyMap<string, ContractEndpoint>;
}

function byKey(contract: Contract): Read {
  return { contract, endpoints: new Map(contract.endpoints.map((one) => [one.key, one])) };
}

interface Pairing {
  readonly own: Contract;
  readonly one: ContractEndpoint;
  readonly documented: Contract;
  readonly other: ContractEndpoint;
  readonly shown: readonly Read[];
  /** Which responses are the same, by their text. */
  readonly known: Map<Contract, Map<string, boolean>>;
}

/** The statuses that need no comparison: what a server sends by itself, as only the document has it, or both show it. */
function sentAnyway({ own, one, documented, other, shown, known }: Pairing): ReadonlySet<string> {
  const declared = statusesOf(one);
  const isSame = (contract: Contract, endpoint: ContractEndpoint, status: string): boolean => {
    // Many endpoints share their failures.
    const key = `${textOfStatus(other, status)} ${textOfStatus(endpoint, status)}`;
    const found = known.get(contract) ?? new Map<string, boolean>();
    known.set(contract, found);
    const result = found.get(key) ?? compareStatus(contract, endpoint, status);
    found.set(key, result);
    return result;
  };
  const compareStatus = (
    contract: Contract,
    endpoint: ContractEndpoint,
    status: string,
  ): boolean => {
    const before = onlyStatus(documented, other, status);
    const after = onlyStatus(contract, endpoint, status);
    const { changes, unknown } = compareContracts(before, after, { for: "both" });
    return changes.length + unknown.length === 0;
  };
  return new Set(
    [...statusesOf(other)].filter((status) => {
      const variants = shown.flatMap(({ contract, endpoints }) => {
        const endpoint = endpoints.get(one.key);
        return endpoint !== undefined && statusesOf(endpoint).has(status)
          ? [{ contract, endpoint }]
          : [];
      });
      if (variants.length === 0 || !declared.has(status)) {
        return variants.length > 0;
      }
      // Most responses are not joined with others, and to compare them takes long.
      const written = textOfStatus(one, status);
      const joined = variants.filter(({ endpoint }) => textOfStatus(endpoint, status) !== written);
      return (
        joined.length > 0 &&
        !isSame(own, one, status) &&
        joined.some(({ contract, endpoint }) => isSame(contract, endpoint, status))
      );
    }),
  );
}

function statusesOf({ responses = [], failures = [] }: ContractEndpoint): ReadonlySet<string> {
  return new Set([...responses, ...failures].map(({ status }) => String(status)));
}

function textOfStatus({ responses = [], failures = [] }: ContractEndpoint, wanted: string): string {
  return JSON.stringify(
    [...responses, ...failures].filter(({ status }) => String(status) === wanted),
  );
}

function onlyStatus(contract: Contract, endpoint: ContractEndpoint, wanted: string): Contract {
  const { key, name, method, template, responses = [], failures = [] } = endpoint;
  const isWanted = ({ status }: { readonly status: number | string }): boolean =>
    String(status) === wanted;
  return {
    format: 1,
    endpoints: [
      {
        key,
        name,
        method,
        template,
        responses: responses.filter(isWanted),
        failures: failures.filter(isWanted),
      },
    ],
    components: { schemas: contract.components.schemas, security: {} },
  };
}

function without(endpoint: ContractEndpoint, statuses: ReadonlySet<string>): ContractEndpoint {
  const kept = <T extends ContractResponse | ContractFailure>(list: readonly T[]): readonly T[] =>
    list.filter(({ status }) => !statuses.has(String(status)));
  const { responses, failures } = endpoint;
  return {
    ...endpoint,
    ...(responses === undefined ? {} : { responses: kept(responses) }),
    ...(failures === undefined ? {} : { failures: kept(failures) }),
  };
}

/** The parts of an endpoint that cannot be compared. */
interface OpaqueParts {
  /** Parameters as `query limit`. */
  readonly parameters: ReadonlySet<string>;
  /** Media types, fields and events, by `request` or status. */
  readonly bodies: ReadonlyMap<string, ReadonlySet<string>>;
}

const NOTHING: OpaqueParts = { parameters: new Set(), bodies: new Map() };

function opaqueParts(endpoint: ContractEndpoint): OpaqueParts {
  const { path, query, headers, cookies, request, responses = [], failures = [] } = endpoint;
  const lists = Object.entries({ path, query, header: headers, cookie: cookies });
  const parameters = lists.flatMap(([place, list = []]) =>
    list.filter(isOpaque).map(({ name }) => `${place} ${name}`),
  );
  const bodies = new Map<string, Set<string>>();
  const add = (at: string, content: readonly ContractContent[]): void => {
    const types = content.filter((one) => one.parts === undefined && isUnknown(one));
    const fields = content.flatMap(({ parts = [] }) => parts.filter(isOpaquePart));
    const events = content.flatMap(({ events: all = {} }) =>
      Object.entries(all).flatMap(([name, one]) => (isUnknown(one) ? [name] : [])),
    );
    const names = [...fields.map(({ name }) => name), ...events].map((name) => `field ${name}`);
    const unnamed = types.filter((one) => one.events === undefined).map(mediaTypeKey);
    bodies.set(at, new Set([...(bodies.get(at) ?? []), ...unnamed, ...names]));
  };
  add("request", request?.content ?? []);
  for (const { status, content } of responses) {
    add(String(status), content);
  }
  for (const { status, type, content } of failures) {
    // The data of a named failure is part of a problem.
    const problem = content.map((one) => ({ ...one, mediaType: "application/problem+json" }));
    add(String(status), type === undefined ? content : problem);
  }
  return { parameters: new Set(parameters), bodies };
}

function mediaTypeKey({ mediaType }: Pick<ContractContent, "mediaType">): string {
  return mediaType.toLowerCase().replaceAll(/\s/g, "");
}

function isOpaque({ opaque, checks = [], element, alternatives = [] }: ContractType): boolean {
  return (
    opaque === true ||
    checks.some((check) => "opaque" in check) ||
    [...alternatives, ...(element === undefined ? [] : [element])].some(isOpaque)
  );
}

function isOpaquePart(part: ContractPart): boolean {
  if ("content" in part) {
    return part.content.some(isUnknown);
  }
  return !("list" in part) && isOpaque(part);
}

/** An endpoint in which these parts are unknown, and not anything. */
function withOpaque(
  endpoint: ContractEndpoint,
  { parameters, bodies }: OpaqueParts,
): ContractEndpoint {
  const list = (
    place: string,
    all: readonly ContractParameter[] | undefined,
  ): readonly ContractParameter[] | undefined =>
    all?.map((one) => (parameters.has(`${place} ${one.name}`) ? { ...one, opaque: true } : one));
  const contents = (at: string, all: readonly ContractContent[]): readonly ContractContent[] =>
    all.map((one) => withoutSchemas(one, bodies.get(at) ?? new Set()));
  const { path, query, headers, cookies, request, responses, failures } = endpoint;
  const lists = {
    path: list("path", path),
    query: list("query", query),
    headers: list("header", headers),
    cookies: list("cookie", cookies),
    request: request && { ...request, content: contents("request", request.content) },
    responses: responses?.map((one) => ({
      ...one,
      content: contents(String(one.status), one.content),
    })),
    failures: failures?.map((one) => ({
      ...one,
      content: contents(String(one.status), one.content),
    })),
  };
  const known = Object.entries(lists).filter(([, value]) => value !== undefined);
  return { ...endpoint, ...(Object.fromEntries(known) as Partial<ContractEndpoint>) };
}

function withoutSchemas(content: ContractContent, unknown: ReadonlySet<string>): ContractContent {
  if (unknown.has(mediaTypeKey(content))) {
    const { schema: _, item: __, ...rest } = content;
    return rest;
  }
  const { parts, events } = content;
  const isNamed = (name: string): boolean => unknown.has(`field ${name}`);
  return {
    ...content,
    ...(parts && { parts: parts.map((part) => (isNamed(part.name) ? opaquePart(part) : part)) }),
    ...(events && {
      events: Object.fromEntries(
        Object.entries(events).map(([name, one]) => [name, isNamed(name) ? schemaless(one) : one]),
      ),
    }),
  };
}

function opaquePart(part: ContractPart): ContractPart {
  if ("content" in part) {
    return { ...part, content: part.content.map(schemaless) };
  }
  return "list" in part ? part : { ...part, opaque: true };
}

function schemaless({ schema: _, item: __, ...content }: ContractContent): ContractContent {
  return content;
}
