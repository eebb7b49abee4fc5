// Finds faults of query parameters, form fields and headers.
import { isFieldName } from "../../http/header-value.ts";
import { findConstraintFaults } from "./constraint-faults.ts";
import type { FaultPair } from "./fault-pair.ts";
import { parametersOf } from "../parameter/parameter-make.ts";
import type { AnyParameter, ParameterParts } from "../parameter/parameter.ts";
import { chainOf, templateOf } from "../tree/placement.ts";
import type { Placement } from "../tree/placement.ts";

/** Finds the faults of query parameters, and their conflicts with those of `parent` and the resources above it. */
export function findQueryFaults(
  parts: ParameterParts,
  parent: Placement | undefined,
  found: FaultPair[],
): void {
  const what = "the query parameter";
  findParameterFaults(parts, what, found);
  for (const name of Object.keys(parts)) {
    for (const at of chainOf(parent)) {
      const above = at.data.parameters ?? {};
      // The same type under the same name is the same parameter, declared again.
      if (Object.hasOwn(above, name) && above[name] !== parts[name]) {
        found.push(alreadyDeclared(`${what} "${name}"`, at));
      }
    }
  }
}

function alreadyDeclared(what: string, at: Placement): FaultPair {
  return [
    `${what} is already declared at ${templateOf(at)}`,
    "declare it in one of the two places",
  ];
}

/** Finds the faults of parameters; `what` is the noun for one of them. */
export function findParameterFaults(parts: ParameterParts, what: string, found: FaultPair[]): void {
  for (const [name, type] of parametersOf(parts)) {
    const named = `${what} "${name}"`;
    if (!isParameter(type)) {
      found.push([
        `${named} has no parameter type`,
        "use integer(), boolean(), dateTime() … or parameter({ decode, encode })",
      ]);
      continue;
    }
    const { kind, list, optional } = type["~parameter"];
    findConstraintFaults(type, named, found);
    if (kind === "segments" && list?.element === undefined) {
      found.push([`${named} is segments(), which only an id can be`, "use list(string())"]);
    } else if (list !== undefined && optional) {
      found.push([`${named} is an optional list`, "leave .optional() out: an absent list is []"]);
    }
  }
}

/**
 * Finds the faults of headers: faults of parameters, and names that differ only in case. Headers of `parent` and the
 * resources above it are compared too.
 */
export function findHeaderFaults(
  parts: ParameterParts,
  what: string,
  parent: Placement | undefined,
  found: FaultPair[],
): void {
  const names = Object.keys(parts);
  if (names.length === 0) {
    return;
  }
  const above = chainOf(parent);
  findParameterFaults(parts, what, found);
  found.push(
    ...names
      .filter((name) => !isFieldName(name))
      .map((name): FaultPair => [
        `${what} "${name}" is not a valid header name`,
        "use letters, digits and hyphens",
      ]),
    ...names.flatMap((name, index) => [
      ...names
        .slice(0, index)
        .filter((other) => isSameField(name, other))
        .map((other): FaultPair => [
          `${what} "${name}" is also declared as "${other}"`,
          "declare it once: header names are case-insensitive",
        ]),
      ...above.flatMap((at) => declaredAbove(parts, name, what, at)),
    ]),
  );
}

// The same type with exactly the same name is the same header. A name in another case would be sent twice.
function declaredAbove(
  parts: ParameterParts,
  name: string,
  what: string,
  at: Placement,
): FaultPair[] {
  return Object.entries(at.data.headers ?? {})
    .filter(([other, type]) => isSameField(name, other) && (type !== parts[name] || other !== name))
    .map(() => alreadyDeclared(`${what} "${name}"`, at));
}

function isSameField(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}

/** Whether a value is a parameter type. */
export function isParameter(type: unknown): type is AnyParameter {
  return typeof type === "object" && type !== null && "~parameter" in type;
}
