// Markdown of users as React elements. It never becomes HTML, so it cannot bring scripts, styles or forms into the
// page: HTML in it is shown as text, and links and pictures lead to http, https and mail only. The time for a text
// grows with its length alone, and its elements are nested to a bound, so no text stops the page.
import MarkdownIt from "markdown-it";
import type { StateBlock, StateCore, Token } from "markdown-it";
import { createElement, Fragment, useMemo } from "react";
import type { ReactNode } from "react";

/** How many elements can be inside of each other. What is deeper is shown as the text that it is. */
export const LEVELS = 200;

export const parser = new MarkdownIt({ html: false, maxNesting: LEVELS + 1 });

parser.block.ruler.before("table", "too deep", (state: StateBlock, start, end, silent) => {
  if (silent || state.level < LEVELS) return false;
  state.push("text", "", 0).content = state.getLines(start, end, 0, false);
  state.line = end;
  return true;
});

// `- [x] done`
parser.core.ruler.push("task", ({ tokens, Token }: StateCore) => {
  for (const [at, { children }] of tokens.entries()) {
    const [text] = children ?? [];
    const [, mark] = /^\[([ x])\] /i.exec(text?.content ?? "") ?? [];
    if (!children || !text || mark === undefined || tokens[at - 2]?.type !== "list_item_open")
      continue;
    text.content = text.content.slice(4);
    const task = new Token("task", "input", 0);
    task.info = mark.trim();
    children.unshift(task);
  }
});

export function Markdown({ text }: { text: string }): ReactNode {
  const elements = useMemo(() => elementsOf(parser.parse(text, {})), [text]);
  return <div className="prose">{elements}</div>;
}

function elementsOf(tokens: readonly Token[]): ReactNode {
  const all: ReactNode[] = [];
  const open: { readonly token: Token; readonly children: ReactNode[] }[] = [];
  /** How many elements are open that are too deep. */
  let deeper = 0;
  for (const token of tokens.flatMap((one) =>
    one.type === "inline" ? (one.children ?? []) : one,
  )) {
    const into = open.at(-1)?.children ?? all;
    if (token.nesting === 0) into.push(leafOf(token, into.length));
    else if (token.nesting === 1 && open.length === LEVELS) deeper++;
    else if (token.nesting === 1) open.push({ token, children: [] });
    else if (deeper > 0) deeper--;
    else {
      const closed = open.pop();
      const around = open.at(-1)?.children ?? all;
      if (closed) around.push(elementOf(closed.token, closed.children, around.length));
    }
  }
  return all;
}

// The index is the key, because a text is parsed as a whole.
function elementOf(token: Token, children: ReactNode[], key: number): ReactNode {
  switch (token.type) {
    case "heading_open": {
      // The page has the only heading of the first level.
      const level = Math.min(Number(token.tag.slice(1)) + 1, 6);
      return createElement(`h${level}`, { key }, children);
    }
    case "link_open": {
      const href = addressOf(token);
      const rel = "noopener noreferrer nofollow ugc";
      return createElement(
        href ? "a" : Fragment,
        { key, ...(href && { href, rel, target: "_blank" }) },
        children,
      );
    }
    case "ordered_list_open":
      return createElement("ol", { key, start: Number(token.attrGet("start") ?? 1) }, children);
    case "table_open":
      // Wider than the page, it scrolls, also by the keyboard.
      return createElement("table", { key, tabIndex: 0 }, children);
    default:
      return createElement(token.hidden ? Fragment : token.tag, { key }, children);
  }
}

function leafOf(token: Token, key: number): ReactNode {
  switch (token.type) {
    case "softbreak":
      return "\n";
    case "hardbreak":
      return <br key={key} />;
    case "hr":
      return <hr key={key} />;
    case "code_inline":
      return <code key={key}>{token.content}</code>;
    case "fence":
    case "code_block":
      return (
        <pre key={key} tabIndex={0}>
          <code>{token.content}</code>
        </pre>
      );
    case "image": {
      const src = addressOf(token);
      if (src === undefined) return token.content;
      return (
        <img key={key} src={src} alt={token.content} referrerPolicy="no-referrer" loading="lazy" />
      );
    }
    case "task": {
      const isDone = token.info !== "";
      return (
        <input
          key={key}
          type="checkbox"
          aria-label={isDone ? "Done" : "To do"}
          checked={isDone}
          readOnly
          disabled
        />
      );
    }
    default:
      return token.content;
  }
}

function addressOf(token: Token): string | undefined {
  const address = String(token.attrGet(token.type === "image" ? "src" : "href"));
  const url = URL.parse(address, location.href);
  return url && ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : undefined;
}
