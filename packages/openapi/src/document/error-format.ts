// The error format of a root in a document: the body that its function writes, with a constant for the code of each
// failure and the schema of its data.
import type { ContractEndpoint, ContractFailure } from "bough/contract";
import { isRecord } from "../shared/record.ts";
import type { JsonSchema } from "bough/types";
import { contentOf } from "./content.ts";
import type { OpenApiContent } from "./document.ts";
import type { DocumentParts } from "./document-parts.ts";
import { pascal } from "./problems.ts";

/** The content of a failure that is written in the format of its root. */
export function formattedFailure(
  failure: ContractFailure,
  endpoint: ContractEndpoint,
  document: DocumentParts,
): OpenApiContent {
  const { code, data } = endpoint.errors ?? {};
  const { name, description, content } = failure;
  const parts: Part[] = [];
  if (code !== undefined) {
    parts.push({ steps: code.split("."), schema: { const: failure.code } });
  }
  const [first] = content;
  if (data !== undefined && first !== undefined) {
    parts.push({ steps: data.split("."), schema: first.schema ?? {} });
  }
  return changed(endpoint, document, (format) => {
    if (parts.length === 0) {
      return format;
    }
    const base = accepting(format, parts, document);
    const shape = shapeOf(parts, format, document);
    const schema = {
      ...(description === undefined ? {} : { description }),
      ...(Object.keys(base).length === 0 ? shape : { allOf: [base, shape] }),
    };
    return document.component(`${pascal(name)}Error`, schema);
  });
}

/** The format of all errors of a document, for who reads it back; nothing if its endpoints differ in it. */
export function errorsMember(
  endpoints: readonly ContractEndpoint[],
  document: DocumentParts,
): object {
  const formats = endpoints.map(({ errors, rejections }) => JSON.stringify([errors, rejections]));
  const [first] = endpoints;
  return first?.errors === undefined || new Set(formats).size > 1
    ? {}
    : {
        "x-bough-errors": {
          ...first.errors,
          content: changed(first, document, (format) => format),
        },
      };
}

/** A failure as its response lists it: the code is the name unless it is said, and the status that of the response. */
export function listedFailure({ name, code, content: [data] }: ContractFailure): object {
  return {
    name,
    ...(code === name ? {} : { code }),
    ...(data === undefined ? {} : { data: data.schema ?? {} }),
  };
}

/** The content of a rejection. Its code differs from those of the failures of its status. */
export function formattedRejection(
  status: number | undefined,
  endpoint: ContractEndpoint,
  document: DocumentParts,
): OpenApiContent {
  const { errors, failures = [] } = endpoint;
  const codes = failures.flatMap((failure) =>
    failure.status === status && failure.code !== undefined ? [failure.code] : [],
  );
  return changed(endpoint, document, (format) => {
    if (errors?.code === undefined || codes.length === 0) {
      return format;
    }
    const part = { steps: errors.code.split("."), schema: { enum: codes } };
    return { allOf: [format, { not: shapeOf([part], format, document) }] };
  });
}

function changed(
  { rejections = [], method, template }: ContractEndpoint,
  document: DocumentParts,
  change: (format: JsonSchema) => JsonSchema,
): OpenApiContent {
  const place = { endpoint: `${method} ${template}`, role: "errors", document };
  return Object.fromEntries(
    Object.entries(contentOf(rejections, place)).map(([mediaType, content]) => [
      mediaType,
      { ...content, schema: change(content.schema ?? {}) },
    ]),
  );
}

/** A schema for what is at a path. */
interface Part {
  readonly steps: readonly string[];
  readonly schema: JsonSchema;
}

// The schema of a value that has these parts. `format` tells lists from objects.
function shapeOf(parts: readonly Part[], format: JsonSchema, document: DocumentParts): JsonSchema {
  const here = parts.find(({ steps }) => steps.length === 0);
  if (here !== undefined) {
    return here.schema;
  }
  const names = [...new Set(parts.map(({ steps }) => steps[0] ?? ""))];
  const isList = isListAt(names, format, document);
  const below = names.map((name): [string, JsonSchema] => {
    const inner = parts.flatMap(({ steps: [first, ...steps], schema }) =>
      first === name ? [{ steps, schema }] : [],
    );
    return [name, shapeOf(inner, memberOf(format, name, document), document)];
  });
  if (!isList) {
    return { type: "object", properties: Object.fromEntries(below), required: names };
  }
  const size = Math.max(...names.map(Number)) + 1;
  const items = new Map(below);
  const prefixItems = Array.from({ length: size }, (_, index) => items.get(String(index)) ?? {});
  return { type: "array", prefixItems, minItems: size };
}

function isListAt(names: readonly string[], format: JsonSchema, document: DocumentParts): boolean {
  const { type, properties } = document.resolved(format);
  return (
    (type === "array" || (type === undefined && properties === undefined)) &&
    names.every((name) => /^(0|[1-9]\d{0,2})$/.test(name))
  );
}

/** The schema of a member or an element; `{}` if it is not known. */
function memberOf(format: JsonSchema, name: string, document: DocumentParts): JsonSchema {
  const { properties, prefixItems, items } = document.resolved(format);
  const member =
    isRecord(properties) && Object.hasOwn(properties, name)
      ? properties[name]
      : ((Array.isArray(prefixItems) ? (prefixItems[Number(name)] as unknown) : undefined) ??
        items);
  return isRecord(member) ? member : {};
}

// The format itself, or a copy without the type of a code that the constant does not have: a number in a format whose
// codes are text.
function accepting(
  format: JsonSchema,
  parts: readonly Part[],
  document: DocumentParts,
): JsonSchema {
  const refused = parts.find(({ steps, schema }) => {
    const leaf = steps.reduce((at, step) => memberOf(at, step, document), format);
    const { type } = document.resolved(leaf);
    const own = typeof schema["const"];
    return (
      "const" in schema &&
      type !== undefined &&
      ![type].flat().some((one) => one === own || (own === "number" && one === "integer"))
    );
  });
  return refused === undefined ? format : without(format, refused.steps, document);
}

function without(
  format: JsonSchema,
  [step, ...steps]: readonly string[],
  document: DocumentParts,
): JsonSchema {
  if (step === undefined) {
    return {};
  }
  const resolved = document.resolved(format);
  const { properties } = resolved;
  const inner = without(memberOf(format, step, document), steps, document);
  return isRecord(properties)
    ? { ...resolved, properties: { ...properties, [step]: inner } }
    : { ...resolved, items: inner };
}
