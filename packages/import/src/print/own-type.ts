// Parameter types with functions of their own: several ids in one segment, and lists with commas.
import type { ContractType } from "bough/contract";
import { isJoined, memberNames, type JoinedType } from "../joined-ids.ts";
import { propertyName, quoted } from "../source-text.ts";
import { camelCase, wordsOf } from "../words.ts";
import type { Declaration } from "./declaration.ts";
import { Uses } from "./uses.ts";

/** The name that such a type would like. */
export function ownTypeName(type: ContractType): string {
  return isJoined(type) ? camelCase(type.joined.names.flatMap(wordsOf)) : "commaList";
}

/** The constant of such a type. */
export function ownType(name: string, type: ContractType): Declaration {
  const uses = new Uses();
  uses.value("parameter");
  uses.value("issue");
  return { name, text: isJoined(type) ? joinedText(name, type) : commaList(name), uses };
}

function commaList(name: string): string {
  return `export const ${name} = parameter<string[]>({
  decode: (text) => text.split(","),
  encode: (texts) =>
    texts.length === 0 || texts.some((text) => text === "" || text.includes(","))
      ? issue("must be a list of texts without commas")
      : texts.join(","),
  schema: { type: "array", items: { type: "string" } },
  delimiters: ",",
});
`;
}

function joinedText(name: string, { joined, pattern = "" }: JoinedType): string {
  const { between } = joined;
  const members = memberNames(joined).map(propertyName);
  const shown = members.map((one, index) => `{${one}}${between[index] ?? ""}`).join("");
  const types = members.map((one) => `${one}: string`).join("; ");
  const groups = members.map((one, index) => `${one}: ids[${index + 1}] ?? ""`).join(", ");
  const texts = members.flatMap((one, index) => {
    const text = between[index] ?? "";
    return [`ids.${one}`, ...(text === "" ? [] : [quoted(text)])];
  });
  return `export const ${name} = parameter<{ ${types} }>({
  decode: (text) => {
    const ids = new RegExp(${quoted(pattern)}, "u").exec(text);
    return ids === null ? issue(${quoted(`must be ${shown}`)}) : { ${groups} };
  },
  encode: (ids) => [${texts.join(", ")}].join(""),
  schema: { type: "string", pattern: ${quoted(pattern)} },${delimitersLine(between)}
});
`;
}

// The texts between the ids are not escaped.
function delimitersLine(between: readonly string[]): string {
  const found = new Set(between.join("").match(/[!$&'()*+,;=:@]/g));
  return found.size === 0 ? "" : `\n  delimiters: ${quoted([...found].join(""))},`;
}
