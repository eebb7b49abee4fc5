// Finds endpoints by words. A word in the name or the summary says more than one in the path, and that more than one in
// a text.
import type { ContractEndpoint } from "bough/contract";

interface Entry {
  readonly endpoint: ContractEndpoint;
  readonly summary: ReadonlySet<string>;
}

/** The words that a search considers. */
export const MOST_WORDS = 20;
const MOST_CHARACTERS = 1_000;

/** The words of endpoints, sorted, so that a search looks only at the words that begin with one of its own. */
export class SearchIndex {
  readonly #entries: readonly Entry[];
  readonly #weights: ReadonlyMap<string, ReadonlyMap<Entry, number>>;
  readonly #words: readonly string[];

  constructor(endpoints: readonly ContractEndpoint[]) {
    const weights = new Map<string, Map<Entry, number>>();
    this.#entries = endpoints.map((endpoint) => {
      const entry = {
        endpoint,
        summary: new Set(wordsIn(endpoint.summary ?? endpoint.name.join(" "))),
      };
      for (const [word, weight] of weightsOf(endpoint)) {
        weights.set(word, (weights.get(word) ?? new Map<Entry, number>()).set(entry, weight));
      }
      return entry;
    });
    this.#weights = weights;
    this.#words = [...weights.keys()].toSorted(byUnits);
  }

  /** The endpoints with one of the words at least, the best first. */
  search(words: string): ContractEndpoint[] {
    const wanted = [...new Set(wordsIn(words.slice(0, MOST_CHARACTERS)))].slice(0, MOST_WORDS);
    const found = wanted.map((word) => this.#find(word));
    return this.#entries
      .map((entry) => ({
        endpoint: entry.endpoint,
        score: scoreOf(
          wanted,
          entry,
          found.map((weights) => weights.get(entry) ?? 0),
        ),
      }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .map(({ endpoint }) => endpoint);
  }

  // The weight of a word for each endpoint that has it, or of the longer words that begin with it.
  #find(word: string): ReadonlyMap<Entry, number> {
    const found = new Map(this.#weights.get(word));
    const exact = new Set(found.keys());
    for (let at = this.#placeAfter(word); word.length >= 3; at += 1) {
      const longer = this.#words[at];
      if (longer === undefined || !longer.startsWith(word)) {
        break;
      }
      for (const [entry, weight] of this.#weights.get(longer) ?? []) {
        if (!exact.has(entry)) {
          found.set(entry, Math.max(found.get(entry) ?? 0, weight / 2));
        }
      }
    }
    return found;
  }

  #placeAfter(word: string): number {
    let [low, high] = [0, this.#words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      [low, high] = (this.#words[middle] ?? "") > word ? [low, middle] : [middle + 1, high];
    }
    return low;
  }
}

function byUnits(a: string, b: string): number {
  return a < b ? -1 : 1;
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
function scoreOf(wanted: readonly string[], { summary }: Entry, found: readonly number[]): number {
  const met = found.filter((weight) => weight > 0).length;
  const shared = wanted.filter((word) => summary.has(word)).length;
  const alike = shared / (summary.size + wanted.length - shared || 1);
  return met === 0 ? 0 : met * 20 + found.reduce((sum, weight) => sum + weight, 0) + alike * 20;
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
