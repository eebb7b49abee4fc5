// The one style of printed code: lines of at most 100 characters, two spaces, commas at the end of broken lists.

/** A piece of code that is printed on one line if it fits. */
export type Doc = string | readonly Doc[] | Group | Chain | Union | Noted;

interface Group {
  readonly kind: "group";
  readonly open: string;
  readonly items: readonly Doc[];
  readonly close: string;
  readonly separator: "," | ";" | "";
}

interface Chain {
  readonly kind: "chain";
  readonly head: Doc;
  readonly calls: readonly Doc[];
}

interface Union {
  readonly kind: "union";
  readonly members: readonly Doc[];
}

interface Noted {
  readonly kind: "noted";
  readonly comment: readonly string[];
  readonly doc: Doc;
}

const WIDTH = 100;

/** A list between brackets. */
export function group(
  open: string,
  items: readonly Doc[],
  close: string,
  separator: "," | ";" = ",",
): Doc {
  return items.length === 0 ? open + close : { kind: "group", open, items, close, separator };
}

/** An object expression, or with `;` an object type. */
export function object(items: readonly Doc[], separator: "," | ";" = ","): Doc {
  return group("{", items, "}", separator);
}

/** A call. */
export function call(name: string, ...given: readonly Doc[]): Doc {
  const [only, more] = given;
  // The last argument of a call carries its brackets.
  return only !== undefined && more === undefined && isGroup(only)
    ? [`${name}(`, only, ")"]
    : group(`${name}(`, given, ")");
}

/** An expression with calls behind it. */
export function chain(head: Doc, calls: readonly Doc[]): Doc {
  return calls.length === 0 ? head : { kind: "chain", head, calls };
}

/** A union type. A union among its members is dissolved. */
export function union(members: readonly Doc[]): Doc {
  const flat = members.flatMap(membersOf);
  const [only = "never", more] = flat;
  return more === undefined ? only : { kind: "union", members: flat };
}

function membersOf(doc: Doc): readonly Doc[] {
  if (typeof doc === "string" || !("kind" in doc)) {
    return [doc];
  }
  if (doc.kind === "union") {
    return doc.members;
  }
  const [only] = doc.kind === "group" && doc.open === "(" ? doc.items : [];
  return only !== undefined && typeof only === "object" && "kind" in only && only.kind === "union"
    ? only.members
    : [doc];
}

/** A piece of code below a comment. */
export function noted(comment: readonly string[], doc: Doc): Doc {
  return comment.length === 0 ? doc : { kind: "noted", comment, doc };
}

/** The code. `indent` is the column of its first line, `column` what is already on that line. */
export function print(doc: Doc, indent = 0, column = indent): string {
  const flat = flatOf(doc);
  return flat !== undefined && column + flat.length <= WIDTH
    ? flat
    : broken(doc, indent, column).replaceAll(/ +\n/g, "\n");
}

function isGroup(doc: Doc): doc is Group {
  return typeof doc === "object" && "kind" in doc && doc.kind === "group";
}

const flats = new WeakMap<object, { readonly text: string | undefined }>();

// Longer pieces never fit, so their text is not made.
function flatOf(doc: Doc): string | undefined {
  if (typeof doc === "string") {
    return doc.includes("\n") ? undefined : doc;
  }
  const known = flats.get(doc);
  if (known !== undefined) {
    return known.text;
  }
  const made = makeFlat(doc);
  const text = made !== undefined && made.length <= WIDTH ? made : undefined;
  flats.set(doc, { text });
  return text;
}

function makeFlat(doc: Exclude<Doc, string>): string | undefined {
  if (!("kind" in doc)) {
    return joined(doc, "");
  }
  if (doc.kind === "noted") {
    return undefined;
  }
  if (doc.kind === "chain") {
    return joined([doc.head, ...doc.calls], "");
  }
  if (doc.kind === "union") {
    return joined(doc.members, " | ");
  }
  const inside = joined(doc.items, `${doc.separator} `);
  const space = doc.open.endsWith("{") ? " " : "";
  return inside === undefined ? undefined : `${doc.open}${space}${inside}${space}${doc.close}`;
}

function joined(docs: readonly Doc[], separator: string): string | undefined {
  let text = "";
  for (const [index, doc] of docs.entries()) {
    const flat = flatOf(doc);
    if (flat === undefined || text.length > WIDTH) {
      return undefined;
    }
    text += index === 0 ? flat : separator + flat;
  }
  return text;
}

function broken(doc: Doc, indent: number, column: number): string {
  if (typeof doc === "string") {
    return doc;
  }
  if (!("kind" in doc)) {
    return brokenSequence(doc, indent, column);
  }
  const inner = indent + 2;
  const margin = `\n${" ".repeat(inner)}`;
  switch (doc.kind) {
    case "noted": {
      const lines = commentLines(doc.comment).map((line) => `${line}\n${" ".repeat(indent)}`);
      return lines.join("") + print(doc.doc, indent);
    }
    case "chain":
      return brokenChain(doc, indent, column);
    case "union":
      return doc.members.map((one) => `${margin}| ${print(one, inner + 2)}`).join("");
    default: {
      const items = doc.items.map((one) => `${margin}${print(one, inner)}${doc.separator}`);
      return `${doc.open}${items.join("")}\n${" ".repeat(indent)}${doc.close}`;
    }
  }
}

function brokenSequence(docs: readonly Doc[], indent: number, column: number): string {
  let text = "";
  for (const doc of docs) {
    const last = text.lastIndexOf("\n");
    const at = last < 0 ? column + text.length : text.length - last - 1;
    text += print(doc, indent, at);
  }
  return text;
}

function brokenChain({ head, calls }: Chain, indent: number, column: number): string {
  const first = print(head, indent, column);
  const [only, more] = calls;
  if (only !== undefined && more === undefined) {
    return first + print(only, indent, column + first.length);
  }
  const inner = indent + 2;
  return first + calls.map((one) => `\n${" ".repeat(inner)}${print(one, inner)}`).join("");
}

function commentLines(comment: readonly string[]): readonly string[] {
  const [only = "", more] = comment;
  return more === undefined
    ? [`/** ${only} */`]
    : ["/**", ...comment.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}
