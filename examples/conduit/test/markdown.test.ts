// Markdown of strangers: the time for it grows with its length alone, and its elements are nested to a bound.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { LEVELS, Markdown, parser } from "../page/src/markdown.tsx";

beforeAll(() => {
  vi.stubGlobal("location", { href: "http://conduit.test/article/one" });
});

function render(text: string): string {
  return renderToStaticMarkup(createElement(Markdown, { text }))
    .replace(/^<div class="prose">/, "")
    .replace(/<\/div>$/, "");
}

/** How many elements are inside of each other. */
function depthOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, slash] of html.matchAll(/<(\/?)(?!br|hr|img|input)\w[^>]*>/g)) {
    depth += slash ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  expect(depth).toBe(0);
  return deepest;
}

test.each([
  ["# One\ntwo  \nthree", "<h2>One</h2><p>two<br/>three</p>"],
  ["*a* **b** ~~c~~ `d`", "<p><em>a</em> <strong>b</strong> <s>c</s> <code>d</code></p>"],
  ["> a\n\n---", "<blockquote><p>a</p></blockquote><hr/>"],
  ["- a\n- b", "<ul><li>a</li><li>b</li></ul>"],
  ["3. a\n\n   b", '<ol start="3"><li><p>a</p><p>b</p></li></ol>'],
  [
    "- [x] a\n- [ ] b",
    '<ul><li><input type="checkbox" aria-label="Done" readOnly="" disabled="" checked=""/>a</li>' +
      '<li><input type="checkbox" aria-label="To do" readOnly="" disabled=""/>b</li></ul>',
  ],
  ["```js\na < b\n```", '<pre tabindex="0"><code>a &lt; b\n</code></pre>'],
  [
    "|a|\n|-|\n|1|",
    '<table tabindex="0"><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
  ],
  [
    "[a](/b) ![c](d.png)",
    '<p><a href="http://conduit.test/b" rel="noopener noreferrer nofollow ugc" target="_blank">a</a> ' +
      '<img src="http://conduit.test/article/d.png" alt="c" referrerPolicy="no-referrer" loading="lazy"/></p>',
  ],
  ["<b>&lt;x</b> &copy;", "<p>&lt;b&gt;&lt;x&lt;/b&gt; ©</p>"],
  ["[a](javascript:alert(1)) ![b](data:image/png;base64,x)", undefined],
])("%j", (text, html) => {
  if (html === undefined) expect(render(text)).not.toMatch(/<a|href=|javascript:[^a]/);
  else expect(render(text)).toBe(html);
});

const SIZE = 5_000;
/** Texts that parsers are slow with. Each is made of a number of repetitions. */
const hostile: Readonly<Record<string, (count: number) => string>> = {
  "block quotes": (count) => `${">".repeat(count)} a`,
  "block quotes in lines": (count) => "> > > a\n".repeat(count / 3),
  lists: (count) => `${"- ".repeat(count)}a`,
  "lists in lines": (count) =>
    Array.from({ length: Math.sqrt(count) }, (_, at) => `${"  ".repeat(at)}- a`).join("\n"),
  "quotes and lists": (count) => `${"> - ".repeat(count / 2)}a`,
  "emphasis that opens": (count) => "*a **b ".repeat(count / 2),
  "emphasis that closes": (count) => "a* b** ".repeat(count / 2),
  "emphasis in itself": (count) => `${"*a **b ".repeat(count / 2)}${"c** d* ".repeat(count / 2)}`,
  "rows of stars": (count) => `a${"*".repeat(count)}b${"*".repeat(count)}`,
  "brackets that open": (count) => "[".repeat(count),
  "brackets in brackets": (count) => `${"[".repeat(count)}a${"](b)".repeat(count)}`,
  "links without an end": (count) => "[a](b".repeat(count),
  "pictures in pictures": (count) => `${"![".repeat(count)}a${"](b)".repeat(count)}`,
  references: (count) => "[a]: b\n".repeat(count / 2),
  backticks: (count) =>
    Array.from({ length: Math.sqrt(count) }, (_, at) => `a${"`".repeat(at)}`).join(""),
  "angle brackets": (count) => "<a ".repeat(count),
  comments: (count) => "<!-- ".repeat(count),
  entities: (count) => "&a".repeat(count),
  fences: (count) => "```\n~~~\n".repeat(count / 4),
  tables: (count) => `|a|\n|-|\n${"|b".repeat(count)}\n`,
  headings: (count) => "a\n=\n".repeat(count / 4),
  backslashes: (count) => "\\".repeat(count),
  strikes: (count) => "~~a ".repeat(count),
};

describe.each(Object.entries(hostile))("many %s", (_, textOf) => {
  test("are shown, nested to the bound", () => {
    expect(depthOf(render(textOf(SIZE)))).toBeLessThanOrEqual(LEVELS);
  });

  test("are read in steps that grow with the text alone", () => {
    const [one, two] = [stepsOf(textOf(SIZE)), stepsOf(textOf(2 * SIZE))];
    const grown = textOf(2 * SIZE).length / textOf(SIZE).length;
    expect(two / one).toBeLessThan(1.25 * grown);
  });
});

/** How often the parser looks at a character. */
function stepsOf(text: string): number {
  let steps = 0;
  const { charCodeAt } = String.prototype;
  // A spy would keep every call.
  Reflect.set(String.prototype, "charCodeAt", function (this: string, at: number) {
    steps++;
    return charCodeAt.call(this, at);
  });
  try {
    parser.parse(text, {});
  } finally {
    Reflect.set(String.prototype, "charCodeAt", charCodeAt);
  }
  return steps;
}

test("what is too deep is the text that it is", () => {
  const html = render(`${">".repeat(LEVELS + 3)} a\nb`);
  expect(html.match(/<blockquote>/g)).toHaveLength(LEVELS);
  expect(html).toContain("&gt;&gt;&gt; a\nb</blockquote>");
  const inline = render(`${"*a **b ".repeat(LEVELS)}${"c** d* ".repeat(LEVELS)}`);
  expect(inline.replace(/<[^>]*>/g, "")).toBe(
    `${"a b ".repeat(LEVELS)}${"c d ".repeat(LEVELS)}`.trim(),
  );
});
