// Parameters of requests, and headers of responses.
import type {
  ContractCookie,
  ContractEndpoint,
  ContractParameter,
  ContractType,
} from "bough/contract";
import type { JsonSchema } from "bough/types";
import type { OpenApiParameter } from "./document.ts";
import type { DocumentParts } from "./document-parts.ts";
import { factParameters } from "./facts.ts";

/** The parameters of an operation. `path` has the names of the ids in the document. */
export function parametersOf(
  endpoint: ContractEndpoint,
  path: readonly string[],
  document: DocumentParts,
): readonly OpenApiParameter[] {
  const { path: ids = [], query = [], headers = [], cookies = [] } = endpoint;
  return [
    ...ids.map((one, index) => parameterOf({ ...one, name: path[index] ?? one.name }, "path")),
    ...query.map((one) => parameterOf(warned(one, endpoint, document), "query")),
    ...headers
      .filter(({ name }) => isShown(name, endpoint, document))
      .map((one) => parameterOf(one, "header")),
    ...factParameters(endpoint),
    ...cookies.map((one) => parameterOf(one, "cookie")),
  ];
}

function warned(
  parameter: ContractParameter,
  { method, template }: ContractEndpoint,
  document: DocumentParts,
): ContractParameter {
  if (parameter.style === "indexed") {
    const message = `the list "${parameter.name}" is written as ${parameter.name}[0] and so on, which OpenAPI does not define`;
    document.warn(`${method} ${template}`, message);
  }
  return parameter;
}

function isShown(
  name: string,
  { method, template }: ContractEndpoint,
  document: DocumentParts,
): boolean {
  const ignored = /^(?:accept|authorization|content-type)$/i.test(name);
  if (ignored) {
    const message = `the header "${name}" is left out: OpenAPI ignores a parameter of this name`;
    document.warn(`${method} ${template}`, message);
  }
  return !ignored;
}

/** The headers of a response by name. */
export function headersOf(
  headers: readonly ContractParameter[] = [],
): Readonly<Record<string, OpenApiParameter>> {
  return Object.fromEntries(
    headers.map((header) => {
      const { name, in: _, ...rest } = parameterOf(header, "header");
      return [name ?? "", rest];
    }),
  );
}

function parameterOf(parameter: ContractParameter, place: string): OpenApiParameter {
  const { name, required, description, deprecated, type } = parameter;
  const instead = typeof deprecated === "string" ? `Deprecated: ${deprecated}` : undefined;
  const texts = [description, instead].filter((text) => text !== undefined);
  return {
    name: parameter.style === "brackets" && place === "query" ? `${name}[]` : name,
    in: place,
    required,
    ...(texts.length > 0 && { description: texts.join("\n\n") }),
    ...(deprecated && { deprecated: true }),
    ...(type === "jsonText"
      ? { content: { "application/json": { schema: parameter.schema } } }
      : {
          // As GitHub marks a parameter that takes several segments.
          ...(type === "segments" && { "x-multi-segment": true }),
          ...((place === "query" || place === "cookie") && styleOf(parameter)),
          schema: schemaOf(parameter),
        }),
  };
}

/** The header that sets cookies; empty for none. */
export function setCookieOf(
  cookies: readonly ContractCookie[] = [],
): Readonly<Record<string, OpenApiParameter>> {
  const names = cookies.map(({ name }) => name).join(", ");
  const schema = { type: "string" };
  return names === "" ? {} : { "Set-Cookie": { description: `Cookies: ${names}`, schema } };
}

/** The style of a value in a query or a form; empty for OpenAPI's default. */
export function styleOf({ type, style = "" }: ContractType): {
  readonly style?: string;
  readonly explode?: boolean;
} {
  if (style === "spread") {
    return { style: "form", explode: true };
  }
  if (type === "object" || type === "record" || style === "indexed") {
    return { style: "deepObject", explode: true };
  }
  const delimited = STYLES.get(style);
  return delimited === undefined ? {} : { style: delimited, explode: false };
}

const STYLES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["comma", "form"],
  ["space", "spaceDelimited"],
  ["pipe", "pipeDelimited"],
]);

/** The schema of a parameter with its default, and with those of its members. */
export function schemaOf({ default: texts, ...type }: ContractParameter): JsonSchema {
  const schema = withDefaults(type);
  const { element } = type;
  // The default of a list of objects is a query.
  if (texts === undefined || (typeof texts === "string" && element !== undefined)) {
    return schema;
  }
  return typeof texts === "string"
    ? { ...schema, default: valueOf(texts, schema) }
    : { ...schema, default: texts.map((text) => valueOf(text, element?.schema ?? {})) };
}

function withDefaults({ type, schema, members = [], element }: ContractType): JsonSchema {
  if (type === "object") {
    const properties = members.map((one) => [one.name, schemaOf(one)] as const);
    return { ...schema, properties: Object.fromEntries(properties) };
  }
  return type === "list" && element?.type === "object"
    ? { ...schema, items: withDefaults(element) }
    : schema;
}

// A default as JSON, where the schema says that its text is a number or a boolean.
function valueOf(text: string, { type }: JsonSchema): unknown {
  const value = type === "integer" || type === "number" ? Number(text) : text;
  return type === "boolean" ? text === "true" : Number.isNaN(value) ? text : value;
}
