// An OpenAPI document as a contract, with a report of everything that differs.
import type { Contract, ContractEndpoint, ContractParameter } from "bough/contract";
import { readErrors } from "./errors.ts";
import { elementsOf, entriesOf, isMembers, member, step, textOf, textsOf } from "./json.ts";
import { chooseNames, keyOf, type KeptNames } from "./names.ts";
import { OpenDocument, Unresolved, type Found } from "./open-document.ts";
import type { Reading } from "./parameter-type.ts";
import { pathStyleOf, styledTemplate, type PathStyle } from "./path-styles.ts";
import { readOperation, type NamelessEndpoint } from "./read-operation.ts";
import { Report, Undeclarable, type Finding, type Place } from "./report.ts";
import { Schemas, type JsonSchema } from "./schemas.ts";
import { readSchemes, type Schemes } from "./security.ts";
import { soundEndpoints } from "./sound-endpoints.ts";
import { templateOf, type Template } from "./template.ts";
import { typeKey } from "./type-key.ts";
import { withTypedSchemas } from "./typed-schemas.ts";

/** A document as a contract. */
export interface ReadDocument {
  readonly contract: Contract;
  /** The segment of the root; absent if the first segments of the paths differ. */
  readonly root?: string;
  readonly title: string;
  readonly version: string;
  /** The URLs of the servers. */
  readonly servers: readonly string[];
  readonly findings: readonly Finding[];
  /** How many operations the document has. */
  readonly operations: number;
  /** The names that were chosen, by the keys of endpoints and resources. */
  readonly names: ReadonlyMap<string, string>;
}

/** The options of `readDocument`. */
export interface ReadOptions {
  /** Whether bounds and patterns are declared, so that ids that differ in them are different. */
  readonly bounds?: boolean;
  /** Whether only what `verify` accepts is declared, and everything else is reported. */
  readonly verified?: boolean;
  /** Whether schemas are as types say them, and everything else is reported. */
  readonly typed?: boolean;
  /** Whether failures in the error format of the root have their names, as `x-bough-errors` says; else they are bodies. */
  readonly errorFormats?: boolean;
  /** Whether schemas keep the keywords that types cannot say, for a comparison. */
  readonly whole?: boolean;
  /** The names of an earlier import. */
  readonly names?: KeptNames;
}

/** A value that is not an OpenAPI document. */
export class NotADocument extends Error {
  override readonly name = "NotADocument";
}

const METHODS = new Set(["get", "put", "post", "delete", "patch", "head", "query"]);
const OTHER_METHODS = new Set(["options", "trace"]);
// The members of a path item that are more than prose.
const COUNTS =
  /^(?:get|put|post|delete|options|head|patch|trace|query|additionalOperations|parameters|servers)$/;

/** Reads a parsed document; throws a `NotADocument` for anything else than OpenAPI 3. */
export function readDocument(parsed: unknown, options: ReadOptions = {}): ReadDocument {
  refuseOther(parsed);
  const document = new OpenDocument(parsed);
  const report = new Report();
  const bounds = options.bounds === true;
  const schemas = new Schemas(document, report, { whole: options.whole });
  const plain: Reading = { document, report, schemas, bounds, types: new Map() };
  const errors = options.errorFormats === true ? readErrors(plain) : undefined;
  const reading: Reading = { ...plain, errors };
  if (entriesOf(member(parsed, "webhooks")).length > 0) {
    report.skipped(
      { pointer: "/webhooks" },
      "unsupported",
      "webhooks are left out: other servers respond to them",
    );
  }
  const schemes = readSchemes(reading);
  const read = readOperations(reading, schemes);
  const same = (id: ContractParameter): string => typeKey(id, { bounds });
  const nameless = read.map(({ endpoint, template }) => namelessOf(endpoint, template));
  const { root, names, chosen } = chooseNames(nameless, same, options.names);
  const named = read.map(({ endpoint: { key, ...rest } }, index): ContractEndpoint => ({
    key,
    name: names[index] ?? [],
    ...rest,
  }));
  const places = new Map(named.map((one, index) => [one, read[index]?.place]));
  const placeOfEndpoint = (one: ContractEndpoint): Place => places.get(one) ?? { pointer: "" };
  const endpoints =
    options.verified === true
      ? soundEndpoints(named, { report, root, placeOf: placeOfEndpoint })
      : named;
  const info = member(parsed, "info");
  const contract: Contract = {
    format: 1,
    endpoints,
    components: {
      schemas: reading.schemas.components(),
      security: Object.fromEntries([...schemes.values()].map(({ name, scheme }) => [name, scheme])),
    },
  };
  const placeOf = (schema: JsonSchema): Place | undefined => reading.schemas.placeOf(schema);
  return {
    contract: options.typed === true ? withTypedSchemas(contract, { report, placeOf }) : contract,
    ...(root === undefined ? {} : { root }),
    title: textOf(member(info, "title")) ?? "API",
    version: textOf(member(info, "version")) ?? "",
    servers: serversOf(parsed),
    findings: report.findings,
    operations: allOperations(reading).length,
    names: chosen,
  };
}

interface NamelessOperation {
  readonly endpoint: NamelessEndpoint;
  readonly template: Template;
  readonly place: Place;
}

function readOperations(reading: Reading, schemes: Schemes): readonly NamelessOperation[] {
  return operationsIn(reading).flatMap(({ method, template, ...found }) => {
    const operation = `${method} ${found.path}`;
    const place = { operation, pointer: found.pointer };
    try {
      const endpoint = readOperation(reading, { ...found, method, template, schemes }, place);
      return [{ endpoint, template, place }];
    } catch (error) {
      if (!(error instanceof Undeclarable)) {
        throw error;
      }
      reading.report.skipped(error.place, "document", error.message);
      return [];
    }
  });
}

function refuseOther(parsed: unknown): void {
  if (!isMembers(parsed)) {
    throw new NotADocument("expected an object with the member openapi");
  }
  if (member(parsed, "swagger") !== undefined) {
    throw new NotADocument(
      `this is Swagger ${String(member(parsed, "swagger"))}, and only OpenAPI 3.0, 3.1 and 3.2 are read. Convert it: npx swagger2openapi`,
    );
  }
  const version = member(parsed, "openapi");
  if (typeof version !== "string" || !/^3\.[012](?:\.|$)/.test(version)) {
    throw new NotADocument(
      `expected OpenAPI 3.0, 3.1 or 3.2, received ${version === undefined ? "no member openapi" : JSON.stringify(version)}`,
    );
  }
}

function namelessOf(endpoint: NamelessEndpoint, template: Template) {
  const { key, method, path = [], operationId, tags } = endpoint;
  return { key, method, template, ids: path, operationId, tags };
}

interface FoundOperation extends Found {
  readonly path: string;
  readonly method: string;
  readonly template: Template;
  readonly item: Found;
}

// The operations that can be declared, in the order of the document.
function operationsIn(reading: Reading): readonly FoundOperation[] {
  const { document, report } = reading;
  const seen = new Map<string, string>();
  return allOperations(reading).flatMap((found): FoundOperation[] => {
    const { path, method, pointer } = found;
    const place = { operation: `${method} ${path}`, pointer };
    if (method === "OPTIONS" || method === "TRACE") {
      report.skipped(
        place,
        "unsupported",
        `${method} cannot be declared: the server responds to it itself`,
      );
      return [];
    }
    if (!METHODS.has(method.toLowerCase())) {
      report.skipped(place, "unsupported", `the method ${method} cannot be declared`);
      return [];
    }
    const plain = templateOf(path);
    if (typeof plain === "string") {
      report.skipped(place, "document", plain);
      return [];
    }
    // OpenAPI allows a reference to a whole path only, but documents in several files have one for each operation.
    const operation = document.follow(found);
    if (operation instanceof Unresolved) {
      report.skipped(place, "document", operation.reason);
      return [];
    }
    const template = styledTemplate(plain, pathStyles(document, [found.item, operation]));
    if (typeof template === "string") {
      report.skipped(place, "unsupported", template);
      return [];
    }
    const key = keyOf(method, template);
    const other = seen.get(key);
    if (other !== undefined) {
      report.skipped(place, "document", `it gets the same requests as ${other}`);
      return [];
    }
    seen.set(key, `${method} ${path}`);
    return [{ ...found, ...operation, template }];
  });
}

// The styles of path parameters by name. An operation replaces those of its path.
function pathStyles(
  document: OpenDocument,
  owners: readonly Found[],
): ReadonlyMap<string, PathStyle> {
  const all = owners.flatMap(({ value, pointer }) =>
    elementsOf(member(value, "parameters")).flatMap((one, index) => {
      const at = { value: one, pointer: `${pointer}/parameters${step(index)}` };
      const found = document.follow(at);
      return found instanceof Unresolved ? [] : [found];
    }),
  );
  const inPath = all.filter(({ value }) => member(value, "in") === "path");
  return new Map(
    inPath.map((one) => [String(member(one.value, "name")), pathStyleOf(document, one)]),
  );
}

function allOperations({
  document,
  report,
}: Reading): readonly (Found & { path: string; method: string; item: Found })[] {
  const paths = entriesOf(member(document.root, "paths")).filter(
    ([path]) => !path.startsWith("x-"),
  );
  return paths.flatMap(([path, value]) => {
    const declared = { value, pointer: `/paths${step(path)}` };
    const followed = document.follow(declared);
    if (followed instanceof Unresolved) {
      report.skipped(declared, "document", `${followed.reason}; its operations are left out`);
    }
    const item = followed instanceof Unresolved ? declared : followed;
    const lost = item === declared ? [] : entriesOf(value).filter(([name]) => COUNTS.test(name));
    for (const [name] of lost) {
      report.changed(declared, "document", `${name} beside $ref is left out`);
    }
    const own = entriesOf(item.value).filter(
      ([name, one]) => (METHODS.has(name) || OTHER_METHODS.has(name)) && isMembers(one),
    );
    const more = ["additionalOperations", "x-oai-additionalOperations"].flatMap((name) =>
      entriesOf(member(item.value, name)).map(
        ([method, one]) => [`${name}${step(method)}`, one, method] as const,
      ),
    );
    return [...own.map(([name, one]) => [name, one, name] as const), ...more].map(
      ([name, one, method]) => ({
        path,
        method: method.toUpperCase(),
        item,
        value: one,
        pointer: `${item.pointer}/${name}`,
      }),
    );
  });
}

function serversOf(parsed: unknown): readonly string[] {
  const servers = member(parsed, "servers");
  return Array.isArray(servers) ? textsOf(servers.map((one) => member(one, "url"))) : [];
}
