// Decodes a query parameter. A comma list is split first, so an escaped comma stays in its element.
import { decodeQueryValue } from "../../http/query-string.ts";
import { decodeAll } from "./parameter-codec.ts";
import { Issue } from "./parameter.ts";
import type { AnyParameter } from "./parameter.ts";

/** Decodes a query parameter from its raw texts; an `Issue` if they are invalid. */
export function decodeQueryParameter(
  type: AnyParameter,
  raw: readonly string[] | undefined,
): unknown {
  if (raw === undefined) {
    return decodeAll(type, undefined);
  }
  const comma = type["~parameter"].list?.style === "comma";
  if (comma && raw.length > 1) {
    return new Issue("is given more than once");
  }
  const texts: string[] = [];
  for (const part of comma ? (raw[0] ?? "").split(",") : raw) {
    const text = decodeQueryValue(part);
    if (text === undefined) {
      return new Issue("must not have a broken escape");
    }
    texts.push(text);
  }
  return decodeAll(type, texts);
}
