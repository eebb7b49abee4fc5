// The query of a URL as `application/x-www-form-urlencoded` pairs: flat names, no brackets.
// Splitting decodes only names. Values stay raw until their parameter decodes them, so an error can
// name the parameter, and undeclared values cost nothing. Types and defaults belong to the parameters.
import { decodePercent, escapeAscii } from "./percent.ts";

/** The raw values of each name, in the order sent. */
export type QueryPairs = Map<string, string[]>;

/** The result of `splitQuery`. */
export interface SplitQuery {
  /** Raw values by decoded name. */
  readonly values: QueryPairs;
  /** Undeclared names, each once. A name that does not decode is raw. */
  readonly undeclared: string[];
  /** Whether there were more pairs than allowed. The rest was not read. */
  readonly tooMany: boolean;
}

/** Splits a query into pairs; keeps only declared names if `declared` is given (WHATWG URL 5.1). */
export function splitQuery(
  raw: string,
  declared: ReadonlySet<string> | undefined,
  maxNames: number,
): SplitQuery {
  const values: QueryPairs = new Map();
  const undeclared = new Set<string>();
  let count = 0;
  for (let start = 0; start < raw.length;) {
    const separator = raw.indexOf("&", start);
    const end = separator < 0 ? raw.length : separator;
    // Skips empty pairs: `a=1&&b=2`.
    if (end > start) {
      if (++count > maxNames) return { values, undeclared: [...undeclared], tooMany: true };
      addPair(raw.slice(start, end), { values, undeclared, declared });
    }
    start = end + 1;
  }
  return { values, undeclared: undeclared.size > 0 ? [...undeclared] : [], tooMany: false };
}

interface Collected {
  readonly values: QueryPairs;
  readonly undeclared: Set<string>;
  readonly declared: ReadonlySet<string> | undefined;
}

function addPair(pair: string, { values, undeclared, declared }: Collected): void {
  const equals = pair.indexOf("=");
  const rawName = equals < 0 ? pair : pair.slice(0, equals);
  const name = decodeQueryValue(rawName);
  if (name === undefined || (declared && !declared.has(name))) {
    undeclared.add(name ?? rawName);
    return;
  }
  const value = equals < 0 ? "" : pair.slice(equals + 1);
  const known = values.get(name);
  if (known) known.push(value);
  else values.set(name, [value]);
}

/** Decodes a raw name or value, with `+` for a space; `undefined` if malformed (WHATWG URL 5.1). */
export function decodeQueryValue(raw: string): string | undefined {
  return decodePercent(raw.includes("+") ? raw.replaceAll("+", " ") : raw);
}

/** Encodes a name or a value; the text must be well-formed (WHATWG URL 5.2). */
export function encodeQueryComponent(text: string): string {
  if (!/[^\w*.-]/.test(text)) return text;
  return encodeURIComponent(text).replace(/%20|[!'()~]/g, (found) =>
    found === "%20" ? "+" : escapeAscii(found),
  );
}
