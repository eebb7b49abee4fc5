// One operation of a document as an endpoint of the contract, without its name.
import type {
  ContractDeprecation,
  ContractEndpoint,
  ContractParameter,
  ContractRequest,
  ContractResponse,
} from "bough/contract";
import { readContent } from "./content.ts";
import { withFacts } from "./facts.ts";
import { flatSchema } from "./flat-schema.ts";
import { entriesOf, isMembers, member, textOf, textsOf } from "./json.ts";
import { joinedType } from "./joined-ids.ts";
import { Unresolved, type Found } from "./open-document.ts";
import { readParameters, type Parameters } from "./parameters.ts";
import type { Reading } from "./parameter-type.ts";
import { withPages } from "./paging.ts";
import { withVersion } from "./versions.ts";
import type { Place } from "./report.ts";
import { readResponses } from "./responses.ts";
import { readSecurity, type Schemes } from "./security.ts";
import { keyOf } from "./names.ts";
import { templateText, type Template } from "./template.ts";

export interface Operation extends Found {
  readonly method: string;
  readonly template: Template;
  /** The path item, for the parameters of all its operations. */
  readonly item: Found;
  readonly schemes: Schemes;
}

export type NamelessEndpoint = Omit<ContractEndpoint, "name">;

export function readOperation(
  reading: Reading,
  operation: Operation,
  place: Place,
): NamelessEndpoint {
  const { method, template, value, pointer, item, schemes } = operation;
  const { report } = reading;
  const parameters = readParameters(
    reading,
    [
      { value: member(item.value, "parameters"), pointer: `${item.pointer}/parameters` },
      { value: member(value, "parameters"), pointer: `${pointer}/parameters` },
    ],
    place,
  );
  if (isMembers(member(value, "callbacks"))) {
    const at = { ...place, pointer: `${pointer}/callbacks` };
    report.changed(at, "unsupported", "its callbacks are left out: other servers respond to them");
  }
  const path = readIds(reading, { template, parameters }, place);
  const request = readRequest(reading, operation, place);
  const found = { value: member(value, "responses"), pointer: `${pointer}/responses` };
  const security = readSecurity(reading, { operation: value, schemes }, place);
  const { query, headers, cookies } = withoutKeys(parameters, security ?? [], schemes);
  const deprecated = readDeprecation(reading, operation, place);
  const responses = readResponses(reading, found, place);
  // The server sends the sunset that the chain declares.
  const isSent = deprecated?.sunset !== undefined;
  const successes = isSent ? responses.successes.map(withoutSunset) : responses.successes;
  const failures = isSent ? responses.failures.map(withoutSunset) : responses.failures;
  const filled = <Element>(name: string, list: readonly Element[]): object =>
    list.length === 0 ? {} : { [name]: list };
  const endpoint = withFacts({
    key: keyOf(method, template),
    method,
    template: templateText(template),
    ...proseOf(value),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...filled("path", path),
    ...filled("query", query),
    ...filled("headers", headers),
    ...filled("cookies", cookies),
    ...(request === undefined ? {} : { request }),
    ...filled("responses", successes),
    ...filled("failures", failures),
    ...reading.errors?.members,
    ...(security === undefined ? {} : { security }),
  });
  const versioned = withVersion(reading, endpoint, operation, place);
  return withPages(reading, versioned, operation, place);
}

function proseOf(value: unknown): object {
  const tags = textsOf(member(value, "tags"));
  const texts = (["summary", "description", "operationId"] as const).flatMap((name) => {
    const text = textOf(member(value, name));
    return text === undefined ? [] : [[name, text]];
  });
  return {
    ...Object.fromEntries(texts),
    ...(tags.length === 0 ? {} : { tags }),
  };
}

// The day on which a deprecated operation goes, as tools that compare documents name it.
function readDeprecation(
  { report }: Reading,
  { value, pointer }: Operation,
  place: Place,
): ContractDeprecation | undefined {
  if (member(value, "deprecated") !== true) {
    return undefined;
  }
  const given = member(value, "x-sunset");
  if (given === undefined) {
    return {};
  }
  const text = textOf(given) ?? "";
  const instant = new Date(/^\d{4}-\d\d-\d\d/.test(text) ? text : NaN);
  if (Number.isNaN(instant.getTime())) {
    const at = { ...place, pointer: `${pointer}/x-sunset` };
    report.changed(at, "document", "its x-sunset is not a day; it is left out");
    return {};
  }
  return { sunset: instant.toISOString().slice(0, 10) };
}

function withoutSunset<R extends Pick<ContractResponse, "headers">>(response: R): R {
  const kept = response.headers?.filter(({ name }) => name.toLowerCase() !== "sunset") ?? [];
  const made = { ...response, headers: kept };
  if (kept.length === 0) {
    Reflect.deleteProperty(made, "headers");
  }
  return made;
}

function readIds(
  { report }: Reading,
  { template, parameters }: { readonly template: Template; readonly parameters: Parameters },
  place: Place,
): readonly ContractParameter[] {
  const ids = template.segments.flatMap((one) => (one.kind === "dynamic" ? [one] : []));
  const known = new Set(ids.flatMap(({ name, joined }) => joined?.names ?? [name]));
  for (const name of parameters.path.keys()) {
    if (!known.has(name)) {
      report.changed(place, "document", `its path has no {${name}}; the parameter is left out`);
    }
  }
  return ids.map(({ name, joined }) => {
    if (joined !== undefined) {
      return { name, required: true, ...joinedType(joined) };
    }
    const declared = parameters.path.get(name);
    if (declared === undefined) {
      report.changed(place, "document", `{${name}} is not declared; it is text`);
    }
    const text: ContractParameter = {
      name,
      required: true,
      type: "string",
      schema: { type: "string" },
    };
    const { default: _, ...id } = declared ?? text;
    return { ...id, required: true };
  });
}

// The header, query parameter or cookie of an API key is declared by its scheme.
function withoutKeys(
  parameters: Parameters,
  security: NonNullable<NamelessEndpoint["security"]>,
  schemes: Operation["schemes"],
): Parameters {
  const names = new Set(security.flatMap((one) => Object.keys(one)));
  const keys = new Set(
    [...schemes.values()]
      .filter(({ name, scheme }) => names.has(name) && scheme.type === "apiKey")
      .map(({ scheme }) => `${String(scheme["in"])} ${String(scheme["name"]).toLowerCase()}`),
  );
  const kept = (at: string, list: readonly ContractParameter[]): readonly ContractParameter[] =>
    list.filter(({ name }) => !keys.has(`${at} ${name.toLowerCase()}`));
  return {
    path: parameters.path,
    query: kept("query", parameters.query),
    headers: kept("header", parameters.headers),
    cookies: kept("cookie", parameters.cookies),
  };
}

function readRequest(
  reading: Reading,
  { method, value, pointer }: Operation,
  place: Place,
): ContractRequest | undefined {
  const { document, report } = reading;
  const body = member(value, "requestBody");
  if (body === undefined) {
    return undefined;
  }
  const at = { ...place, pointer: `${pointer}/requestBody` };
  const found = document.follow({ value: body, pointer: at.pointer });
  if (found instanceof Unresolved) {
    report.changed(at, "document", `${found.reason}; the request body is left out`);
    return undefined;
  }
  if (!canHaveBody(method) && hasNoFields(reading, member(found.value, "content"))) {
    return undefined;
  }
  if (!isMembers(member(found.value, "content"))) {
    report.changed(at, "document", "the request body has no content; it is left out");
    return undefined;
  }
  if (!canHaveBody(method)) {
    report.changed(at, "unsupported", `the body of a ${method} request is left out`);
    return undefined;
  }
  const content = readContent(
    reading,
    { value: member(found.value, "content"), pointer: `${found.pointer}/content` },
    { ...place, pointer: found.pointer, side: "request" },
  );
  if (content.length === 0) {
    return undefined;
  }
  const description = textOf(member(found.value, "description"));
  const isOptional = member(found.value, "required") !== true && method !== "QUERY";
  return {
    ...(isOptional ? { optional: true } : {}),
    ...(description === undefined ? {} : { description }),
    content,
  };
}

function canHaveBody(method: string): boolean {
  return method !== "GET" && method !== "HEAD";
}

// Some generators write an empty form for every operation.
function hasNoFields({ document }: Reading, content: unknown): boolean {
  return entriesOf(content).every(([, value]) => {
    const schema = flatSchema(document, { value: member(value, "schema") ?? {}, pointer: "" });
    return entriesOf(schema?.schema["properties"]).length === 0 && schema?.types[0] === "object";
  });
}
