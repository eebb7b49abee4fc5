// Markdown of users as React elements. It never becomes HTML, so it cannot bring scripts, styles or forms into the
// page: HTML in it is shown as text, and links and pictures lead to http, https and mail only.
import { Lexer } from "marked";
import type { MarkedToken, Token, Tokens } from "marked";
import { Fragment, useMemo } from "react";
import type { ReactNode } from "react";

export function Markdown({ text }: { text: string }): ReactNode {
  const tokens = useMemo(() => new Lexer({ gfm: true }).lex(text), [text]);
  return <div className="prose">{elementsOf(tokens)}</div>;
}

function elementsOf(tokens: readonly Token[] = []): ReactNode {
  // The index is the key, because a text is parsed as a whole.
  return tokens.map((token, at) => <Fragment key={at}>{elementOf(token as MarkedToken)}</Fragment>);
}

function elementOf(token: MarkedToken): ReactNode {
  switch (token.type) {
    case "heading": {
      // The page has the only heading of the first level.
      const Heading = `h${Math.min(token.depth + 1, 6)}` as "h2";
      return <Heading>{elementsOf(token.tokens)}</Heading>;
    }
    case "paragraph":
      return <p>{elementsOf(token.tokens)}</p>;
    case "blockquote":
      return <blockquote>{elementsOf(token.tokens)}</blockquote>;
    case "code":
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case "list":
      return <List list={token} />;
    case "table":
      return <Table table={token} />;
    case "hr":
      return <hr />;
    case "br":
      return <br />;
    case "strong":
      return <strong>{elementsOf(token.tokens)}</strong>;
    case "em":
      return <em>{elementsOf(token.tokens)}</em>;
    case "del":
      return <del>{elementsOf(token.tokens)}</del>;
    case "codespan":
      return <code>{token.text}</code>;
    case "link": {
      const href = addressOf(token.href);
      if (href === undefined) return elementsOf(token.tokens);
      return (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {elementsOf(token.tokens)}
        </a>
      );
    }
    case "image": {
      const src = addressOf(token.href);
      if (src === undefined) return decoded(token.text);
      return (
        <img src={src} alt={decoded(token.text)} referrerPolicy="no-referrer" loading="lazy" />
      );
    }
    case "text":
      return token.tokens ? elementsOf(token.tokens) : decoded(token.text);
    case "escape":
      return token.text;
    case "html":
      return token.text;
    default:
      return null;
  }
}

function List({ list }: { list: Tokens.List }): ReactNode {
  const items = list.items.map((item, at) => (
    <li key={at}>
      {item.task && <input type="checkbox" checked={item.checked ?? false} readOnly disabled />}
      {elementsOf(item.tokens)}
    </li>
  ));
  return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table }: { table: Tokens.Table }): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          {table.header.map((cell, at) => (
            <th key={at}>{elementsOf(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column}>{elementsOf(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const area = document.createElement("textarea");

// A reference to a character, such as `&lt;`, in a text that is not code.
function decoded(text: string): string {
  return text.replace(/&(?:#\d+|#x[\da-f]+|\w+);/gi, (reference) => {
    area.innerHTML = reference;
    return area.value;
  });
}

function addressOf(text: string): string | undefined {
  const url = URL.parse(text, location.href);
  return url && ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : undefined;
}
