// Forms and multipart bodies: an object whose properties are the parts, and their encodings.
import type { ContractContent, ContractPart, ContractType } from "../contract/contract.ts";
import type { JsonSchema } from "../schema/extracted-schemas.ts";
import type { OpenApiMediaType } from "./document.ts";
import { schemaOf, styleOf } from "./parameters.ts";

type SchemaOf = (content: ContractContent) => JsonSchema | undefined;

/** The schema of a form or a multipart body. `bodyOf` gives the schema of a typed part. */
export function partsOf({ parts = [], kind }: ContractContent, bodyOf: SchemaOf): OpenApiMediaType {
  const described = parts.map((part) => ({ part, ...partOf(part, kind === "form", bodyOf) }));
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

function partOf(part: ContractPart, form: boolean, bodyOf: SchemaOf): DescribedPart {
  if ("list" in part) {
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
    const [first] = part.content;
    return {
      schema: (first && bodyOf(first)) ?? {},
      encoding: { contentType: part.content.map(({ mediaType }) => mediaType).join(", ") },
    };
  }
  const { description } = part;
  const schema = { ...schemaOf(part), ...(description === undefined ? {} : { description }) };
  const style = hasBrackets(part) ? BRACKETS : styleOf(part);
  return form && style.style !== undefined ? { schema, encoding: style } : { schema };
}

const BRACKETS = { style: "deepObject", explode: true };

// Without an encoding, a list in a form is repeated and an object is JSON.
function hasBrackets({ type, style, alternatives = [] }: ContractType): boolean {
  return (
    style === "brackets" || type === "object" || type === "record" || alternatives.some(hasBrackets)
  );
}

/** The schema of files and bytes. Generators read the format; `contentMediaType` alone becomes `unknown`. */
export function binary(mediaType: string): JsonSchema {
  const contentMediaType = /\*/.test(mediaType) ? "application/octet-stream" : mediaType;
  return { type: "string", format: "binary", contentMediaType };
}
