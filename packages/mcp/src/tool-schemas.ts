// The JSON Schemas of a tool: what it takes, `{ ids, parameters, headers, body }`, and what it returns.
import type {
  Contract,
  ContractContent,
  ContractEndpoint,
  ContractParameter,
  ContractPart,
} from "bough/contract";
import { isRecord } from "./record.ts";
import type { JsonSchema } from "bough/types";
import { dottedName, isCarried, isJson, isKept, type ExposureFault } from "./exposed.ts";
import { modelSchema, unseenIn } from "./model-text.ts";

export const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** The parameters of an endpoint that a model sets, by their place in the arguments. */
export interface ArgumentPlaces {
  readonly ids: readonly ContractParameter[];
  readonly parameters: readonly ContractParameter[];
  readonly headers: readonly ContractParameter[];
  /** How the body is sent; `undefined` if there is none. */
  readonly body: ContractContent | undefined;
}

/** The places of the arguments of an endpoint. A header of a security scheme is left out. */
export function placesOf(
  { method, path = [], query = [], headers = [], request, ...facts }: ContractEndpoint,
  { components }: Contract,
): ArgumentPlaces {
  const owned = new Set(
    Object.values(components.security).map(({ in: place, name }) =>
      place === "header" && typeof name === "string" ? name.toLowerCase() : "authorization",
    ),
  );
  return {
    ids: path,
    parameters: query,
    headers: [
      ...headers.filter(({ name }) => !isKept(name) && !owned.has(name.toLowerCase())),
      ...(facts.idempotent === undefined ? [] : [KEY]),
      ...versionsOf(method, facts.conditional?.required),
    ],
    body: request?.content.find(isJson) ?? request?.content.find(isCarried),
  };
}

const KEY: ContractParameter = {
  name: "idempotency-key",
  type: "string",
  required: false,
  description: "the same key repeats a call without running it again",
  schema: { type: "string" },
};

// The versions of a conditional write. A PUT may create instead.
function versionsOf(method: string, needed: boolean | undefined): readonly ContractParameter[] {
  const creates = method === "PUT";
  const seen: ContractParameter = {
    name: "if-match",
    type: "string",
    required: needed === true && !creates,
    description: "the version that was read; * for any version",
    schema: { type: "string" },
  };
  const absent: ContractParameter = {
    name: "if-none-match",
    type: "string",
    required: false,
    description: "* only creates",
    schema: { enum: ["*"] },
  };
  return needed === undefined ? [] : creates ? [seen, absent] : [seen];
}

export function inputSchemaOf(endpoint: ContractEndpoint, contract: Contract): JsonSchema {
  const { ids, parameters, headers, body } = placesOf(endpoint, contract);
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, place] of Object.entries({ ids, parameters, headers })) {
    if (place.length > 0) {
      properties[name] = recordOf(place);
      if (place.some((one) => one.required)) {
        required.push(name);
      }
    }
  }
  if (body !== undefined) {
    properties["body"] = bodySchemaOf(body);
    if (endpoint.request?.optional !== true) {
      required.push("body");
    }
  }
  return modelSchema(
    {
      $schema: DIALECT,
      type: "object",
      properties,
      required: required.length === 0 ? undefined : required,
      additionalProperties: false,
    },
    contract.components.schemas,
  );
}

function bodySchemaOf(content: ContractContent): JsonSchema {
  return isJson(content)
    ? (content.schema ?? {})
    : content.kind === "text"
      ? { type: "string" }
      : recordOf(content.parts ?? []);
}

function recordOf(parts: readonly ContractPart[]): JsonSchema {
  const required = parts.filter((part) => part.required).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(parts.map((part) => [part.name, partSchemaOf(part)])),
    required: required.length === 0 ? undefined : required,
    additionalProperties: false,
  };
}

function partSchemaOf(part: ContractPart): JsonSchema {
  if (!("schema" in part)) {
    return {};
  }
  const { schema, description, default: fallback, deprecated } = part;
  return {
    ...schema,
    description: description ?? schema["description"],
    default: typeof fallback === "string" ? valueOf(fallback, schema) : schema["default"],
    deprecated: deprecated === undefined ? schema["deprecated"] : true,
  };
}

// The contract has the text of a default.
function valueOf(text: string, { type }: JsonSchema): unknown {
  try {
    return type === "string" ? text : JSON.parse(text);
  } catch {
    return text;
  }
}

/** The schema of the results; `undefined` if some result is not JSON, or nothing is known of it. */
export function outputSchemaOf(
  { responses = [] }: ContractEndpoint,
  { components }: Contract,
): JsonSchema | undefined {
  const schemas = responses.map(({ content }) => resultSchemaOf(content));
  const known = schemas.filter((schema) => schema !== undefined);
  const [only] = known;
  if (only === undefined || known.length < schemas.length) {
    return undefined;
  }
  const schema = known.length === 1 ? only : { anyOf: known };
  return { $schema: DIALECT, ...modelSchema(schema, components.schemas) };
}

function resultSchemaOf(content: readonly ContractContent[]): JsonSchema | undefined {
  const [first] = content;
  if (first?.kind === "json-lines" || first?.kind === "events") {
    return {
      type: "object",
      properties: {
        items: { type: "array", items: first.kind === "events" ? {} : (first.item ?? {}) },
        more: { type: "boolean" },
      },
      required: ["items", "more"],
    };
  }
  return content.find(isJson)?.schema;
}

/** The endpoints whose names and values cannot be shown to a model, because a reader does not see all of them. */
export function unseenFaults(
  endpoints: readonly ContractEndpoint[],
  contract: Contract,
): ExposureFault[] {
  if (unseenIn(contract) === undefined) {
    return [];
  }
  return endpoints.flatMap((endpoint) => {
    const { name, method, template, failures = [] } = endpoint;
    const schemas = [inputSchemaOf(endpoint, contract), outputSchemaOf(endpoint, contract) ?? {}];
    const found = unseenIn([name, template, failures.map((failure) => failure.name), schemas]);
    return found === undefined
      ? []
      : [
          [
            `${method} ${template}`,
            `has an invisible character in ${found}, which a model would read`,
            `remove it, or do not expose ${dottedName(endpoint)}`,
          ],
        ];
  });
}

/** A property that a client of 2026-07-28 repeats in a header, and the end of the header's name. */
export interface MirroredHeader {
  readonly path: readonly string[];
  readonly header: string;
}

/** The properties with `x-mcp-header`, and what is wrong with one: a client would drop the whole tool. */
export function mirroredIn(schema: JsonSchema): {
  readonly mirrored: readonly MirroredHeader[];
  readonly fault: string | undefined;
} {
  const mirrored: MirroredHeader[] = [];
  const visit = (part: JsonSchema, path: readonly string[]): void => {
    const { "x-mcp-header": header, properties } = part;
    if (typeof header === "string" && /^(?:string|integer|boolean)$/.test(String(part["type"]))) {
      mirrored.push({ path, header });
    }
    for (const [name, inner] of Object.entries(isRecord(properties) ? properties : {})) {
      if (isRecord(inner)) {
        visit(inner, [...path, name]);
      }
    }
  };
  visit(schema, []);
  const count = JSON.stringify(schema).split('"x-mcp-header":').length - 1;
  const names = new Set(mirrored.map(({ header }) => header.toLowerCase()));
  const wrong = mirrored.find(({ header }) => !/^[\w!#$%&'*+.^`|~-]+$/.test(header));
  const fault =
    count !== mirrored.length || names.size < count
      ? "x-mcp-header belongs to a string, an integer or a boolean in the body itself, once for each name"
      : wrong && `x-mcp-header ${JSON.stringify(wrong.header)} cannot be part of a header's name`;
  return { mirrored, fault };
}
