// The `Content-Disposition` of a part of `multipart/form-data`: its name and file name. As in browsers, three
// characters are percent-escaped, and a backslash has no special meaning (HTML 4.10.22.8, RFC 7578 4.2).
// content-disposition.ts has the header of a response.
import { tokenEnd } from "./header-value.ts";

/** The name and file name of a form's part. */
export interface FormDataDisposition {
  readonly name: string;
  readonly filename: string | undefined;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', "%22"],
  ["\r", "%0D"],
  ["\n", "%0A"],
]);
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["%22", '"'],
  ["%0D", "\r"],
  ["%0A", "\n"],
]);

/** Formats the header's value; throws a `TypeError` for a name that the receiver would decode differently. */
export function formatFormDataDisposition({ name, filename }: FormDataDisposition): string {
  const named = `form-data; name="${escape("name of a part", name)}"`;
  return filename === undefined ? named : `${named}; filename="${escape("file name", filename)}"`;
}

function escape(what: string, text: string): string {
  if (/\p{Surrogate}/u.test(text)) {
    throw new TypeError(`the ${what} has a lone surrogate`);
  }
  // The format has no escape for `%` itself.
  const taken = /%22|%0D|%0A/.exec(text);
  if (taken) {
    throw new TypeError(`the ${what} contains ${taken[0]}, which a form cannot carry as it is`);
  }
  return text.replace(/["\r\n]/g, (character) => ESCAPES.get(character) ?? character);
}

/** Parses the header's value; `undefined` if it does not name a part. `filename*` is ignored (RFC 7578 4.2). */
export function parseFormDataDisposition(text: string): FormDataDisposition | undefined {
  const typeEnd = tokenEnd(text, 0, text.length);
  if (text.slice(0, typeEnd).toLowerCase() !== "form-data") {
    return undefined;
  }
  const parameters = new Map<string, string>();
  let position = skipSpace(text, typeEnd);
  while (position < text.length) {
    if (text[position] !== ";") {
      return undefined;
    }
    const start = skipSpace(text, position + 1);
    if (start === text.length) {
      break;
    }
    const equals = tokenEnd(text, start, text.length);
    const key = text.slice(start, equals).toLowerCase();
    const end = equals > start && text[equals] === "=" ? valueEnd(text, equals + 1) : -1;
    if (end < 0 || parameters.has(key)) {
      return undefined;
    }
    parameters.set(key, valueOf(text.slice(equals + 1, end)));
    position = skipSpace(text, end);
  }
  const name = parameters.get("name");
  return name === undefined ? undefined : { name, filename: parameters.get("filename") };
}

/** The position after a value, quoted or not; -1 if there is none. */
function valueEnd(text: string, start: number): number {
  if (text[start] === '"') {
    return quotedEnd(text, start + 1);
  }
  const end = tokenEnd(text, start, text.length);
  return end > start ? end : -1;
}

/**
 * The position after the closing quote. Browsers do not escape a backslash, other clients put one before a quote.
 * So a quote closes the value if a parameter or nothing follows, and belongs to the value after a backslash.
 */
function quotedEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    const next = skipSpace(text, at + 1);
    if (next === text.length || text[next] === ";") {
      return at + 1;
    }
    if (text[at - 1] !== "\\" || at === start) {
      return -1;
    }
  }
  return -1;
}

function valueOf(text: string): string {
  if (!text.startsWith('"')) {
    return text;
  }
  return text
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/%22|%0D|%0A/g, (escape) => CHARACTERS.get(escape) ?? escape);
}

function skipSpace(text: string, start: number): number {
  let position = start;
  while (text[position] === " " || text[position] === "\t") {
    position++;
  }
  return position;
}
