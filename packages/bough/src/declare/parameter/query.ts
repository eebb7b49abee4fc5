// Reads query parameters and the fields of forms, and writes those with a format of their own, whose parameter type
// refers to the function that writes.
import {
  decodeQueryValue,
  encodeQueryComponent,
  type BracketedText,
  type KeptNames,
  type SplitQuery,
} from "../../shared/http/percent.ts";
import { decodeAll, writeTexts } from "./parameter-codec.ts";
import {
  Issue,
  type AnyParameter,
  type NamedTexts,
  type ParameterTexts,
  type Spread,
  type Beside,
  type QueryPair,
} from "./parameter.ts";

/** The names that these parameters have in a query. `keys` are names that no parameter has. */
export function keptNames(
  types: readonly (readonly [string, AnyParameter])[],
  keys: Iterable<string> = [],
): KeptNames {
  const named = types.flatMap((one) => {
    const { spread } = one[1]["~parameter"].query ?? {};
    return spread === undefined ? [one] : [...(spread.members ?? [])];
  });
  const bracketed = named
    .filter(([, type]) => type["~parameter"].query?.bracketed)
    .map(([name]) => name);
  return {
    names: new Set([...keys, ...named.map(([name]) => name)]),
    bracketed: bracketed[0] === undefined ? undefined : new Set(bracketed),
    others: types.some(([, type]) => takesOthers(type)),
  };
}

/** Whether a parameter has every name that no other parameter has. */
export function takesOthers({ "~parameter": { query } }: AnyParameter): boolean {
  return query?.spread !== undefined && query.spread.members === undefined;
}

/** Decodes a parameter of a query; an `Issue` if it is invalid. With `strict`, members that are not declared are refused. */
export function readParameter(
  [name, type]: readonly [string, AnyParameter],
  query: SplitQuery,
  strict = false,
): unknown {
  const { query: codec } = type["~parameter"];
  if (codec?.spread === undefined) {
    const below = query.bracketed?.get(name);
    return decodeQueryParameter(type, query.values.get(name), { below, strict });
  }
  const members = membersGiven(codec.spread, query, strict);
  const value = codec.read(type, { texts: [], below: [], members, strict });
  const names = [...(codec.spread.members ?? members).keys()];
  return value instanceof Issue ? asOwn(value, names) : value;
}

function membersGiven(
  { members }: Spread,
  { values, bracketed, others }: SplitQuery,
  strict: boolean,
): ReadonlyMap<string, NamedTexts> {
  const given = new Map<string, NamedTexts>();
  for (const name of (members ?? others ?? given).keys()) {
    const texts = (members ? values : others)?.get(name) ?? [];
    const below = bracketed?.get(name) ?? [];
    if (texts.length > 0 || below.length > 0) {
      given.set(name, { texts, below, strict });
    }
  }
  return given;
}

// The sender knows the names of the members only.
function asOwn(issue: Issue, names: readonly string[]): Issue {
  const name = names.find((one) => issue.at.startsWith(`[${one}]`));
  return name === undefined
    ? issue
    : Object.assign(new Issue(issue.message, issue.at.slice(name.length + 2)), { name });
}

/**
 * Decodes a query parameter from its raw texts, and from those with brackets after its name; an
 * `Issue` if they are invalid. With `strict`, members that are not declared are refused.
 */
export function decodeQueryParameter(
  type: AnyParameter,
  raw: readonly string[] | undefined,
  { below = [], strict = false }: BracketedTexts = {},
): unknown {
  const { query } = type["~parameter"];
  return query === undefined
    ? decodeTexts(type, raw)
    : query.read(type, { texts: raw ?? [], below, strict });
}

/** The texts with brackets after a name. */
interface BracketedTexts {
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

/** Writes a value that has a format of its own in queries. */
export const writePairsOf: ParameterTexts["writeQuery"] = (
  type: AnyParameter,
  name,
  value,
  beside,
) => {
  const pairs = writePairs(type, value, beside);
  const own = type["~parameter"].query?.spread ? "" : name;
  return pairs instanceof Issue
    ? pairs
    : pairs.map(([more, text]) => `&${encodeQueryComponent(own + more)}=${text}`).join("");
};

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
  const texts = writeTexts(type, value);
  return texts instanceof Issue ? texts : texts.map((text) => ["", encodeQueryComponent(text)]);
}
