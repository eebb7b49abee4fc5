// A declaration as the importer would read it from its own document, so that it can be compared with another document.
import type {
  Contract,
  ContractContent,
  ContractEndpoint,
  ContractFailure,
  ContractParameter,
  ContractPart,
  ContractResponse,
} from "bough/contract";
import { compareContracts } from "../compare-contracts.ts";
import { isOpaque } from "../text-schema.ts";
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
  const declarations = new Map(
    contract.endpoints.map((one) => [one.key.replace(" ", ` ${prefix}`), one]),
  );
  const documents = byKey(documented);
  const kept = new Map<string, ContractEndpoint>();
  const known: Pairing["known"] = new Map();
  const endpoints = own.endpoints.map((one) => {
    const named = { ...one, name: [] };
    const other = documents.endpoints.get(one.key);
    const asWritten = withOpaque(named, declarations.get(one.key) ?? named);
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

/** An endpoint of a document in which what is opaque in its declaration is unknown, and not anything. */
function withOpaque(endpoint: ContractEndpoint, declared: ContractEndpoint): ContractEndpoint {
  const { path, query, headers, cookies, request, responses, failures } = endpoint;
  const bodies = [...(declared.responses ?? []), ...(declared.failures ?? []).map(asSent)];
  const answers = <Body extends ContractResponse | ContractFailure>(list: readonly Body[]) =>
    list.map((one) => {
      const same = bodies.filter(({ status }) => status === one.status);
      return {
        ...one,
        content: contents(
          one.content,
          same.flatMap(({ content }) => content),
        ),
      };
    });
  return {
    ...endpoint,
    ...(path && { path: parameters(path, declared.path) }),
    ...(query && { query: parameters(query, declared.query) }),
    ...(headers && { headers: parameters(headers, declared.headers) }),
    ...(cookies && { cookies: parameters(cookies, declared.cookies) }),
    ...(request && {
      request: { ...request, content: contents(request.content, declared.request?.content) },
    }),
    ...(responses && { responses: answers(responses) }),
    ...(failures && { failures: answers(failures) }),
  };
}

// The data of a named failure is part of a problem.
function asSent({ type, ...failure }: ContractFailure): ContractFailure {
  const content = failure.content.map((one) => ({ ...one, mediaType: "application/problem+json" }));
  return type === undefined ? failure : { ...failure, content };
}

function parameters(
  all: readonly ContractParameter[],
  declared: readonly ContractParameter[] = [],
): readonly ContractParameter[] {
  const opaque = new Set(declared.filter(isOpaque).map(({ name }) => name));
  return all.map((one) => (opaque.has(one.name) ? { ...one, opaque: true } : one));
}

function contents(
  all: readonly ContractContent[],
  declared: readonly ContractContent[] = [],
): readonly ContractContent[] {
  return all.map((one) =>
    withUnknown(
      one,
      declared.filter((other) => mediaTypeKey(other) === mediaTypeKey(one)),
    ),
  );
}

function withUnknown(
  { schema, item, ...content }: ContractContent,
  declared: readonly ContractContent[],
): ContractContent {
  const whole = declared.filter(({ parts, events }) => parts === undefined && events === undefined);
  const fields = declared.flatMap(({ parts = [] }) => parts.filter(isOpaquePart));
  const events = Object.entries(content.events ?? {}).map(([name, one]) => {
    const same = declared.flatMap(
      (each) => new Map(Object.entries(each.events ?? {})).get(name) ?? [],
    );
    return [name, withUnknown(one, same)] as const;
  });
  const parts = content.parts?.map((part) =>
    fields.some(({ name }) => name === part.name) ? opaquePart(part) : part,
  );
  return {
    ...content,
    ...(whole.some(isUnknown) ? {} : { ...(schema && { schema }), ...(item && { item }) }),
    ...(parts && { parts }),
    ...(content.events && { events: Object.fromEntries(events) }),
  };
}

function mediaTypeKey({ mediaType }: ContractContent): string {
  return mediaType.toLowerCase().replaceAll(/\s/g, "");
}

function isOpaquePart(part: ContractPart): boolean {
  return "content" in part ? part.content.some(isUnknown) : !("list" in part) && isOpaque(part);
}

function opaquePart(part: ContractPart): ContractPart {
  if ("content" in part) {
    const content = part.content.map(({ schema: _, item: __, ...rest }) => rest);
    return { ...part, content };
  }
  return "list" in part ? part : { ...part, opaque: true };
}
