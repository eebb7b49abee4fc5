// The one style of printed code: lines of at most 100 characters, two spaces, commas at the end of broken lists.

/** A piece of code that is printed on one line if it fits. */
export type Doc = string | readonly Doc[] | Layout;

interface Layout {
  /** The text on one line; `undefined` if it is longer than any line. */
  readonly flat: string | undefined;
  /** The text on several lines. `indent` is the column of the first, `column` what is already on it. */
  readonly broken: (indent: number, column: number) => string;
  /** What a list between brackets consists of. */
  readonly list?: { readonly open: string; readonly items: readonly Doc[] };
  /** The members of a union, also of one in parentheses. */
  readonly members?: readonly Doc[] | undefined;
}

const WIDTH = 100;

/** A list between brackets. */
export function group(
  open: string,
  items: readonly Doc[],
  close: string,
  separator: "," | ";" | "" = ",",
): Doc {
  const space = open.endsWith("{") ? " " : "";
  const lines = (indent: number): string =>
    items.map((one) => onLine(one, indent) + separator).join("");
  return items.length === 0
    ? open + close
    : {
        flat: flatOf([open + space, flatOf(items, `${separator} `), space + close]),
        broken: (indent) => open + lines(indent) + line(indent) + close,
        list: { open, items },
        members: open === "(" && items[0] !== undefined ? unionIn(items[0]) : undefined,
      };
}

// A union over several lines starts on a new line itself.
function onLine(doc: Doc, indent: number): string {
  const text = print(doc, indent + 2);
  return text.startsWith("\n") ? print(doc, indent, indent + 2) : line(indent + 2) + text;
}

/** An object expression, or with `;` an object type. */
export function object(items: readonly Doc[], separator: "," | ";" = ","): Doc {
  return group("{", items, "}", separator);
}

/** A call. */
export function call(name: string, ...given: readonly Doc[]): Doc {
  const [only, more] = given;
  // The last argument of a call carries its brackets.
  return only !== undefined && more === undefined && listIn(only)
    ? [`${name}(`, only, ")"]
    : group(`${name}(`, given, ")");
}

/** An expression with calls behind it. */
export function chain(head: Doc, calls: readonly Doc[]): Doc {
  const [only, more] = calls;
  if (only === undefined) {
    return head;
  }
  const broken = (indent: number, column: number): string => {
    const first = print(head, indent, column);
    return more === undefined
      ? first + print(only, indent, column + first.length)
      : first + calls.map((one) => line(indent + 2) + print(one, indent + 2)).join("");
  };
  return { flat: flatOf([head, ...calls]), broken };
}

/** A union type. A union among its members is dissolved. */
export function union(all: readonly Doc[]): Doc {
  const members = all.flatMap((one) => unionIn(one) ?? [one]);
  const [only = "never", more] = members;
  return more === undefined
    ? only
    : {
        flat: flatOf(members, " | "),
        broken: (indent) =>
          members.map((one) => `${line(indent + 2)}| ${print(one, indent + 4)}`).join(""),
        members,
      };
}

/** A piece of code below a comment. */
export function noted(comment: readonly string[], doc: Doc): Doc {
  const [only = "", more] = comment;
  const lines =
    more === undefined
      ? [`/** ${only} */`]
      : ["/**", ...comment.map((one) => (one === "" ? " *" : ` * ${one}`)), " */"];
  return comment.length === 0
    ? doc
    : {
        flat: undefined,
        broken: (indent) => lines.map((one) => one + line(indent)).join("") + print(doc, indent),
      };
}

/** The code. `indent` is the column of its first line, `column` what is already on that line. */
export function print(doc: Doc, indent = 0, column = indent): string {
  const flat = flatOf(doc);
  if (flat !== undefined && column + flat.length <= WIDTH) {
    return flat;
  }
  if (typeof doc === "string") {
    return doc;
  }
  return (isLayout(doc) ? doc.broken(indent, column) : sequence(doc, indent, column)).replaceAll(
    / +\n/g,
    "\n",
  );
}

function sequence(docs: readonly Doc[], indent: number, column: number): string {
  let text = "";
  for (const doc of docs) {
    const last = text.lastIndexOf("\n");
    text += print(doc, indent, last < 0 ? column + text.length : text.length - last - 1);
  }
  return text;
}

// Longer pieces never fit, so their text is not made.
function flatOf(doc: Doc | readonly (Doc | undefined)[], separator = ""): string | undefined {
  if (typeof doc === "string") {
    return doc.includes("\n") ? undefined : doc;
  }
  if (isLayout(doc)) {
    return doc.flat;
  }
  let text: string | undefined;
  for (const one of doc) {
    const flat = one === undefined ? undefined : flatOf(one);
    if (flat === undefined || (text ?? "").length > WIDTH) {
      return undefined;
    }
    text = text === undefined ? flat : text + separator + flat;
  }
  return (text ?? "").length <= WIDTH ? (text ?? "") : undefined;
}

function line(indent: number): string {
  return `\n${" ".repeat(indent)}`;
}

function isLayout(doc: Doc | readonly (Doc | undefined)[]): doc is Layout {
  return typeof doc === "object" && "broken" in doc;
}

export function unionIn(doc: Doc): readonly Doc[] | undefined {
  return isLayout(doc) ? doc.members : undefined;
}

/** The bracket and the items of a list. */
export function listIn(doc: Doc): Layout["list"] {
  return isLayout(doc) ? doc.list : undefined;
}
