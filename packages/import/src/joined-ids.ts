// Ids that one segment holds together: `{lat},{lon}` is an object with two members.
import type { ContractType } from "bough/contract";
import type { JoinedIds } from "./template.ts";
import { camelCase, freeName, wordsOf } from "./words.ts";

/** The parameter type of several ids. */
export interface JoinedType extends ContractType {
  readonly joined: JoinedIds;
}

/** The parameter type of several ids. Its pattern has a group for each. */
export function joinedType(joined: JoinedIds): JoinedType {
  const { names, between } = joined;
  const groups = names.map((_, index) => {
    const text = (between[index] ?? "").replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
    return `(${index === names.length - 1 ? ".+" : ".+?"})${text}`;
  });
  const pattern = `^${groups.join("")}$`;
  return { type: "parameter", pattern, schema: { type: "string", pattern }, opaque: true, joined };
}

/** The members of the object: the ids as identifiers, each once. */
export function memberNames({ names }: JoinedIds): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => freeName(camelCase(wordsOf(name)), taken));
}

/** Whether a type is one of several ids. */
export function isJoined(type: ContractType): type is JoinedType {
  return "joined" in type;
}
