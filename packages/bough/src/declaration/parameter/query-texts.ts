// Writes a query parameter. The parameter type refers to this function, so a client without declared
// parameters does not bundle it.
import { encodeQueryComponent } from "../../http/query-string.ts";
import { encodeAll } from "./parameter-codec.ts";
import { Issue } from "./parameter.ts";
import type { AnyParameter } from "./parameter.ts";

/** Encodes a value as pairs, each with a leading `&`. The elements of a comma list share one pair. */
export function writeQuery(type: AnyParameter, name: string, value: unknown): string | Issue {
  const texts = encodeAll(type, value);
  if (texts instanceof Issue || texts.length === 0) {
    return texts instanceof Issue ? texts : "";
  }
  const key = `&${encodeQueryComponent(name)}=`;
  const comma = type["~parameter"].list?.style === "comma";
  return key + texts.map(encodeQueryComponent).join(comma ? "," : key);
}
