// The `Content-Disposition` of a part of `multipart/form-data`: its name and file name. As in browsers, three
// characters are percent-escaped, and a backslash has no special meaning (HTML 4.10.22.8, RFC 7578 4.2).
// content-disposition.ts has the header of a response.
import { trimmed } from "./header-value.ts";

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

// A token, or a quoted string. Browsers do not escape a backslash, other clients put one before a quote. So a quote closes
// the value if a parameter or nothing follows, and belongs to the value after a backslash.
const PARAMETER =
  /[\t ]*;[\t ]*([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"((?:[^"\\]|\\(?:"(?![\t ]*(?:;|$)))?)*)"(?=[\t ]*(?:;|$)))/y;

/** Parses the header's value; `undefined` if it does not name a part. `filename*` is ignored (RFC 7578 4.2). */
export function parseFormDataDisposition(text: string): FormDataDisposition | undefined {
  if (!/^form-data/i.test(text)) {
    return undefined;
  }
  const parameters = new Map<string, string>();
  const rest = trimmed(trimmed(text.slice("form-data".length)).replace(/;$/, ""));
  for (let at = 0; at < rest.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at;
    const [, name = "", token, quoted = ""] = PARAMETER.exec(rest) ?? [];
    const key = name.toLowerCase();
    if (key === "" || parameters.has(key)) {
      return undefined;
    }
    parameters.set(key, token ?? unescaped(quoted));
  }
  const name = parameters.get("name");
  return name === undefined ? undefined : { name, filename: parameters.get("filename") };
}

function unescaped(text: string): string {
  return text
    .replaceAll('\\"', '"')
    .replace(/%22|%0D|%0A/g, (escape) => CHARACTERS.get(escape) ?? escape);
}
