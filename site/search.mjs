// What the search of the built site finds: for each word of searches.json, the page that owns it is among the
// first three pages.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import MiniSearch from "./all-words.mjs";

/**
 * The options of VitePress' search box. A page counts more for the words that it owns (synonyms.json), and the
 * guide more than the reference. VitePress sends functions to the browser as text, so the words are in it.
 */
export function searchOptions(synonyms) {
  const owners = {};
  for (const [page, words] of Object.entries(synonyms)) {
    for (const word of words.toLowerCase().split(/[\s-]+/)) {
      (owners[word] ??= []).push(`/${page.replace(/\.md$/, ".html")}`);
    }
  }
  const body = `
    const owners = ${JSON.stringify(owners)};
    const page = id.split("#")[0];
    const owned = Object.hasOwn(owners, term) && owners[term].some((owner) => page.endsWith(owner));
    return (owned ? 30 : 1) * (page.includes("/reference/") ? 0.4 : 1);`;
  return {
    fuzzy: 0.15,
    // In "log in", "in" is not the beginning of "interceptor".
    prefix: (term, _, terms) => terms.length === 1 || term.length > 2,
    // "nextjs" is not "nestjs".
    weights: { fuzzy: 0.1, prefix: 0.375 },
    boost: { title: 6, titles: 2, text: 1 },
    // oxlint-disable-next-line typescript/no-implied-eval -- a closure would lose its words on the way to the browser
    boostDocument: new Function("id", "term", body),
  };
}

/** The words whose page is not among the first three, with what is there. */
export async function wrongSearches(out, searches, synonyms, base = "/") {
  const chunks = join(out, "assets/chunks");
  const file = readdirSync(chunks).find((name) => name.startsWith("@localSearchIndexroot"));
  const { default: index } = await import(pathToFileURL(join(chunks, file)).href);
  const search = MiniSearch.loadJSON(index, {
    fields: ["title", "titles", "text"],
    storeFields: ["title", "titles"],
    searchOptions: searchOptions(synonyms),
  });
  return Object.entries(searches).flatMap(([words, page]) => {
    const found = search
      .search(words)
      .map(({ id }) => id.slice(base.length).replace(/(?:\.html)?(?:#.*)?$/, ""));
    const first = [...new Set(found)].slice(0, 3);
    return first.includes(page)
      ? []
      : [`search for "${words}": ${page} is not among ${first.join(", ")}`];
  });
}
