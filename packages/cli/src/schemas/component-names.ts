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
  const qualified = qualifiedNames(sorted);
  const numbers = new Map<string, Numbers>();
  for (const component of sorted.filter(({ fixed }) => !fixed)) {
    const name = qualified.get(component) ?? component.proposed;
    const tried = numbers.get(name) ?? { next: 1, byText: new Map<string, string>() };
    numbers.set(name, tried);
    const text = texts.get(component) ?? "";
    while (!tried.byText.has(text)) {
      const free = tried.next === 1 ? name : `${name}${tried.next}`;
      const holder = byName.get(free);
      const held = holder ? (texts.get(holder) ?? "") : text;
      tried.byText.set(held, tried.byText.get(held) ?? free);
      tried.next += 1;
    }
    take(component, tried.byText.get(text) ?? name);
  }
  return { byName: new Map([...byName].sort(([one], [other]) => byCodeUnit(one, other))), twice };
}

/** The numbers that were tried for one name, and the names that they gave to texts. */
interface Numbers {
  next: number;
  readonly byText: Map<string, string>;
}

function qualifiedNames(all: readonly Component[]): ReadonlyMap<Component, string> {
  const byProposed = new Map<string, Component[]>();
  for (const one of all) {
    const known = byProposed.get(one.proposed);
    if (known) {
      known.push(one);
    } else {
      byProposed.set(one.proposed, [one]);
    }
  }
  return new Map(
    [...byProposed].flatMap(([proposed, components]) => {
      const name = proposed.replace(NOT_IN_NAMES, "_");
      const modules = new Set(components.map(({ module }) => module));
      const differences = modules.size > 1 ? differencesOf([...modules]) : undefined;
      return components.map((one) => [one, (differences?.get(one.module) ?? "") + name] as const);
    }),
  );
}

/** Only letters, digits, ".", "-" and "_" may be in the name of a component (OpenAPI 3.1, Components Object). */
const NOT_IN_NAMES = /[^\w.-]/g;

/** The part of each module's path that the others do not have: `Users` of `src/users/types`. */
function differencesOf(modules: readonly string[]): ReadonlyMap<string, string> {
  const paths = modules.map((module) => module.split("/"));
  const [first = []] = paths;
  const shortest = Math.min(...paths.map(({ length }) => length));
  let start = 0;
  while (start < shortest && paths.every((path) => path[start] === first[start])) {
    start += 1;
  }
  let end = 0;
  while (
    end < shortest - start &&
    paths.every((path) => path.at(-1 - end) === first.at(-1 - end))
  ) {
    end += 1;
  }
  return new Map(
    paths.map((path, index) => {
      const difference = path.slice(start, path.length - end);
      const words = difference.length > 0 ? difference : path.slice(-1);
      return [modules[index] ?? "", words.map(pascal).join("")];
    }),
  );
}

function pascal(segment: string): string {
  return segment
    .split(/\W+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
