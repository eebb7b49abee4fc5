// The only ways in which text of a document becomes source code: as a string, a name, a number or a comment. Nobody
// else may put such text into code, because it may have been written to run where the code is imported.

/** A string literal. Characters that change how code is read, or shown, are written as escapes. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

// DEL and C1 controls, line ends that JSON has as they are, marks that reorder text, and the byte order mark.
const UNSEEN = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g;

// Letters that are newer than the Unicode version of the oldest supported compiler, and those outside the basic plane.
const NEWER = String.raw`[\u088F\u0C5C\u0CDC\u1C89\u1C8A\uA7CB-\uA7CF\uA7D2\uA7D4\uA7DA-\uA7DC\uA7F1]|\u0897|[\u1ACF-\u1ADD]|[\u1AE0-\u1AEB]|[^\0-\uFFFF]`;
const REFUSED = new RegExp(NEWER, "u");
const NO_PART = new RegExp(String.raw`${NEWER}|[^\p{ID_Continue}$]`, "gu");

/** Whether a name is an identifier of ECMAScript, which any compiler reads. Words of the language are. */
export function isIdentifier(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) && !REFUSED.test(name);
}

/** An identifier: the name without what cannot be in one. */
export function identifier(name: string): string {
  const kept = name.replaceAll(NO_PART, "");
  return isIdentifier(kept) ? kept : `_${kept}`;
}

/** A property name, quoted if it is not an identifier. */
export function propertyName(name: string): string {
  // `__proto__` sets the prototype of an object, quoted or not.
  return name === "__proto__" ? '["__proto__"]' : isIdentifier(name) ? name : quoted(name);
}

/** A number; `undefined` if no literal has it. */
export function numberText(value: number): string | undefined {
  return Number.isFinite(value) ? String(value) : undefined;
}

/** The lines of a text as a comment has them. */
export function commentOf(text: string | undefined): readonly string[] {
  const lines = (text ?? "").split(/\r\n|[\n\r\u2028\u2029]/).map((line) => commentLine(line));
  return lines.filter((line, index) => line !== "" || (index > 0 && index < lines.length - 1));
}

// A tag would change what compilers and `bough schemas` read, so its `@` has a backslash, as in TSDoc.
function commentLine(line: string): string {
  return line
    .replaceAll(/[^\P{Cc}\t]+/gu, " ")
    .replaceAll(UNSEEN, "")
    .replaceAll("*/", String.raw`*\/`)
    .replaceAll(/^[\s*/]*@|(?<=[\s*/])@(?=\S)/g, (tag) => `${tag.slice(0, -1)}\\@`)
    .trimEnd();
}
