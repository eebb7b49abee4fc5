// Replacements in a text by position, so that everything else stays as it is, and the diff that shows them.

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function edited(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const edit of inOrder(edits)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}

/** A unified diff without context: the lines that the edits touch, before and after. */
export function diffOf(path: string, text: string, edits: readonly Edit[]): string {
  const hunks: { start: number; end: number; edits: Edit[] }[] = [];
  for (const edit of inOrder(edits)) {
    const start = text.lastIndexOf("\n", edit.start - 1) + 1;
    const next = text.indexOf("\n", edit.end);
    const end = next < 0 ? text.length : next;
    const last = hunks.at(-1);
    if (last && start <= last.end) {
      last.end = Math.max(end, last.end);
      last.edits.push(edit);
    } else {
      hunks.push({ start, end, edits: [edit] });
    }
  }
  let shift = 0;
  const shown = hunks.map((hunk) => {
    const before = text.slice(hunk.start, hunk.end);
    const after = edited(
      before,
      hunk.edits.map(({ start, end, text }) => ({
        start: start - hunk.start,
        end: end - hunk.start,
        text,
      })),
    );
    const [old, current] = [before.split("\n"), after.split("\n")];
    // An insertion at a line leaves that line as it is.
    while (old.length > 0 && old.at(-1) === current.at(-1)) {
      old.pop();
      current.pop();
    }
    const line = lineAt(text, hunk.start) - (old.length > 0 ? 0 : 1);
    const at = line + shift + (old.length > 0 ? 0 : 1);
    shift += current.length - old.length;
    const lines = [...old.map((one) => `-${one}\n`), ...current.map((one) => `+${one}\n`)];
    return `@@ -${line},${old.length} +${at},${current.length} @@\n${lines.join("")}`;
  });
  return `--- a/${path}\n+++ b/${path}\n${shown.join("")}`;
}

function inOrder(edits: readonly Edit[]): readonly Edit[] {
  // What is inserted at a place stands before what replaces the text there.
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
}
