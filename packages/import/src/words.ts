// Words of names, and names of words.
import { identifier } from "./source-text.ts";

/** The words of a name in lower case: `repos/list-forOrg` is `repos`, `list`, `for`, `org`. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(SEPARATOR)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/** A name in camel case that is an identifier: `listForOrg`. */
export function camelCase(words: readonly string[]): string {
  const [first = "item", ...more] = words;
  return identifier(first + more.map(capital).join(""));
}

/** A name in Pascal case that is an identifier: `PullRequest`. Capitals inside words are kept. */
export function pascalCase(name: string): string {
  const words = name.split(SEPARATOR).filter((word) => word !== "");
  return identifier(words.map(capital).join("") || "Item");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

// Letters and digits make words. Other numbers, such as `²` and `½`, are not in identifiers.
const SEPARATOR = /[^\p{L}\p{Nd}\p{Nl}]+/u;

/** The name, or with a number behind it one that is not taken. It is taken from now on. */
export function freeName(wished: string, taken: Set<string>): string {
  let name = wished;
  for (let count = 2; taken.has(name); count++) {
    name = `${wished}${count}`;
  }
  taken.add(name);
  return name;
}

const UNCHANGED = new Set([
  "series",
  "news",
  "status",
  "address",
  "access",
  "analysis",
  "business",
  "class",
  "canvas",
  "process",
  "progress",
  "sms",
  "dns",
  "aws",
  "gas",
  "bus",
  "alias",
  "https",
  "tls",
  "os",
  "css",
  "js",
]);

/** The singular of an English noun, as far as its ending tells: `repositories` is `repository`. */
export function singular(word: string): string {
  if (UNCHANGED.has(word) || /(?:ss|us|is)$/.test(word) || !word.endsWith("s")) {
    return word;
  }
  if (/[^aeiou]ies$/.test(word)) {
    return `${word.slice(0, -3)}y`;
  }
  return /(?:ses|xes|zes|ches|shes)$/.test(word) &&
    !/(?:ases|uses|nses|oses|ices|rses|aches)$/.test(word)
    ? word.slice(0, -2)
    : word.slice(0, -1);
}
