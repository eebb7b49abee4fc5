// The parameters of an operation: ids, query parameters, headers and cookies.
import type { ContractParameter, ContractType } from "bough/contract";
import { elementsOf, entriesOf, isMembers, member, step, textOf } from "./json.ts";
import { Unresolved, type Found } from "./open-document.ts";
import { ParameterTypes, type Reading, type Writing } from "./parameter-type.ts";
import { isBracketed, parameterOf } from "./parameter.ts";
import { pathStyleOf, type PathStyle } from "./path-styles.ts";
import type { Place } from "./report.ts";
import { spreadApart } from "./spread.ts";

/** The parameters of one operation by their place. */
export interface Parameters {
  readonly path: ReadonlyMap<string, ContractParameter>;
  readonly query: readonly ContractParameter[];
  readonly headers: readonly ContractParameter[];
  readonly cookies: readonly ContractParameter[];
}

/** A parameter object of the document. */
interface Declared extends Found {
  readonly in: string;
  readonly name: string;
}

// OpenAPI has other members for them, and ignores such parameters.
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);
const TEXT: Writing = { as: "text", list: "comma", object: "brackets", isDefined: true };

/** Reads the parameters of an operation and of its path. */
export function readParameters(
  reading: Reading,
  lists: readonly Found[],
  place: Place,
): Parameters {
  const all = [...declaredIn(reading, lists, place).values()];
  const read = (at: string): readonly ContractParameter[] => {
    const found = all.filter((one) => one.in === at);
    return unique(
      found.flatMap((one) => readOne(reading, one, { ...place, pointer: one.pointer })),
    );
  };
  const path = read("path").map((one) => [one.name, one] as const);
  const headers = read("header").filter(({ name }) => !IGNORED_HEADERS.has(name.toLowerCase()));
  return {
    path: new Map(path),
    query: withoutClashes(reading, spreadApart(reading, read("query"), place), place),
    headers: uniqueHeaders(reading, headers, place),
    cookies: read("cookie"),
  };
}

// An operation replaces the parameters of its path.
function declaredIn(
  { document, report }: Reading,
  lists: readonly Found[],
  place: Place,
): ReadonlyMap<string, Declared> {
  const all = new Map<string, Declared>();
  for (const list of lists) {
    for (const [index, value] of elementsOf(list.value).entries()) {
      const at = { ...place, pointer: `${list.pointer}${step(index)}` };
      const found = document.follow({ value, pointer: at.pointer });
      if (found instanceof Unresolved) {
        report.changed(at, "document", `${found.reason}; the parameter is left out`);
        continue;
      }
      const name = textOf(member(found.value, "name"));
      const where = textOf(member(found.value, "in"));
      if (name === undefined || where === undefined) {
        report.changed(at, "document", "a parameter has no name or no place; it is left out");
      } else {
        all.set(`${where} ${name}`, { ...found, in: where, name });
      }
    }
  }
  return all;
}

function readOne(reading: Reading, declared: Declared, place: Place): readonly ContractParameter[] {
  const types = new ParameterTypes(reading, place);
  const required = declared.in === "path" || member(declared.value, "required") === true;
  const content = entriesOf(member(declared.value, "content"))[0];
  if (content !== undefined) {
    const [mediaType, { value, pointer }] = contentOf(content, declared);
    const found = { value: member(value, "schema") ?? {}, pointer: `${pointer}/schema` };
    const type = /[/+]json\b/.test(mediaType) ? types.json(found) : types.typeOf(found, TEXT);
    return [
      parameterOf(declared.name, type, { required, found: withProse(found, declared), types }),
    ];
  }
  const found = {
    value: member(declared.value, "schema") ?? {},
    pointer: `${declared.pointer}/schema`,
  };
  const described = withProse(found, declared);
  if (declared.in === "path") {
    const type = pathType(types, found, pathStyleOf(reading.document, declared));
    return [parameterOf(declared.name, type, { required, found: described, types })];
  }
  if (declared.in !== "query") {
    const own = { ...TEXT, list: declared.in === "header" ? "comma" : "repeat" } as const;
    return [
      parameterOf(declared.name, types.typeOf(found, own), { required, found: described, types }),
    ];
  }
  return readQuery(types, declared, { required, found: described });
}

// A path has lists with commas, but an id of Bough is one value.
function pathType(
  types: ParameterTypes,
  found: Found,
  { isExploded, delimiters }: PathStyle,
): ContractType {
  const type = types.typeOf(found, { ...TEXT, list: isExploded ? "repeat" : "brackets" });
  return delimiters === "" ? type : { ...type, delimiters };
}

// Description and deprecation belong to the parameter, not to its schema.
function withProse(found: Found, { value }: Declared): Found {
  const prose = {
    ...proseOf("description", textOf(member(value, "description"))),
    ...proseOf("deprecated", member(value, "deprecated") === true || undefined),
  };
  return isMembers(found.value) ? { ...found, value: { ...found.value, ...prose } } : found;
}

function proseOf(name: string, value: unknown): object {
  return value === undefined ? {} : { [name]: value };
}

function contentOf([name, value]: readonly [string, unknown], { pointer }: Found): [string, Found] {
  return [name, { value, pointer: `${pointer}/content${step(name)}` }];
}

function readQuery(
  types: ParameterTypes,
  { value, name }: Declared,
  { required, found }: { readonly required: boolean; readonly found: Found },
): readonly ContractParameter[] {
  const style = textOf(member(value, "style")) ?? "form";
  const explode = member(value, "explode") ?? style === "form";
  const flat = types.flat(found);
  if (flat?.types[0] === "array" && name.endsWith("[]")) {
    const type = types.typeOf(found, { ...PAIRS, list: "brackets" });
    return [parameterOf(name.slice(0, -2), type, { required, found, types })];
  }
  const isObject =
    flat?.types[0] === "object" &&
    flat.schema["oneOf"] === undefined &&
    flat.schema["anyOf"] === undefined;
  if (isObject && style === "form" && explode === true) {
    const type = types.typeOf(found, { ...PAIRS, object: "spread" });
    return [parameterOf(name, type, { required, found, types })];
  }
  if (isObject && style !== "deepObject") {
    types.changed("approximated", "it is an object in one text, declared as this text");
    return [{ name, required, type: "string", schema: { type: "string" } }];
  }
  if (explode === true && DELIMITED.has(style) && flat?.types[0] === "array") {
    const message = `OpenAPI does not define ${style} with explode: true; declared as repeated parameters`;
    types.changed("document", message);
  }
  const list = style === "deepObject" ? "brackets" : listStyle(style, explode === true);
  const writing = { ...PAIRS, list, isDefined: style === "deepObject" };
  return [parameterOf(name, types.typeOf(found, writing), { required, found, types })];
}

const PAIRS: Writing = { as: "pairs", list: "repeat", object: "brackets", isDefined: false };

// Exploded lists are repeated parameters in every style.
function listStyle(style: string, explode: boolean): Writing["list"] {
  return explode ? "repeat" : (DELIMITED.get(style) ?? "comma");
}

const DELIMITED: ReadonlyMap<string, Writing["list"]> = new Map([
  ["spaceDelimited", "space"],
  ["pipeDelimited", "pipe"],
]);

function unique(parameters: readonly ContractParameter[]): readonly ContractParameter[] {
  return [...new Map(parameters.map((one) => [one.name, one])).values()];
}

function uniqueHeaders(
  { report }: Reading,
  headers: readonly ContractParameter[],
  place: Place,
): readonly ContractParameter[] {
  const seen = new Set<string>();
  return headers.filter(({ name }) => {
    const isField = /^[\w!#$%&'*+.^`|~-]+$/.test(name);
    if (!isField) {
      report.changed(place, "document", `"${name}" is not a header name; it is left out`);
    }
    const isNew = !seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    return isField && isNew;
  });
}

// `created[gte]` beside an object `created` is a member of it.
function withoutClashes(
  { report }: Reading,
  query: readonly ContractParameter[],
  place: Place,
): readonly ContractParameter[] {
  const objects = query.filter(
    (one) => isBracketed(one) || one.style === "brackets" || one.style === "indexed",
  );
  return query.filter(({ name }) => {
    const owner = objects.find((one) => name.startsWith(`${one.name}[`));
    if (owner !== undefined) {
      report.changed(
        place,
        "document",
        `"${name}" is also a member of "${owner.name}"; it is left out`,
      );
    }
    return owner === undefined;
  });
}
