// Finds endpoints by words. A word in the name or the summary says more than one in the path, and that more than one in
// a text.
import type { ContractEndpoint } from "../contract/contract.ts";

interface Entry {
  readonly endpoint: ContractEndpoint;
  readonly weights: ReadonlyMap<string, number>;
  readonly summary: ReadonlySet<string>;
}

/** The words of endpoints. */
export class SearchIndex {
  readonly #entries: readonly Entry[];

  constructor(endpoints: readonly ContractEndpoint[]) {
    this.#entries = endpoints.map((endpoint) => ({
      endpoint,
      weights: weightsOf(endpoint),
      summary: new Set(wordsIn(endpoint.summary ?? endpoint.name.join(" "))),
    }));
  }

  /** The endpoints with one of the words at least, the best first. */
  search(words: string): ContractEndpoint[] {
    const wanted = [...new Set(wordsIn(words))];
    return this.#entries
      .map((entry) => ({ endpoint: entry.endpoint, score: scoreOf(wanted, entry) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .map(({ endpoint }) => endpoint);
  }
}

function weightsOf(endpoint: ContractEndpoint): Map<string, number> {
  const { name, method, template, summary = "", description = "", tags = [] } = endpoint;
  const weights = new Map<string, number>();
  for (const [weight, text] of [
    [1, `${description} ${tags.join(" ")}`],
    [3, `${method} ${template}`],
    [4, `${summary} ${name.join(" ")}`],
  ] as const) {
    wordsIn(text).forEach((word) => weights.set(word, weight));
  }
  return weights;
}

// Many of the words count more than one of them often, and a summary with few other words is about them.
function scoreOf(wanted: readonly string[], { weights, summary }: Entry): number {
  const found = wanted.map((word) => weights.get(word) ?? beginning(word, weights));
  const met = found.filter((weight) => weight > 0).length;
  const shared = wanted.filter((word) => summary.has(word)).length;
  const alike = shared / (summary.size + wanted.length - shared || 1);
  return met === 0 ? 0 : met * 20 + found.reduce((sum, weight) => sum + weight) + alike * 20;
}

function beginning(word: string, weights: ReadonlyMap<string, number>): number {
  const longer = word.length < 3 ? [] : [...weights].filter(([one]) => one.startsWith(word));
  return Math.max(0, ...longer.map(([, weight]) => weight / 2));
}

/** Words that every text has. */
const SILENT: ReadonlySet<string> = new Set(
  "a all an and by for from in of on or the to with".split(" "),
);
/** Words for one thing to do. */
const SAME: ReadonlyMap<string, string> = new Map([
  ["fetch", "get"],
  ["find", "get"],
  ["read", "get"],
  ["show", "get"],
  ["add", "create"],
  ["new", "create"],
  ["delete", "remove"],
  ["change", "update"],
  ["edit", "update"],
  ["patch", "update"],
]);

/** Words in lower case, without the ending of a plural: `pullRequests` is `pull` and `request`. */
function wordsIn(text: string): string[] {
  const words = text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? [])
    .filter((word) => !SILENT.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:(?<=s)es|(?<![su])s)$/, "") : word))
    .map((word) => SAME.get(word) ?? word);
}
