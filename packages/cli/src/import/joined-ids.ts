// Ids that one segment holds together: `{lat},{lon}` is an object with two members.
import type { ContractType } from "bough/contract";
import type { JoinedIds } from "./template.ts";
import { camelCase, wordsOf } from "./words.ts";

/** The parameter type of several ids. Its pattern has a group for each. */
export function joinedType({ names, between }: JoinedIds): ContractType {
  const groups = names.map((name, index) => {
    const isLast = index === names.length - 1;
    const group = `(?<${camelCase(wordsOf(name))}>${isLast ? ".+" : ".+?"})`;
    return group + (between[index] ?? "").replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
  });
  const pattern = `^${groups.join("")}$`;
  return { type: "parameter", pattern, schema: { type: "string", pattern }, opaque: true };
}

/** The names and the texts between them of such a pattern. */
export function joinedIds(pattern: string): JoinedIds {
  const names = [...pattern.matchAll(/\(\?<([^>]*)>/g)].map(([, name = ""]) => name);
  const texts = pattern.slice(1, -1).split(/\(\?<[^>]*>\.\+\??\)/);
  return {
    names,
    between: texts.slice(1, -1).map((text) => text.replaceAll(/\\(.)/g, "$1")),
  };
}
