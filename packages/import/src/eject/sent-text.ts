// The types of what callers pass: parameters, and bodies with their parts.
import type {
  ContractContent,
  ContractParameter,
  ContractPart,
  ContractType,
} from "bough/contract";
import { object, union, type Doc } from "../print/layout.ts";
import { listText, typeText, unionOf, type TypeContext } from "../print/type-text.ts";
import { propertyName } from "../source-text.ts";
import { kindOf } from "./operation-data.ts";

/** An object with a property for each parameter. */
export function parametersText(all: readonly ContractParameter[], context: TypeContext): Doc {
  return membersText(all, (one) => valueText(one, context));
}

/** The value of a request body. */
export function sentText(content: ContractContent, context: TypeContext): Doc {
  const { schema, item, parts = [] } = content;
  switch (kindOf(content)) {
    case "json":
      return typeText(schema, context);
    case "lines":
      return listText(typeText(item, context), context);
    case "form":
    case "parts":
      return membersText(parts, (part) => partText(part, context));
    case "text":
      return "string";
    default:
      return "BodyInit";
  }
}

export function memberText(name: string, required: boolean, type: Doc): Doc {
  return [`readonly ${propertyName(name)}${required ? "" : "?"}: `, type];
}

function membersText<Part extends { readonly name: string; readonly required: boolean }>(
  parts: readonly Part[],
  text: (part: Part) => Doc,
): Doc {
  return object(
    parts.map((part) => memberText(part.name, part.required, text(part))),
    ";",
  );
}

function partText(part: ContractPart, context: TypeContext): Doc {
  if ("content" in part) {
    const type = unionOf(
      part.content.map((one) =>
        kindOf(one) === "bytes"
          ? union(["Uint8Array<ArrayBuffer>", "Blob"])
          : sentText(one, context),
      ),
    );
    return part.list ? listText(type, context) : type;
  }
  if (!isParameter(part)) {
    return part.list ? listText("Blob", context) : "Blob";
  }
  return valueText(part, context);
}

function isParameter(part: ContractPart): part is ContractParameter {
  return part.type !== "file" && !("content" in part);
}

function valueText(value: ContractType, context: TypeContext): Doc {
  const { type, schema, element, alternatives = [], members = [] } = value;
  const inner = element === undefined ? "string" : valueText(element, context);
  switch (type) {
    case "dateTime":
      return union(["Date", "string"]);
    case "bigint":
      return union(["bigint", "string"]);
    case "list":
    case "segments":
      return listText(inner, context);
    case "record":
      return object([["readonly [name: string]: ", inner]], ";");
    case "object":
      return parametersText(members, context);
    case "either":
      return unionOf(alternatives.map((one) => valueText(one, context)));
    default:
      return typeText(schema, context);
  }
}
