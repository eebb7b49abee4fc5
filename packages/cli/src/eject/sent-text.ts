// The types of what callers give: parameters, and bodies with their parts.
import type {
  ContractContent,
  ContractParameter,
  ContractPart,
  ContractType,
} from "bough/contract";
import { kindOf } from "./operation-data.ts";
import { grouped, propertyText, typeText, unionText, type TypeNames } from "./type-text.ts";

/** An object with a property for each parameter. */
export function parametersText(all: readonly ContractParameter[], names: TypeNames): string {
  return membersText(all, (one) => valueText(one, names));
}

/** The value of a request body. */
export function sentText(content: ContractContent, names: TypeNames): string {
  const { schema, item, parts = [] } = content;
  switch (kindOf(content)) {
    case "json":
      return typeText(schema, names);
    case "lines":
      return `readonly ${grouped(typeText(item, names))}[]`;
    case "form":
    case "parts":
      return membersText(parts, (part) => partText(part, names));
    case "text":
      return "string";
    default:
      return "BodyInit";
  }
}

function membersText<Part extends { readonly name: string; readonly required: boolean }>(
  parts: readonly Part[],
  text: (part: Part) => string,
): string {
  const members = parts.map(
    (part) => `readonly ${propertyText(part.name)}${part.required ? "" : "?"}: ${text(part)}`,
  );
  return `{ ${members.join("; ")} }`;
}

function partText(part: ContractPart, names: TypeNames): string {
  if ("content" in part) {
    const text = unionText(
      part.content.map((one) =>
        kindOf(one) === "bytes" ? "Uint8Array<ArrayBuffer> | Blob" : sentText(one, names),
      ),
    );
    return part.list ? `readonly ${grouped(text)}[]` : text;
  }
  if (!isParameter(part)) {
    return part.list ? "readonly Blob[]" : "Blob";
  }
  return valueText(part, names);
}

function isParameter(part: ContractPart): part is ContractParameter {
  return part.type !== "file" && !("content" in part);
}

function valueText(value: ContractType, names: TypeNames): string {
  const { type, schema, element, alternatives = [], members = [] } = value;
  const inner = element === undefined ? "string" : valueText(element, names);
  switch (type) {
    case "dateTime":
      return "Date | string";
    case "bigint":
      return "bigint | string";
    case "list":
    case "segments":
      return `readonly ${grouped(inner)}[]`;
    case "record":
      return `{ readonly [name: string]: ${inner} }`;
    case "object":
      return parametersText(members, names);
    case "either":
      return unionText(alternatives.map((one) => valueText(one, names)));
    default:
      return typeText(schema, names);
  }
}
