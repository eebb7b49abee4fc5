// Writes a query parameter. The parameter type refers to this function, so a client without declared
// parameters does not bundle it.
import { encodeQueryComponent } from "../../http/query-string.ts";
import { encodeAll } from "./parameter-codec.ts";
import { Issue } from "./parameter.ts";
import type { AnyParameter, QueryPair } from "./parameter.ts";

/** Encodes a value as pairs, each with a leading `&`: `&tag=a&tag=b`. */
export function writeQuery(type: AnyParameter, name: string, value: unknown): string | Issue {
  const pairs = writePairs(type, value);
  return pairs instanceof Issue
    ? pairs
    : pairs.map(([brackets, text]) => `&${encodeQueryComponent(name + brackets)}=${text}`).join("");
}

/** Encodes a value as pairs without the name. */
export function writePairs(type: AnyParameter, value: unknown): readonly QueryPair[] | Issue {
  const { query } = type["~parameter"];
  if (query) {
    return query.write(type, value);
  }
  const texts = encodeAll(type, value);
  return texts instanceof Issue ? texts : texts.map((text) => ["", encodeQueryComponent(text)]);
}
