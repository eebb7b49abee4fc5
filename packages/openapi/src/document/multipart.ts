// Forms and multipart bodies: an object whose properties are the parts, and their encodings.
import type {
  ContractBodyPart,
  ContractContent,
  ContractFile,
  ContractPart,
  ContractType,
} from "bough/contract";
import type { JsonSchema } from "bough/types";
import type { OpenApiMediaType } from "./document.ts";
import { schemaOf, styleOf } from "./parameters.ts";

interface PartSchemas {
  readonly of: (content: ContractContent) => JsonSchema | undefined;
  /** The schema itself, or the component that it refers to. */
  readonly resolved: (schema: JsonSchema) => JsonSchema;
}

/** The schema of a form or a multipart body. */
export function partsOf(
  { parts = [], kind }: ContractContent,
  schemas: PartSchemas,
): OpenApiMediaType {
  const described = parts.map((part) => ({ part, ...partOf(part, kind === "form", schemas) }));
  const encoded = described.filter(({ encoding }) => encoding !== undefined);
  const required = parts.filter((part) => part.required).map(({ name }) => name);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(described.map(({ part, schema }) => [part.name, schema])),
      ...(required.length === 0 ? {} : { required }),
    },
    ...(encoded.length === 0
      ? {}
      : {
          encoding: Object.fromEntries(encoded.map(({ part, encoding }) => [part.name, encoding])),
        }),
  };
}

/** A part, and its encoding if OpenAPI's default differs. */
interface DescribedPart {
  readonly schema: JsonSchema;
  readonly encoding?: object;
}

function partOf(part: ContractPart, form: boolean, schemas: PartSchemas): DescribedPart {
  if (isFile(part)) {
    const { list, max, mediaTypes } = part;
    const [only, more] = mediaTypes ?? [];
    const one = binary(more === undefined && only !== undefined ? only : "*/*");
    const bounds = max === undefined ? {} : { maxItems: max };
    return {
      schema: list ? { type: "array", items: one, ...bounds } : one,
      ...(mediaTypes === undefined ? {} : { encoding: { contentType: mediaTypes.join(", ") } }),
    };
  }
  if ("content" in part) {
    return {
      schema: bodySchema(part, schemas),
      encoding: { contentType: part.content.map(({ mediaType }) => mediaType).join(", ") },
    };
  }
  const { description } = part;
  const schema = { ...schemaOf(part), ...(description === undefined ? {} : { description }) };
  const style = hasBrackets(part) ? BRACKETS : styleOf(part);
  return form && style.style !== undefined ? { schema, encoding: style } : { schema };
}

function isFile(part: ContractPart): part is ContractFile {
  return part.type === "file" && "list" in part;
}

function bodySchema(
  { content, list, ...part }: ContractBodyPart,
  schemas: PartSchemas,
): JsonSchema {
  const [first] = content;
  const schema = (first && schemas.of(first)) ?? {};
  // An array stands for several parts, one for each item (OpenAPI 3.2, Encoding By Name).
  const isArray = schemas.resolved(schema)["type"] === "array";
  const { min, max } = list ? part : { min: part.required ? 1 : undefined, max: 1 };
  return list || isArray
    ? {
        type: "array",
        items: schema,
        ...(min === undefined ? {} : { minItems: min }),
        ...(max === undefined ? {} : { maxItems: max }),
      }
    : schema;
}

const BRACKETS = { style: "deepObject", explode: true };

// Without an encoding, a list in a form is repeated and an object is JSON.
function hasBrackets({ type, style, alternatives = [] }: ContractType): boolean {
  return (
    style !== "spread" &&
    (style === "brackets" ||
      type === "object" ||
      type === "record" ||
      alternatives.some(hasBrackets))
  );
}

/** The schema of files and bytes. Generators read the format; `contentMediaType` alone becomes `unknown`. */
export function binary(mediaType: string): JsonSchema {
  const contentMediaType = /\*/.test(mediaType) ? "application/octet-stream" : mediaType;
  return { type: "string", format: "binary", contentMediaType };
}
