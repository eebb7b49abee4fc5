// Finds faults of query parameters, form fields and headers.
import { isFieldName } from "../../shared/http/header-value.ts";
import type { Faults } from "./declaration-error.ts";
import { findTypeFaults, isBracketed, type Carrier } from "./type-faults.ts";
import { parametersOf } from "../parameter/parameter-make.ts";
import type { AnyParameter, ParameterParts, Spread } from "../parameter/parameter.ts";
import { takesOthers } from "../parameter/query.ts";
import { chainWith, templateOf, type Placement } from "../tree/placement.ts";

/** Finds the faults of query parameters, and their conflicts with those of `parent` and the resources above it. */
export function findQueryFaults(
  parts: ParameterParts,
  parent: Placement | undefined,
  found: Faults,
): void {
  const names = Object.keys(parts);
  if (names.length === 0) {
    return;
  }
  const what = "the query parameter";
  findParameterFaults(parts, { noun: what, carries: "pairs" }, found);
  const above = chainWith(parent, "parameters");
  if (above.length === 0) {
    return;
  }
  const types = parametersOf(parts);
  const inherited = above.flatMap(({ data }) => parametersOf(data.parameters ?? {}));
  findClashes(types, inherited, what, found);
  findClashes(inherited, types, what, found);
  findShared(types, inherited, what, found);
  for (const name of names) {
    for (const at of above) {
      const declared = at.data.parameters ?? {};
      // The same type under the same name is the same parameter, declared again.
      if (Object.hasOwn(declared, name) && declared[name] !== parts[name]) {
        addDeclaredAt(at, found.at(what, name));
      }
    }
  }
}

/** Adds the fault of a declaration that the resource `at` has already made. */
export function addDeclaredAt(at: Placement, found: Faults): void {
  found.add(`is already declared at ${templateOf(at)}`, "declare it in one of the two places");
}

/** Finds the faults of parameters, and of their names beside each other. */
export function findParameterFaults(
  parts: Readonly<Record<string, unknown>>,
  { noun, carries }: Carrier,
  found: Faults,
): void {
  const types = parametersOf(parts);
  for (const [name, type] of types) {
    findTypeFaults(type, { noun, name, carries }, found);
  }
  findClashes(types, types, noun, found);
  findShared(types, undefined, noun, found);
}

type Types = readonly (readonly [name: string, type: AnyParameter])[];

// `created[gte]` is a name of the object `created`, so no other parameter can have it.
function findClashes(owners: Types, others: Types, what: string, found: Faults): void {
  for (const { name: owner, type } of owners.flatMap(namesOf)) {
    for (const { name } of isBracketed(type) ? others.flatMap(namesOf) : []) {
      if (name.startsWith(`${owner}[`)) {
        const remedy = "rename one of the two, or declare a member of the object";
        found.at(what, name).add(`clashes with "${owner}", whose members have such names`, remedy);
      }
    }
  }
}

/** A name in the request, and the parameter that has it. */
interface OwnedName {
  readonly name: string;
  readonly type: AnyParameter;
  readonly owner: string;
}

/** The names of a parameter in the request: those of its members if it is spread, and none for a record. */
export function namesOf([owner, type]: Types[number]): readonly OwnedName[] {
  const spread = spreadOf(type);
  return spread === undefined
    ? [{ name: owner, type, owner }]
    : [...(spread.members ?? [])].map(([name, member]) => ({ name, type: member, owner }));
}

function spreadOf(type: AnyParameter): Spread | undefined {
  return type["~parameter"].query?.spread;
}

// Names that two parameters have, where at least one of them is spread. `above` are inherited.
function findShared(types: Types, above: Types | undefined, what: string, found: Faults): void {
  const before = above ?? [];
  if (![...types, ...before].some(([, type]) => spreadOf(type))) {
    return;
  }
  const known = new Map(before.flatMap(namesOf).map((one) => [one.name, one]));
  let open = before.find(([, type]) => takesOthers(type));
  for (const type of types) {
    for (const one of namesOf(type)) {
      const other = known.get(one.name);
      if (other !== undefined && other.owner !== one.owner) {
        found.add(
          `${titleOf(one, what)} has the same name as ${titleOf(other, what)}`,
          "rename one of the two, or remove the style",
        );
      } else if (above === undefined) {
        known.set(one.name, one);
      }
    }
    if (!takesOthers(type[1])) {
      continue;
    }
    if (open !== undefined && open[0] !== type[0]) {
      found.add(
        `${what} "${type[0]}" has all other names, and "${open[0]}" has them too`,
        "remove the style of one of the two",
      );
    } else {
      open = type;
    }
  }
}

function titleOf({ name, owner }: OwnedName, what: string): string {
  return name === owner ? `${what} "${name}"` : `the member "${name}" of ${what} "${owner}"`;
}

/**
 * Finds the faults of headers: faults of parameters, and names that differ only in case. Headers of `parent` and the
 * resources above it are compared too.
 */
export function findHeaderFaults(
  parts: ParameterParts,
  what: string,
  parent: Placement | undefined,
  found: Faults,
): void {
  const names = Object.keys(parts);
  if (names.length === 0) {
    return;
  }
  findParameterFaults(parts, { noun: what, carries: "text" }, found);
  const above = chainWith(parent, "headers");
  for (const [index, name] of names.entries()) {
    const its = found.at(what, name);
    if (!isFieldName(name)) {
      its.add("is not a valid header name", "use letters, digits and hyphens");
    }
    for (const other of names.slice(0, index).filter((one) => isSameField(name, one))) {
      const remedy = "declare it once: header names are case-insensitive";
      its.add(`is also declared as "${other}"`, remedy);
    }
    for (const at of above.filter((one) => isDeclaredAt(one, name, parts[name]))) {
      addDeclaredAt(at, its);
    }
  }
}

// The same type with exactly the same name is the same header. A name in another case would be sent twice.
function isDeclaredAt({ data }: Placement, name: string, type: unknown): boolean {
  return Object.entries(data.headers ?? {}).some(
    ([other, its]) => isSameField(name, other) && (its !== type || other !== name),
  );
}

function isSameField(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}
