// Moves names between declarations: each goes to the declaration of its entry, to a new one below if there is none.
import ts from "typescript";
import type { Edit } from "./edits.ts";
import type { MovedName } from "./moved.ts";

export type Declared = ts.ImportDeclaration | ts.ExportDeclaration;
export type Named = ts.NodeArray<ts.ImportSpecifier> | ts.NodeArray<ts.ExportSpecifier>;

/** A declaration of named imports or exports of Bough. */
export interface Naming {
  readonly node: Declared;
  readonly elements: Named;
  /** The entry of the names that stay. */
  readonly entry: string;
  /** Where each element goes, if it goes. */
  readonly gone: readonly (MovedName | undefined)[];
}

interface Name {
  /** `either as union`, without `type`. */
  readonly text: string;
  readonly isType: boolean;
}

/** Names of a declaration that go to an entry. */
interface Group {
  readonly from: Naming;
  readonly to: string;
  readonly names: readonly Name[];
}

/** A declaration that has the names of an entry: one of the script, or a new one below it. */
interface Home {
  readonly entry: string;
  readonly naming: Naming;
  readonly isNew: boolean;
  /** The names that came to it. */
  readonly added: Name[];
}

/** The edits that move the names of a script, and the entries that its declarations have then. */
export function moveNames(
  namings: readonly Naming[],
  code: ts.SourceFile,
): { readonly edits: readonly Edit[]; readonly entries: readonly string[] } {
  const homes: Home[] = [];
  const homeOf = ({ from, to }: Group): Home | undefined =>
    homes.find(({ entry, naming }) => entry === to && naming.node.kind === from.node.kind);
  const staying = namings.filter(({ gone }) => gone.length === 0 || gone.includes(undefined));
  for (const naming of staying) {
    homes.push({ entry: naming.entry, naming, isNew: false, added: [] });
  }
  for (const naming of namings) {
    const groups = groupsOf(naming, code);
    // A declaration without names that stay becomes that of an entry which has none yet.
    const own = staying.includes(naming) ? undefined : groups.find((group) => !homeOf(group));
    if (own) {
      homes.push({ entry: own.to, naming, isNew: false, added: [] });
    }
    for (const group of groups.filter((one) => one !== own)) {
      const home = homeOf(group);
      if (home) {
        home.added.push(...group.names);
      } else {
        homes.push({ entry: group.to, naming, isNew: true, added: [...group.names] });
      }
    }
  }
  const edits = namings.flatMap((naming) => {
    const home = homes.find((one) => one.naming === naming && !one.isNew);
    return home ? editsOf(naming, home, code) : [removed(naming, code)];
  });
  const fresh = homes.filter(({ isNew }) => isNew);
  return {
    edits: [...edits, ...fresh.map((home) => declared(home, code))],
    entries: homes.map(({ entry }) => entry),
  };
}

function groupsOf(from: Naming, code: ts.SourceFile): readonly Group[] {
  const { elements, gone } = from;
  return [...new Set(gone.flatMap((row) => (row ? [row.to] : [])))].map((to) => ({
    from,
    to,
    names: elements
      .filter((_, index) => gone[index]?.to === to)
      .map((element) => nameOf(element, from.node, code)),
  }));
}

function nameOf(element: ts.ImportOrExportSpecifier, node: Declared, code: ts.SourceFile): Name {
  const text = element.getText(code).replace(TYPE, "");
  return { text, isType: isTypeOnly(node) || element.isTypeOnly };
}

const TYPE = /^type\s+(?!as\b)/;

/** Takes names out of a declaration, and adds those that come to it. */
function editsOf(naming: Naming, { entry, added }: Home, code: ts.SourceFile): readonly Edit[] {
  const { node, elements, gone } = naming;
  const goes = gone.map((row) => (row?.to ?? naming.entry) !== entry);
  const last = goes.lastIndexOf(false);
  const isType = [
    ...elements.filter((_, index) => !goes[index]).map((one) => nameOf(one, node, code)),
    ...added,
  ].every((name) => name.isType);
  const isChanged = goes.includes(true) || added.length > 0;
  const edits = isChanged ? typeEdits(naming, { goes, isType }, code) : [];
  elements.forEach((element, index) => {
    const next = elements[index + 1];
    if (goes[index] && next && index < last) {
      // A comment above the next name belongs to that.
      const [comment] = ts.getLeadingCommentRanges(code.text, next.getFullStart()) ?? [];
      const end = comment?.pos ?? next.getStart(code);
      edits.push({ start: element.getStart(code), end, text: "" });
    }
  });
  const [kept, end] = [elements[last], elements.at(-1)];
  const text = added.map((name) => `, ${written(name, isType)}`).join("");
  if (kept && end && (kept !== end || text !== "")) {
    edits.push({ start: kept.end, end: end.end, text });
  }
  const specifier = node.moduleSpecifier;
  if (specifier && specifier.getText(code).slice(1, -1) !== entry) {
    edits.push({ start: specifier.getStart(code) + 1, end: specifier.end - 1, text: entry });
  }
  return edits;
}

/** Writes `type` before the braces if all names are types then, else before each name that is one. */
function typeEdits(
  { node, elements }: Naming,
  { goes, isType }: { readonly goes: readonly boolean[]; readonly isType: boolean },
  code: ts.SourceFile,
): Edit[] {
  const was = isTypeOnly(node);
  if (was === isType) {
    return [];
  }
  const start = node.getStart(code);
  const [verb = "", type = ""] = /^(?:import|export)(\s+type)?/.exec(node.getText(code)) ?? [];
  const at = start + verb.length;
  const head = was
    ? { start: at - type.length, end: at, text: "" }
    : { start: at, end: at, text: " type" };
  const names = elements.flatMap((element, index) => {
    const from = element.getStart(code);
    const { length } = TYPE.exec(element.getText(code))?.[0] ?? "";
    if (goes[index]) {
      return [];
    }
    return [{ start: from, end: from + length, text: was ? "type " : "" }];
  });
  return [head, ...names];
}

function written({ text, isType }: Name, isAllTypes: boolean): string {
  return isType && !isAllTypes ? `type ${text}` : text;
}

function removed({ node }: Naming, code: ts.SourceFile): Edit {
  const rest = /^[ \t]*\r?\n/.exec(code.text.slice(node.end))?.[0] ?? "";
  return { start: node.getStart(code), end: node.end + rest.length, text: "" };
}

function isTypeOnly(node: Declared): boolean {
  return ts.isImportDeclaration(node) ? (node.importClause?.isTypeOnly ?? false) : node.isTypeOnly;
}

function declared({ naming: { node }, added, entry }: Home, code: ts.SourceFile): Edit {
  const { text } = code;
  // The ends of the lines as they are, and the indent of a code block in a list.
  const line = text.includes("\r\n") ? "\r\n" : "\n";
  const [indent = ""] = /[ \t>]*$/.exec(text.slice(0, node.getStart(code))) ?? [];
  const verb = ts.isImportDeclaration(node) ? "import" : "export";
  const quote = node.moduleSpecifier?.getText(code)[0] ?? '"';
  const isType = added.every((name) => name.isType);
  const names = added.map((name) => written(name, isType)).join(", ");
  const from = `${quote}${entry}${quote}${text[node.end - 1] === ";" ? ";" : ""}`;
  const declaration = `${line}${indent}${verb}${isType ? " type" : ""} { ${names} } from ${from}`;
  return { start: node.end, end: node.end, text: declaration };
}
