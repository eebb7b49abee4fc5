// The query of a URL as `application/x-www-form-urlencoded` pairs.
// Splitting decodes only names. Values stay raw until their parameter decodes them, so an error can
// name the parameter, and undeclared values cost nothing. Types, defaults and the content of brackets
// belong to the parameters.
import { decodePercent, escapeAscii } from "./percent.ts";

/** The raw values of each name, in the order sent. */
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
