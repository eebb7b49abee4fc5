// The JSON Schema of a contract, format 1. It refuses members that the format does not have, so a reader of another
// version notices.
import { deprecationSchema } from "../facts/deprecation/contract.ts";
import { errorPathsSchema } from "../facts/error-formats/contract.ts";
import { schemeSchema, securitySchema } from "../facts/security/contract.ts";
import type { JsonSchema } from "../shared/schema/extracted-schemas.ts";
import type { ContractKind, ContractProse } from "./contract.ts";
import { FACTS } from "./facts.ts";
import {
  amount,
  def,
  flag,
  listOf,
  namedBy,
  record,
  text,
  yes,
  type Members,
} from "./schema-parts.ts";

// The compiler names a kind that is missing.
const KINDS: Readonly<Record<ContractKind, true>> = {
  negotiated: true,
  codec: true,
  text: true,
  form: true,
  bytes: true,
  stream: true,
  multipart: true,
  events: true,
  "json-lines": true,
};

const anything: JsonSchema = {};
const schema: JsonSchema = { type: "object" };
const data: JsonSchema = { type: "object" };
const limits = namedBy(amount);
const status: JsonSchema = {
  anyOf: [
    { type: "integer", minimum: 100, maximum: 599 },
    { enum: ["2XX", "3XX", "4XX", "5XX", "other"] },
  ],
};
const bound: JsonSchema = { type: ["number", "string"] };
// The compiler names a member that is missing.
const prose: Readonly<Record<keyof ContractProse, JsonSchema>> = {
  summary: text,
  description: text,
  tags: listOf(text),
  operationId: text,
  externalDocs: record({ url: text }, { description: text }),
  examples: data,
};
const typed: readonly [Members, Members] = [
  { type: text, schema },
  {
    min: bound,
    max: bound,
    pattern: text,
    nul: flag,
    delimiters: text,
    values: listOf({ type: ["string", "number"] }),
    style: text,
    element: def("type"),
    alternatives: listOf(def("type")),
    members: listOf(def("parameter")),
    checks: listOf(schema),
    opaque: yes,
  },
];
const parameter: readonly [Members, Members] = [
  { name: text, required: flag, ...typed[0] },
  {
    ...typed[1],
    default: { anyOf: [text, listOf(text)] },
    description: text,
    deprecated: { anyOf: [text, yes] },
  },
];
const answer: Members = {
  description: text,
  examples: data,
  headers: listOf(def("parameter")),
  cookies: listOf(def("cookie")),
};

/** The JSON Schema (draft 2020-12) of a `Contract`. */
export const contractSchema: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "A contract of Bough, format 1",
  ...record(
    {
      format: { const: 1 },
      endpoints: listOf(def("endpoint")),
      components: record({ schemas: namedBy(schema), security: namedBy(def("scheme")) }),
    },
    {
      basePath: text,
      limits,
      resources: listOf(record({ name: listOf(text), template: text }, prose)),
    },
  ),
  $defs: {
    endpoint: record(
      { key: text, name: listOf(text), method: text, template: text },
      {
        ...prose,
        deprecated: deprecationSchema,
        stability: { const: "experimental" },
        path: listOf(def("parameter")),
        query: listOf(def("parameter")),
        headers: listOf(def("parameter")),
        cookies: listOf(def("parameter")),
        request: record(
          { content: listOf(def("content")) },
          { optional: yes, description: text, examples: data },
        ),
        ...Object.fromEntries(Object.entries(FACTS).map(([name, fact]) => [name, fact.schema])),
        responses: listOf(record({ status, content: listOf(def("content")) }, answer)),
        failures: listOf(
          record(
            { name: text, status, title: text, content: listOf(def("content")) },
            { ...answer, type: text, code: { type: ["string", "number"] } },
          ),
        ),
        rejections: listOf(def("content")),
        errors: errorPathsSchema,
        security: securitySchema,
        meta: namedBy(anything),
        limits,
      },
    ),
    type: record(...typed),
    parameter: record(...parameter),
    cookie: record(parameter[0], { ...parameter[1], attributes: data }),
    content: record(
      {
        kind: {
          enum: Object.keys(KINDS),
        },
        mediaType: text,
      },
      {
        also: listOf(text),
        schema,
        item: schema,
        itemMediaType: text,
        events: namedBy(def("content")),
        parts: listOf({ anyOf: [def("file"), def("bodyPart"), def("parameter")] }),
        order: { const: "any" },
        end: text,
        opaque: yes,
      },
    ),
    file: record(
      { name: text, type: { const: "file" }, required: flag, list: flag },
      { max: amount, maxBytes: amount, mediaTypes: listOf(text) },
    ),
    bodyPart: record(
      { name: text, type: { const: "body" }, required: flag, content: listOf(def("content")) },
      { list: yes, min: amount, max: amount },
    ),
    scheme: schemeSchema,
  },
};
