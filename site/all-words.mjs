// The search of the site: sections with all words, and only if there is none, sections with any of them. VitePress
// imports it in place of `minisearch`.

import MiniSearch from "./node_modules/minisearch/dist/es/index.js";

// oxlint-disable-next-line import/no-default-export -- that of the package that it replaces
export default {
  loadJSON(json, options) {
    const index = MiniSearch.loadJSON(json, options);
    return {
      search(query, more) {
        const all = index.search(query, { ...more, combineWith: "AND" });
        return all.length > 0 ? all : index.search(query, more);
      },
    };
  },
};
