// Writes a query parameter. The parameter type refers to this function, so a client without declared
// parameters does not bundle it.
import { encodeQueryComponent } from "../../http/query-string.ts";
import { encodeAll } from "./parameter-codec.ts";
import { Issue, type AnyParameter, type Beside, type QueryPair } from "./parameter.ts";

/** Encodes a value as pairs, each with a leading `&`: `&tag=a&tag=b`. `beside` has all parameters of the request. */
export function writeQuery(
  type: AnyParameter,
  name: string,
  value: unknown,
  beside?: Beside,
): string | Issue {
  const pairs = writePairs(type, value, beside);
  const own = type["~parameter"].query?.spread ? "" : name;
  return pairs instanceof Issue
    ? pairs
    : pairs.map(([more, text]) => `&${encodeQueryComponent(own + more)}=${text}`).join("");
}

/** Encodes a value as pairs without the name. */
export function writePairs(
  type: AnyParameter,
  value: unknown,
  beside?: Beside,
): readonly QueryPair[] | Issue {
  const { query } = type["~parameter"];
  if (query) {
    return query.write(type, value, beside);
  }
  const texts = encodeAll(type, value);
  return texts instanceof Issue ? texts : texts.map((text) => ["", encodeQueryComponent(text)]);
}
