// A declaration as the importer would read it from its own document, so that both sides of a comparison have one form.
import type {
  Contract,
  ContractContent,
  ContractEndpoint,
  ContractPart,
  ContractType,
} from "bough/contract";
import type { openApi as OpenApi } from "bough/openapi";
import { readDocument } from "../import/read-document.ts";
import { fieldKey, mediaTypeKey } from "./content-key.ts";

/** The endpoints of a declaration by key. */
export interface Declared {
  /** With what the declaration says, and nothing else. */
  readonly own: Contract;
  /** Also with the responses that the server sends by itself: as a document shows them, and all of them. */
  readonly withRejections: readonly Contract[];
  readonly opaque: ReadonlyMap<string, OpaqueParts>;
}

/** The parts of an endpoint that cannot be compared. */
export interface OpaqueParts {
  /** Parameters as `query limit`. */
  readonly parameters: ReadonlySet<string>;
  /** Media types and fields, by `request` or status. */
  readonly bodies: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Reads a declaration. `version` is that of the document, because a stream has a form for each. */
export function readDeclared(
  contract: Contract,
  { openApi, version }: { readonly openApi: typeof OpenApi; readonly version: "3.1" | "3.2" },
): Declared {
  const read = (options: { readonly rejections?: "all" | false }): Contract => {
    const info = { title: "", version: "" };
    const document = openApi(contract, { info, version, onWarning: () => undefined, ...options });
    // A file has no `undefined`.
    return readDocument(JSON.parse(JSON.stringify(document)), { bounds: true }).contract;
  };
  const prefix = contract.basePath ?? "";
  return {
    own: read({ rejections: false }),
    withRejections: [read({}), read({ rejections: "all" })],
    opaque: new Map(
      contract.endpoints.map((one) => [one.key.replace(" ", ` ${prefix}`), opaqueParts(one)]),
    ),
  };
}

function opaqueParts(endpoint: ContractEndpoint): OpaqueParts {
  const { path, query, headers, cookies, request, responses = [], failures = [] } = endpoint;
  const lists = Object.entries({ path, query, header: headers, cookie: cookies });
  const parameters = lists.flatMap(([place, list = []]) =>
    list.filter(isOpaque).map(({ name }) => `${place} ${name}`),
  );
  const bodies = new Map<string, Set<string>>();
  const add = (at: string, content: readonly ContractContent[]): void => {
    const types = content.filter(isUnknown).map(mediaTypeKey);
    const fields = content.flatMap(({ parts = [] }) => parts.filter(isOpaquePart));
    const events = content.flatMap(({ events: all = {} }) =>
      Object.entries(all).flatMap(([name, one]) => (isUnknown(one) ? [{ name }] : [])),
    );
    const names = [...fields, ...events].map(({ name }) => fieldKey(name));
    bodies.set(at, new Set([...(bodies.get(at) ?? []), ...types, ...names]));
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

const HAS_SCHEMA: Readonly<Record<ContractContent["kind"], boolean>> = {
  negotiated: true,
  codec: true,
  text: false,
  form: false,
  bytes: false,
  stream: false,
  multipart: false,
  events: true,
  "json-lines": true,
};

function isUnknown({ kind, schema, item, events, opaque }: ContractContent): boolean {
  return (
    HAS_SCHEMA[kind] && events === undefined && (opaque === true || (schema ?? item) === undefined)
  );
}
