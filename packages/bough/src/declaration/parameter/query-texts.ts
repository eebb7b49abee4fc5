// A parameter as what it adds to a query. Stands on the parameter type, so that a client
// without declared parameters has nothing of it.
import { encodeQueryComponent } from "../../http/query-string.ts";
import { encodeAll } from "./parameter-codec.ts";
import { Issue } from "./parameter.ts";
import type { AnyParameter } from "./parameter.ts";

/** A value as pairs, each behind an `&`; the elements of a comma list share one. */
export function writeQuery(type: AnyParameter, name: string, value: unknown): string | Issue {
  const texts = encodeAll(type, value);
  if (texts instanceof Issue || texts.length === 0) {
    return texts instanceof Issue ? texts : "";
  }
  const key = `&${encodeQueryComponent(name)}=`;
  const comma = type["~parameter"].list?.style === "comma";
  return key + texts.map(encodeQueryComponent).join(comma ? "," : key);
}
