// Puts the types of a page's names into its code: Twoslash's transformer for Shiki, whose nodes come from the
// language service of types.ts in place of one compiler for each block.

import { createTransformerFactory } from "@shikijs/twoslash/core";

/** `types` has the types of a block by its key: `{ hovers, errors, texts }`. */
export function typesInCode(types) {
  let key = "";
  const nodesOf = (code) => {
    const found = types(key);
    if (found === undefined) return { code, nodes: [], meta: {} };
    const lines = code.split("\n");
    const starts = lines.map(
      (_, line) => lines.slice(0, line).join("\n").length + (line > 0 ? 1 : 0),
    );
    const node = (type) => (mark) => ({
      type,
      ...mark,
      start: (starts[mark.line] ?? 0) + mark.character,
      text: type === "error" ? found.texts[mark.text] : String(mark.text),
      ...(type === "error" ? { level: "error", code: 0, id: "" } : {}),
    });
    const inside = ({ line, character, length }) =>
      character + length <= (lines[line] ?? "").length;
    const nodes = [
      ...found.hovers.filter(inside).map(node("hover")),
      ...found.errors.filter(inside).map(node("error")),
    ];
    return { code, nodes: nodes.toSorted((a, b) => a.start - b.start), meta: {} };
  };
  const transformer = createTransformerFactory(
    nodesOf,
    renderer,
  )({
    filter: (language, _, { meta }) =>
      language === "ts" && types((meta?.__raw ?? "").trim()) !== undefined,
  });
  return {
    ...transformer,
    name: "bough:types",
    preprocess(code, options) {
      key = (options.meta?.__raw ?? "").trim();
      return transformer.preprocess.call(this, code, options);
    },
  };
}

const element = (tagName, properties, children) => ({
  type: "element",
  tagName,
  properties,
  children,
});

const said = (value) => ({ type: "text", value });

/** The sentence in a compiler's message, `… to type '"the sentence"'`, and the whole message. */
function sentenceOf(text) {
  const [, sentence] = /'"((?:[^"\\]|\\.)+ (?:[^"\\]|\\.)+)"'/.exec(text) ?? [];
  return sentence === undefined ? [text, undefined] : [JSON.parse(`"${sentence}"`), text];
}

const renderer = {
  nodeStaticInfo: ({ text }, node) =>
    element("span", { class: "typed", "data-type": text }, [node]),
  nodeError: (_, node) => element("span", { class: "wrong" }, [node]),
  // The copy button leaves it out.
  lineError: ({ text }) => {
    const [sentence, rest] = sentenceOf(text);
    return [
      rest === undefined
        ? element("span", { class: "line says vp-copy-ignore" }, [said(sentence)])
        : element("details", { class: "line says vp-copy-ignore" }, [
            element("summary", {}, [said(sentence)]),
            said(rest),
          ]),
    ];
  },
};
