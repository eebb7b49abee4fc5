// Parameter types with functions of their own: several ids in one segment, and lists with commas.
import type { ContractType } from "bough/contract";
import { joinedIds } from "../joined-ids.ts";
import { camelCase } from "../words.ts";
import type { Declaration } from "./declaration.ts";
import { quoted } from "./layout.ts";
import { Uses } from "./uses.ts";

/** The name that such a type would like. */
export function ownTypeName({ pattern }: ContractType): string {
  return pattern === undefined ? "commaList" : camelCase(joinedIds(pattern).names);
}

/** The constant of such a type. */
export function ownType(name: string, { pattern }: ContractType): Declaration {
  const uses = new Uses();
  uses.value("parameter");
  uses.value("issue");
  return { name, text: pattern === undefined ? commaList(name) : joined(name, pattern), uses };
}

function commaList(name: string): string {
  return `export const ${name} = parameter<string[]>({
  decode: (text) => text.split(","),
  encode: (texts) =>
    texts.length === 0 || texts.some((text) => text === "" || text.includes(","))
      ? issue("must be a list of texts without commas")
      : texts.join(","),
  schema: { type: "array", items: { type: "string" } },
});
`;
}

function joined(name: string, pattern: string): string {
  const { names, between } = joinedIds(pattern);
  const plain = pattern.replaceAll(/\?<[^>]*>/g, "");
  const shown = names.map((one, index) => `{${one}}${between[index] ?? ""}`).join("");
  const text = names
    .map(
      (one, index) => `\${${one}}${(between[index] ?? "").replaceAll(/[\\`$]/g, String.raw`\$&`)}`,
    )
    .join("");
  return `export const ${name} = parameter<{ ${names.map((one) => `${one}: string`).join("; ")} }>({
  decode: (text) => {
    const [, ${names.join(", ")}] = /${plain}/u.exec(text) ?? [];
    return ${names.map((one) => `${one} === undefined`).join(" || ")}
      ? issue(${quoted(`must be ${shown}`)})
      : { ${names.join(", ")} };
  },
  encode: ({ ${names.join(", ")} }) => \`${text}\`,
  schema: { type: "string", pattern: ${quoted(plain)} },
});
`;
}
