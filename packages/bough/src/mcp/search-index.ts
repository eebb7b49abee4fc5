// Finds endpoints by words. A word in the name says more than one in the path, and that more than one in a text.
import type { ContractEndpoint } from "../contract/contract.ts";

interface Entry {
  readonly endpoint: ContractEndpoint;
  readonly weights: ReadonlyMap<string, number>;
}

/** The words of endpoints. */
export class SearchIndex {
  readonly #entries: readonly Entry[];

  constructor(endpoints: readonly ContractEndpoint[]) {
    this.#entries = endpoints.map((endpoint) => ({ endpoint, weights: weightsOf(endpoint) }));
  }

  /** The endpoints with one of the words at least, the best first. */
  search(words: string): ContractEndpoint[] {
    const wanted = [...new Set(wordsIn(words))];
    return this.#entries
      .map(({ endpoint, weights }) => ({ endpoint, score: scoreOf(wanted, weights) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .map(({ endpoint }) => endpoint);
  }
}

function weightsOf({
  name,
  method,
  template,
  summary,
  description,
  tags = [],
}: ContractEndpoint): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const word of wordsIn(text)) {
      weights.set(word, Math.max(weights.get(word) ?? 0, weight));
    }
  };
  add(`${description ?? ""} ${tags.join(" ")}`, 1);
  add(`${method} ${template}`, 3);
  add(summary ?? "", 4);
  add(name.join(" "), 4);
  // The last word of a name is what it does: one of many words that lists and objects share.
  return weights;
}

// All words together count more than one of them often. Fewer other words are a better match.
function scoreOf(wanted: readonly string[], weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  let met = 0;
  for (const word of wanted) {
    const weight = weights.get(word) ?? prefixed(word, weights);
    sum += weight;
    met += weight > 0 ? 1 : 0;
  }
  return met === 0 ? 0 : met * 100 + sum - weights.size / 100;
}

function prefixed(word: string, weights: ReadonlyMap<string, number>): number {
  let best = 0;
  if (word.length >= 3) {
    for (const [one, weight] of weights) {
      if (one.startsWith(word)) {
        best = Math.max(best, weight / 2);
      }
    }
  }
  return best;
}

/** Words in lower case, without the ending of a plural: `pullRequests` is `pull` and `request`. */
function wordsIn(text: string): string[] {
  return (
    text
      .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.map((word) => (word.length > 3 ? word.replace(/(?:(?<=s)es|(?<![su])s)$/, "") : word)) ?? []
  );
}
