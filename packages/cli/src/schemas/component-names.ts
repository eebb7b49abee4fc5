// The names of components. Types of one name are told apart by the difference of their modules, all of them, so
// that no name depends on which type was read first.
import type { Component } from "./component.ts";
import { byCodeUnit, orderText } from "./mutable-schema.ts";

/** Components by name, sorted; `twice` are names that `@schema` gives to several types. */
export interface NamedComponents {
  readonly byName: ReadonlyMap<string, Component>;
  readonly twice: readonly string[];
}

/** Names all components and writes the names into their references. */
export function nameComponents(components: Iterable<Component>): NamedComponents {
  // References change while names are given, so texts are compared as they are now.
  const texts = new Map([...components].map((one) => [one, orderText(one.schema)] as const));
  const sorted = [...texts.keys()].sort(
    (one, other) =>
      byCodeUnit(one.module, other.module) ||
      byCodeUnit(one.proposed, other.proposed) ||
      byCodeUnit(texts.get(one) ?? "", texts.get(other) ?? ""),
  );
  const byName = new Map<string, Component>();
  const fits = (component: Component, name: string): boolean => {
    const holder = byName.get(name);
    return !holder || texts.get(holder) === texts.get(component);
  };
  const take = (component: Component, name: string): void => {
    if (!byName.has(name)) {
      byName.set(name, component);
    }
    component.call(name);
  };
  const twice: string[] = [];
  for (const component of sorted.filter(({ fixed }) => fixed)) {
    if (!fits(component, component.proposed)) {
      twice.push(component.proposed);
    }
    take(component, component.proposed);
  }
  for (const component of sorted.filter(({ fixed }) => !fixed)) {
    const name = qualifiedName(component, sorted);
    let number = 1;
    while (!fits(component, numbered(name, number))) {
      number += 1;
    }
    take(component, numbered(name, number));
  }
  return { byName: new Map([...byName].sort(([one], [other]) => byCodeUnit(one, other))), twice };
}

function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name}${number}`;
}

function qualifiedName({ proposed, module }: Component, all: readonly Component[]): string {
  const name = proposed.replace(NOT_IN_NAMES, "_");
  const modules = new Set(all.filter((one) => one.proposed === proposed).map((one) => one.module));
  return modules.size > 1 ? differenceOf(module, [...modules]) + name : name;
}

/** Only letters, digits, ".", "-" and "_" may be in the name of a component (OpenAPI 3.1, Components Object). */
const NOT_IN_NAMES = /[^\w.-]/g;

/** The part of a module's path that the others do not have: `Users` of `src/users/types`. */
function differenceOf(module: string, modules: readonly string[]): string {
  const paths = modules.map((one) => one.split("/"));
  const own = module.split("/");
  const shortest = Math.min(...paths.map(({ length }) => length));
  let start = 0;
  while (start < shortest && paths.every((path) => path[start] === own[start])) {
    start += 1;
  }
  let end = 0;
  while (end < shortest - start && paths.every((path) => path.at(-1 - end) === own.at(-1 - end))) {
    end += 1;
  }
  const difference = own.slice(start, own.length - end);
  return (difference.length > 0 ? difference : own.slice(-1)).map(pascal).join("");
}

function pascal(segment: string): string {
  return segment
    .split(/\W+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
