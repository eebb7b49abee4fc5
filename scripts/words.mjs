// The words of the guide, counted: how often words that make sentences heavy occur in 1,000, and which share of the
// prose is table cells and bullets. Code is left out.
// usage: node scripts/words.mjs [--check] [--pages]

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const docs = fileURLToPath(new URL("../docs", import.meta.url));

/** What is counted, with its goal. */
const GOALS = [
  { name: "of", pattern: /\bof\b/gi, most: 14 },
  { name: "has", pattern: /\bhas\b/gi, most: 2.5 },
  { name: "answer", pattern: /\banswers?\b/gi, most: 0 },
  { name: "recommending", pattern: /\b(?:should|recommend\w*|prefer\w*|avoid\w*)\b/gi, least: 1 },
];
const MOST_CELLS_AND_BULLETS = 0.35;

const pages = ["tutorial", "guide", "concepts"].flatMap((folder) =>
  readdirSync(join(docs, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => countsOf(`${folder}/${name}`)),
);
const all = pages.reduce((sum, page) => added(sum, page));
const wrong = [];

for (const { name, most, least } of GOALS) {
  const rate = (1000 * all.found[name]) / all.words;
  const isWrong = rate > (most ?? Infinity) || rate < (least ?? 0);
  if (isWrong) wrong.push(name);
  console.log(
    `${name}: ${rate.toFixed(2)} in 1,000 words (${most === undefined ? `at least ${least}` : `at most ${most}`})`,
  );
}
const share = all.parts / all.words;
if (share > MOST_CELLS_AND_BULLETS) wrong.push("cells and bullets");
console.log(
  `table cells and bullets: ${(100 * share).toFixed(1)} % (at most ${100 * MOST_CELLS_AND_BULLETS} %)`,
);
console.log(`${all.words} words in ${pages.length} pages`);

if (process.argv.includes("--pages")) {
  console.table(
    Object.fromEntries(
      pages.map((page) => [
        page.page,
        {
          words: page.words,
          ...Object.fromEntries(GOALS.map(({ name }) => [name, page.found[name]])),
          "cells %": Math.round((100 * page.parts) / page.words),
        },
      ]),
    ),
  );
}
if (process.argv.includes("--check") && wrong.length > 0) {
  console.error(`The words of the guide miss ${wrong.length} goals: ${wrong.join(", ")}.`);
  process.exitCode = 1;
}

function countsOf(page) {
  const lines = proseOf(readFileSync(join(docs, page), "utf8")).split("\n");
  const words = wordsIn(lines.join("\n"));
  const parts = wordsIn(lines.filter((line) => /^\s*(?:\||- |\d+\. )/.test(line)).join("\n"));
  const found = Object.fromEntries(
    GOALS.map(({ name, pattern }) => [name, lines.join("\n").match(pattern)?.length ?? 0]),
  );
  return { page, words, parts, found };
}

/** A page without code, tags, comments and the targets of links. */
function proseOf(markdown) {
  return markdown
    .replaceAll(/^(`{3,})[^]*?^\1/gm, "")
    .replaceAll(/<!--[^]*?-->|<[^>\n]+>/g, "")
    .replaceAll(/`[^`\n]*`/g, "code")
    .replaceAll(/\]\([^)]*\)/g, "]");
}

function wordsIn(text) {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
}

function added(a, b) {
  return {
    words: a.words + b.words,
    parts: a.parts + b.parts,
    found: Object.fromEntries(GOALS.map(({ name }) => [name, a.found[name] + b.found[name]])),
  };
}
