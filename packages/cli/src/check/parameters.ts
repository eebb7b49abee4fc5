// Compares parameters: of the path, the query, headers, cookies and forms.
import type { ContractParameter, ContractType } from "bough/contract";
import {
  BOTH,
  CLIENTS,
  SERVERS,
  ifLooser,
  ifStricter,
  type Affected,
  type Findings,
  type Side,
} from "./difference.ts";
import type { SchemaComparison } from "./same-schema.ts";

/** The parameters of one place. */
export interface ComparedParameters {
  readonly declared: readonly ContractParameter[] | undefined;
  readonly documented: readonly ContractParameter[] | undefined;
  /** `query parameter`, `header`. */
  readonly noun: string;
  /** Where they are, if that is not the request: `response 200`. */
  readonly within?: string;
  readonly side: Side;
  /** Names whose types are functions, which cannot be compared. */
  readonly opaque: ReadonlySet<string>;
}

/** What comparisons of one operation share. */
export interface Comparing {
  readonly found: Findings;
  readonly schemas: SchemaComparison;
}

/** Compares parameters by name. */
export function compareParameters(comparing: Comparing, given: ComparedParameters): void {
  const { noun, within, side, opaque } = given;
  const declared = asWritten(given.declared);
  const documented = asWritten(given.documented);
  const { found } = comparing;
  const keyOf = ({ name }: ContractParameter): string =>
    noun === "header" ? name.toLowerCase() : name;
  const there = new Map(documented.map((one) => [keyOf(one), one]));
  const at = (name: string): string =>
    `${within === undefined ? "" : `${within}, `}${noun} "${name}"`;
  for (const one of declared) {
    const other = there.get(keyOf(one));
    there.delete(keyOf(one));
    if (other === undefined) {
      found.differs(at(one.name), "is not in the document", ifOnlyDeclared(one, side));
    } else {
      const place = at(one.name);
      comparePair(comparing, { one, other, place, side, isOpaque: opaque.has(one.name) });
    }
  }
  for (const other of there.values()) {
    found.differs(at(other.name), "is not declared", ifOnlyDocumented(other, side));
  }
}

// The members of a spread object are parameters of their own, whatever the object is called.
function asWritten(parameters: readonly ContractParameter[] = []): readonly ContractParameter[] {
  return parameters.flatMap((one) =>
    one.style === "spread" && one.type === "object"
      ? (one.members ?? []).map((member) => ({
          ...member,
          required: one.required && member.required,
        }))
      : [one],
  );
}

// A server ignores parameters that it does not know, and clients ignore headers.
function ifOnlyDeclared({ required }: ContractParameter, side: Side): readonly Affected[] {
  return side === "response" ? (required ? SERVERS : []) : required ? BOTH : SERVERS;
}

function ifOnlyDocumented({ required }: ContractParameter, side: Side): readonly Affected[] {
  return side === "response" ? (required ? CLIENTS : []) : required ? BOTH : CLIENTS;
}

interface Pair {
  readonly one: ContractParameter;
  readonly other: ContractParameter;
  readonly place: string;
  readonly side: Side;
  readonly isOpaque: boolean;
}

function comparePair(comparing: Comparing, { one, other, place, side, isOpaque }: Pair): void {
  const { found } = comparing;
  if (one.required !== other.required && !isEmptyIfAbsent(one)) {
    found.differs(
      place,
      one.required
        ? "is required, and optional in the document"
        : "is optional, and required in the document",
      one.required ? ifStricter(side) : ifLooser(side),
    );
  }
  if (side === "request" && textOf(one.default) !== textOf(other.default)) {
    const message = `has the default ${textOf(one.default)}, in the document ${textOf(other.default)}`;
    found.differs(place, message, BOTH);
  }
  if (isOpaque || other.opaque === true) {
    found.cannotTell(place, "has a type of functions, which cannot be compared");
    return;
  }
  compareTypes(comparing, { one, other, place, side });
}

// A required object whose members are all optional has no form of its own.
function isEmptyIfAbsent({ type, members = [] }: ContractType): boolean {
  return type === "record" || (type === "object" && members.every((one) => !one.required));
}

function textOf(value: ContractParameter["default"]): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

interface Types {
  readonly one: ContractType;
  readonly other: ContractType;
  readonly place: string;
  readonly side: Side;
}

function compareTypes(comparing: Comparing, { one, other, place, side }: Types): void {
  const { found, schemas } = comparing;
  if (one.type !== other.type) {
    const message = `is ${one.type}, and ${other.type} in the document`;
    const breaks = isPartOf(one, other)
      ? ifStricter(side)
      : isPartOf(other, one)
        ? ifLooser(side)
        : BOTH;
    found.differs(place, message, breaks);
    return;
  }
  if (one.style !== other.style) {
    const message = `has the style ${styleText(one)}, in the document ${styleText(other)}`;
    found.differs(place, message, BOTH);
  }
  compareValues(found, { one, other, place, side });
  compareBounds(found, { one, other, place, side });
  if (one.element !== undefined && other.element !== undefined) {
    compareTypes(comparing, {
      one: one.element,
      other: other.element,
      place: `${place}, element`,
      side,
    });
  }
  if (one.type === "object") {
    compareParameters(comparing, {
      declared: one.members,
      documented: other.members,
      noun: "member",
      within: place,
      side,
      opaque: new Set(),
    });
  }
  if (one.type === "either" && alternativesText(one) !== alternativesText(other)) {
    found.differs(place, "has other alternatives in the document", BOTH);
  }
  const difference =
    one.type === "jsonText" ? schemas.difference(one.schema, other.schema) : undefined;
  if (difference !== undefined) {
    found.differs(
      place,
      `its schema differs at "${difference.pointer}": ${difference.message}`,
      BOTH,
    );
  }
}

// An object without a style has brackets.
function styleText({ style = "brackets" }: ContractType): string {
  return style;
}

function isPartOf({ type }: ContractType, { type: whole }: ContractType): boolean {
  const isText = ["list", "object", "record", "jsonText"].every((one) => one !== type);
  return (whole === "string" && isText) || (whole === "number" && type === "integer");
}

function compareValues(found: Findings, { one, other, place, side }: Types): void {
  const { values = [] } = one;
  const { values: documented = [] } = other;
  const more = values.filter((value) => !documented.includes(value));
  const missing = documented.filter((value) => !values.includes(value));
  const list = (all: readonly (string | number)[]): string =>
    all.map((value) => JSON.stringify(value)).join(", ");
  if (more.length > 0) {
    found.differs(place, `the document does not list ${list(more)}`, ifLooser(side));
  }
  if (missing.length > 0) {
    found.differs(place, `does not list ${list(missing)}`, ifStricter(side));
  }
}

function compareBounds(found: Findings, { one, other, place, side }: Types): void {
  for (const bound of ["min", "max", "pattern"] as const) {
    const declared = one[bound];
    const documented = other[bound];
    if (declared === documented) {
      continue;
    }
    if (declared === undefined) {
      found.isNarrower(place, `is narrower in the document, with ${named(bound, documented)}`);
      continue;
    }
    const message = `has ${named(bound, declared)}, in the document ${named(bound, documented)}`;
    const isStricter = documented === undefined || declared > documented === (bound === "min");
    const breaks = isStricter ? ifStricter(side) : ifLooser(side);
    const isPattern = bound === "pattern" && documented !== undefined;
    found.differs(place, message, isPattern ? BOTH : breaks);
  }
}

function named(bound: string, value: number | string | undefined): string {
  return value === undefined ? `no ${bound}` : `the ${bound} ${JSON.stringify(value)}`;
}

function alternativesText({ alternatives = [] }: ContractType): string {
  return JSON.stringify(alternatives.map(typeText).toSorted());
}

function typeText(type: ContractType): string {
  const { values, style, element, members = [] } = type;
  const named = members.map((one) =>
    JSON.stringify([one.name, one.required && !isEmptyIfAbsent(one), typeText(one)]),
  );
  const inner = element === undefined ? [] : [typeText(element)];
  return JSON.stringify([
    type.type,
    values,
    style,
    inner,
    named.toSorted(),
    alternativesText(type),
  ]);
}
