// Finds faults of parameter types and of the types inside them: elements, members, alternatives.
import { findConstraintFaults, named, type Carrier } from "./constraint-faults.ts";
import type { FaultPair } from "./declaration-error.ts";
import { keyIssue } from "../parameter/named-texts.ts";
import { kindOf } from "../parameter/parameter-kind.ts";
import type { AnyParameter } from "../parameter/parameter.ts";

const DEEPEST = 5;

/** Finds the faults of a parameter type. */
export function findTypeFaults(type: AnyParameter, carrier: Carrier, found: FaultPair[]): void {
  const depth = depthOf(type);
  if (depth > DEEPEST) {
    found.push([
      `${named(carrier)} has objects in objects ${depth} deep`,
      `nest at most ${DEEPEST}, or use jsonText()`,
    ]);
  } else {
    findFaults(type, carrier, found);
  }
}

function depthOf(type: AnyParameter): number {
  let deepest = 0;
  for (const inside of insideOf(type)) {
    deepest = Math.max(deepest, depthOf(inside));
  }
  return deepest + (type["~parameter"].kind === "object" ? 1 : 0);
}

function insideOf(type: AnyParameter): readonly AnyParameter[] {
  const { kind, constraints } = kindOf(type);
  if (kind === "either") {
    return constraints.alternatives;
  }
  if (kind === "object") {
    return Object.values(constraints.members);
  }
  return kind === "list" || kind === "record" ? [constraints.element] : NOTHING;
}
const NOTHING: readonly never[] = [];

function findFaults(type: AnyParameter, carrier: Carrier, found: FaultPair[]): void {
  findCarrierFaults(type, carrier, found);
  const { kind, constraints } = kindOf(type);
  if (kind === "list") {
    findElementFaults([constraints.element], ELEMENT, carrier, found);
  } else if (kind === "record") {
    findElementFaults([constraints.element], VALUE, carrier, found);
    findNamedFaults(type, carrier, found);
  } else if (kind === "either") {
    findElementFaults(constraints.alternatives, ALTERNATIVE, carrier, found);
    findUnreachable(constraints.alternatives, carrier, found);
  } else if (kind === "object") {
    findMemberFaults(constraints.members, { ...carrier, spread: isSpread(type) }, found);
  }
  findConstraintFaults(type, carrier, found);
  if (kind === "segments") {
    found.push([`${named(carrier)} is segments(), which only an id can be`, "use list(string())"]);
  }
}

// A type that needs several pairs, where there is one text, and a style that cannot carry the element.
function findCarrierFaults(type: AnyParameter, carrier: Carrier, found: FaultPair[]): void {
  const { kind, constraints } = kindOf(type);
  if (carrier.carries === "text" && (kind === "object" || kind === "record")) {
    found.push([
      `${named(carrier)} is ${kind}(), which only queries and forms carry`,
      "use jsonText()",
    ]);
  } else if (carrier.carries === "text" && kind === "list" && !SHARED.has(constraints.style)) {
    found.push([
      `${named(carrier)} has the style "${constraints.style}", which only queries and forms carry`,
      "remove style",
    ]);
  } else if (
    kind === "list" &&
    constraints.style !== "indexed" &&
    isBracketed(constraints.element)
  ) {
    found.push([
      `${named(carrier)} is a list of objects with the style "${constraints.style}"`,
      "remove style: such a list is indexed",
    ]);
  }
}

const SHARED: ReadonlySet<string> = new Set(["repeat", "comma"]);

/** Whether names with brackets belong to a parameter of this type. */
export function isBracketed(type: AnyParameter): boolean {
  return type["~parameter"].query?.bracketed === true;
}

interface Holder {
  readonly holds: string;
  readonly remedy: string;
}
const ELEMENT: Holder = {
  holds: "is a list whose element is",
  remedy: "pass the type of one element to list(): list(integer())",
};
const VALUE: Holder = {
  holds: "is a record whose element is",
  remedy: "pass the type of one element to record(): record(string())",
};
const ALTERNATIVE: Holder = {
  holds: "is either() of a type that is",
  remedy: "pass types of one value to either(): either(integer(), boolean())",
};

function findElementFaults(
  elements: readonly AnyParameter[],
  { holds, remedy }: Holder,
  carrier: Carrier,
  found: FaultPair[],
): void {
  if (elements.length === 0) {
    found.push([`${named(carrier)} is either() without types`, remedy]);
  }
  for (const element of elements) {
    const wrong = wrongElement(element, holds);
    if (wrong !== undefined) {
      found.push([`${named(carrier)} ${holds} ${wrong}`, remedy]);
    } else {
      findFaults(element, carrier, found);
    }
  }
}

function wrongElement(type: AnyParameter, holds: string): string | undefined {
  const { list, optional } = type["~parameter"];
  if (isSpread(type)) {
    return 'an object with the style "spread"';
  }
  if (list !== undefined && holds !== VALUE.holds) {
    return "a list";
  }
  return optional ? "optional" : undefined;
}

function isSpread(type: AnyParameter): boolean {
  return type["~parameter"].query?.spread !== undefined;
}

// The names of spread values have brackets of their own.
function findNamedFaults(type: AnyParameter, carrier: Carrier, found: FaultPair[]): void {
  const { kind, constraints } = kindOf(type);
  if (kind === "record" && isSpread(type) && isBracketed(constraints.element)) {
    found.push([
      `${named(carrier)} has the style "spread" and values whose names have brackets`,
      "remove style, or use values of one text",
    ]);
  }
}

function findMemberFaults(
  members: Readonly<Record<string, AnyParameter>>,
  { spread, ...carrier }: Carrier & { readonly spread: boolean },
  found: FaultPair[],
): void {
  const all = Object.entries(members);
  if (all.length === 0) {
    found.push([
      `${named(carrier)} is object() without members`,
      "name them: object({ gte: integer() }), or use record(string())",
    ]);
  }
  for (const [key, type] of all) {
    const member = { ...carrier, name: `${carrier.name ?? ""}[${key}]` };
    if (keyIssue(key, spread)) {
      found.push([
        `${named(member)} has a name that ${spread ? "a query" : "brackets"} cannot carry`,
        "use another name: not empty, without brackets, not __proto__, constructor or prototype",
      ]);
    }
    if (isSpread(type)) {
      found.push([
        `${named(member)} has the style "spread" inside another object`,
        "remove style: only a parameter itself is spread",
      ]);
    }
    findFaults(type, member, found);
  }
}

function findUnreachable(
  types: readonly AnyParameter[],
  carrier: Carrier,
  found: FaultPair[],
): void {
  const any = types.findIndex(isAnyText);
  if (any >= 0 && types.slice(any + 1).some((type) => !isBracketed(type))) {
    found.push([
      `${named(carrier)} is either() with a type behind string(), which decodes every text`,
      "move string() to the end, or add bounds to it",
    ]);
  }
}

function isAnyText(type: AnyParameter): boolean {
  const { kind, constraints } = kindOf(type);
  if (kind === "either") {
    return constraints.alternatives.some(isAnyText);
  }
  if (kind !== "string" || type["~parameter"].checks.length > 0) {
    return false;
  }
  const { min = 0, max = Infinity, pattern } = constraints;
  return min <= 0 && max === Infinity && pattern === undefined;
}
