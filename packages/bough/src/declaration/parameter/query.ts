// Decodes query parameters and the fields of forms.
import { decodeQueryValue } from "../../http/query-string.ts";
import type { BracketedText, KeptNames } from "../../http/query-string.ts";
import { decodeAll } from "./parameter-codec.ts";
import { Issue } from "./parameter.ts";
import type { AnyParameter } from "./parameter.ts";

/** The names that these parameters have in a query. */
export function keptNames(types: readonly (readonly [string, AnyParameter])[]): KeptNames {
  const bracketed = types
    .filter(([, type]) => type["~parameter"].query?.bracketed)
    .map(([name]) => name);
  return {
    names: new Set(types.map(([name]) => name)),
    bracketed: bracketed[0] === undefined ? undefined : new Set(bracketed),
  };
}

/**
 * Decodes a query parameter from its raw texts, and from those with brackets after its name; an
 * `Issue` if they are invalid. With `strict`, members that are not declared are refused.
 */
export function decodeQueryParameter(
  type: AnyParameter,
  raw: readonly string[] | undefined,
  { below = [], strict = false }: Below = {},
): unknown {
  const { query } = type["~parameter"];
  return query === undefined
    ? decodeTexts(type, raw)
    : query.read(type, { texts: raw ?? [], below, strict });
}

/** The texts with brackets after a name. */
interface Below {
  readonly below?: readonly BracketedText[] | undefined;
  readonly strict?: boolean;
}

/** Decodes the raw texts of one name; an `Issue` if they are invalid. */
export function decodeTexts(type: AnyParameter, raw: readonly string[] | undefined): unknown {
  if (raw === undefined) {
    return decodeAll(type, undefined);
  }
  const texts: string[] = [];
  for (const part of raw) {
    const text = decodeQueryValue(part);
    if (text === undefined) {
      return new Issue("must not have a broken escape");
    }
    texts.push(text);
  }
  return decodeAll(type, texts);
}
