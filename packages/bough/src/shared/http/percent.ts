// Percent-encoding of path segments and of queries. A value is decoded and encoded exactly once.
// The encoders throw `URIError` for a lone surrogate: call `isWellFormed` first.

/** Decodes percent-encoding once; `undefined` for an invalid escape or invalid UTF-8 (RFC 3986 2.1). */
export function decodePercent(raw: string): string | undefined {
  if (!raw.includes("%")) {
    return raw;
  }
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/**
 * Decodes the escapes of unreserved characters, and writes all others in capitals: both spellings are one
 * URL (RFC 3986 6.2.2).
 */
export function normalizePercent(raw: string): string {
  if (!raw.includes("%")) {
    return raw;
  }
  return raw.replace(/%[\dA-Fa-f]{2}/g, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
  });
}

/** Encodes a value as one path segment: escapes all except unreserved characters (RFC 3986 2.3). */
export function encodeSegment(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, escapeAscii);
}

/** Encodes a value as one path segment, but for the `delimiters` between its parts. */
export function encodeDelimited(value: string, delimiters: string): string {
  return encodeSegment(value).replace(/%[2-4][\dA-F]/g, (escaped) => {
    const character = decodeURIComponent(escaped);
    return delimiters.includes(character) ? character : escaped;
  });
}

/** Encodes a declared segment: escapes only characters that a segment cannot contain (RFC 3986 3.3, `pchar`). */
export function encodeStaticSegment(value: string): string {
  return encodePath(value).replaceAll("/", "%2F");
}

/** Encodes declared segments with the slashes between them. */
export function encodePath(path: string): string {
  // encodeURI leaves `pchar`, the slash and these two delimiters unescaped.
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}

/** Escapes one ASCII character: `!` becomes `%21`. */
function escapeAscii(character: string): string {
  // oxlint-disable-next-line no-restricted-globals -- it escapes all of them except the asterisk, on every platform
  return character === "*" ? "%2A" : escape(character);
}

/** Whether the text has no lone surrogate, so UTF-8 can encode it. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/**
 * The raw values of each name of a query, `application/x-www-form-urlencoded`, in the order sent. Splitting decodes only
 * names. A parameter decodes its values, so an error can name the parameter, and undeclared values cost nothing.
 */
export type QueryPairs = Map<string, string[]>;

/** A raw value under a name with brackets, `created[gte]=1`: the brackets decoded, and the value. */
export type BracketedText = readonly [brackets: string, raw: string];

/** The names that `splitQuery` keeps. */
export interface KeptNames {
  readonly names: ReadonlySet<string>;
  /** Those that brackets may follow; `undefined` if there are none. */
  readonly bracketed?: ReadonlySet<string> | undefined;
  /** Whether all other names are kept too. */
  readonly others?: boolean;
}

/** The result of `splitQuery`. */
export interface SplitQuery {
  /** Raw values by decoded name. */
  readonly values: QueryPairs;
  /** Raw values of names with brackets, by the name before the brackets. */
  readonly bracketed: ReadonlyMap<string, readonly BracketedText[]> | undefined;
  /** Raw values of all other names by name, if they are kept. */
  readonly others: QueryPairs | undefined;
  /** Undeclared names, each once. A name that does not decode is raw. */
  readonly undeclared: string[];
  /** Whether there were more pairs than allowed. The rest was not read. */
  readonly tooMany: boolean;
}

/** Splits a query into pairs; keeps only some names if `kept` is given (WHATWG URL 5.1). */
export function splitQuery(raw: string, kept: KeptNames | undefined, maxNames: number): SplitQuery {
  const collected: Collected = {
    values: new Map(),
    undeclared: undefined,
    bracketed: undefined,
    others: undefined,
  };
  let count = 0;
  let tooMany = false;
  for (let start = 0; start < raw.length;) {
    const separator = raw.indexOf("&", start);
    const end = separator < 0 ? raw.length : separator;
    // Skips empty pairs: `a=1&&b=2`.
    if (end > start) {
      if (++count > maxNames) {
        tooMany = true;
        break;
      }
      addPair(raw.slice(start, end), kept, collected);
    }
    start = end + 1;
  }
  const { values, bracketed, others, undeclared } = collected;
  return { values, bracketed, others, undeclared: undeclared ? [...undeclared] : [], tooMany };
}

interface Collected {
  readonly values: QueryPairs;
  undeclared: Set<string> | undefined;
  bracketed: Map<string, BracketedText[]> | undefined;
  others: QueryPairs | undefined;
}

function addPair(pair: string, kept: KeptNames | undefined, collected: Collected): void {
  const equals = pair.indexOf("=");
  const rawName = equals < 0 ? pair : pair.slice(0, equals);
  const name = decodeQueryValue(rawName);
  const value = equals < 0 ? "" : pair.slice(equals + 1);
  if (name === undefined || (kept && !kept.names.has(name))) {
    if (name !== undefined && addBracketed(name, value, kept?.bracketed, collected)) {
      return;
    }
    if (name !== undefined && kept?.others === true) {
      add((collected.others ??= new Map()), name, value);
    } else {
      (collected.undeclared ??= new Set()).add(name ?? rawName);
    }
    return;
  }
  add(collected.values, name, value);
}

function addBracketed(
  name: string,
  value: string,
  kept: ReadonlySet<string> | undefined,
  collected: Collected,
): boolean {
  const bracket = kept === undefined ? -1 : name.indexOf("[");
  const before = name.slice(0, Math.max(bracket, 0));
  if (bracket < 0 || kept?.has(before) !== true) {
    return false;
  }
  add((collected.bracketed ??= new Map()), before, [name.slice(bracket), value]);
  return true;
}

function add<Value>(values: Map<string, Value[]>, name: string, value: Value): void {
  const known = values.get(name);
  if (known) {
    known.push(value);
  } else {
    values.set(name, [value]);
  }
}

/** Decodes a raw name or value, with `+` for a space; `undefined` if malformed (WHATWG URL 5.1). */
export function decodeQueryValue(raw: string): string | undefined {
  return decodePercent(raw.includes("+") ? raw.replaceAll("+", " ") : raw);
}

/** Encodes a name or a value; the text must be well-formed (WHATWG URL 5.2). */
export function encodeQueryComponent(text: string): string {
  if (!/[^\w*.-]/.test(text)) {
    return text;
  }
  return encodeURIComponent(text).replace(/%20|[!'()~]/g, (found) =>
    found === "%20" ? "+" : escapeAscii(found),
  );
}

/** The absolute form of a URI reference; empty if it is invalid (RFC 3986 5.2). */
export function resolve(text: string | URL, base?: string): string {
  try {
    return new URL(text, base).href;
  } catch {
    return "";
  }
}
