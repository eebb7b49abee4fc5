// Values with members: objects, of which only declared members and those of index signatures are kept, and lists.
import { put, seenAs, unlessEmpty, type Copy } from "./json-copy.ts";
import type { Keywords } from "./keywords.ts";
import { keep, together } from "./merged.ts";
import { fits, Node, type Compiler, type Elements, type Members } from "./node.ts";
import { MISFIT, REFUSED, type Check, type Validation } from "./validation.ts";

/** Whether a schema says anything about members. */
export function hasMembers(keywords: Keywords): boolean {
  const { properties, required, additionalProperties, patternProperties } = keywords;
  const said = [properties, required, additionalProperties, patternProperties];
  return said.some((one) => one !== undefined);
}

/** Whether a schema says anything about elements. */
export function hasElements({ items, prefixItems }: Keywords): boolean {
  return items !== undefined || prefixItems !== undefined;
}

/** The node of an object; a value of another kind is left to `otherwise`. */
export function objectNode(keywords: Keywords, compiler: Compiler, otherwise: Check): Node {
  const members = membersIn(keywords, compiler);
  const node = new Node((value, validation, room) =>
    isObject(value)
      ? checkedObject(members, value, validation, room)
      : otherwise(value, validation, room),
  );
  node.members = members;
  return node;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Checks a value against a node. Nested objects and lists are checked directly, without a call to the node's closure. */
function checked(node: Node, value: unknown, validation: Validation, room: number): unknown {
  const { members, elements } = node;
  if (members !== undefined && isObject(value)) {
    return checkedObject(members, value, validation, room);
  }
  return elements !== undefined && Array.isArray(value)
    ? checkedList(elements, value, validation, room)
    : node.check(value, validation, room);
}

function membersIn(keywords: Keywords, compiler: Compiler): Members {
  const { properties = {}, required = [], additionalProperties: others } = keywords;
  const patterns = Object.entries(keywords.patternProperties ?? {}).map(
    ([pattern, schema]) => [new RegExp(pattern, "u"), compiler.of(schema)] as const,
  );
  const matching = (name: string): Node[] =>
    patterns.filter(([pattern]) => pattern.test(name)).map(([, node]) => node);
  const rest = others === undefined ? undefined : compiler.of(others);
  const names = [...new Set([...Object.keys(properties), ...required])];
  return {
    names,
    places: new Map(names.map((name, place) => [name, place])),
    nodes: names.map((name) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return together([compiler.of(own ?? {}), ...matching(name)]);
    }),
    other: (name) => {
      const nodes = patterns.length === 0 ? [] : matching(name);
      return nodes.length === 0 ? rest : together(nodes);
    },
    required: names.filter((name) => required.includes(name)),
    needs: names.map((name) => Number(required.includes(name))),
    drops: false,
  };
}

function checkedObject(
  members: Members,
  value: object,
  validation: Validation,
  room: number,
): unknown {
  if (room === 0) {
    return validation.refuseLevels();
  }
  const { copies } = validation;
  const { names, nodes, needs, drops } = members;
  // The engine clones an object faster than a loop does, but in vain if members are left out.
  // Its names are looked up as own members only.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is known about the members of an object
  const given = (copies && !drops ? { ...value } : value) as Copy;
  let copy: Copy | undefined = copies && drops ? {} : undefined;
  let next = 0;
  let found = 0;
  for (const name in given) {
    // Object.hasOwn is not as fast in such a loop.
    const own = Object.prototype.hasOwnProperty.call(given, name) ? given[name] : undefined;
    if (own === undefined) {
      continue;
    }
    // Members mostly come in the order of their declaration.
    const place = names[next] === name ? next : (members.places.get(name) ?? names.length);
    const node = nodes[place] ?? members.other(name);
    if (node === undefined) {
      members.drops = true;
      copy ??= copiedUntil(name, given);
      validation.drop(copy, name, own);
      continue;
    }
    let kept: unknown = own;
    if (!fits(node, own)) {
      const seen = copies ? seenAs(name, own) : own;
      const { length } = validation.issues;
      kept = seen === undefined ? undefined : checked(node, seen, validation, room - 1);
      validation.locate(name, length);
      if (kept === REFUSED || (kept === MISFIT && needs[place] === 1)) {
        return REFUSED;
      }
      if (copy === undefined && kept !== own) {
        if (copies && kept !== MISFIT) {
          put(given, name, kept);
        } else {
          copy = copiedUntil(name, given);
        }
      }
      if (kept === undefined) {
        continue;
      }
    }
    if (place < names.length) {
      // A read beyond the end of the names would make each comparison slower.
      next = place + 1 < names.length ? place + 1 : 0;
      found += needs[place] ?? 0;
    }
    if (copy !== undefined) {
      keep(copy, name, kept, validation);
    }
  }
  const result = copy ?? given;
  const lacks = found < members.required.length && misses(members.required, result, validation);
  return lacks ? REFUSED : copies && found === 0 ? unlessEmpty(result, value) : result;
}

/** The members before one, all of which are kept as they are. */
function copiedUntil(end: string, given: Copy): Copy {
  const copy: Copy = {};
  for (const name in given) {
    if (name === end) {
      break;
    }
    if (Object.hasOwn(given, name)) {
      put(copy, name, given[name]);
    }
  }
  return copy;
}

/** Notes the required members that are not there; whether the walk ends. */
function misses(required: readonly string[], given: Copy, validation: Validation): boolean {
  return required.some((name) => {
    const own = Object.prototype.propertyIsEnumerable.call(given, name) ? given[name] : undefined;
    return own === undefined && validation.miss(name) === REFUSED;
  });
}

/** The node of a list; a value of another kind is left to `otherwise`. */
export function listNode(
  { items = {}, prefixItems = [] }: Keywords,
  compiler: Compiler,
  otherwise: Check,
): Node {
  const elements: Elements = {
    first: prefixItems.map((schema) => compiler.of(schema)),
    rest: compiler.of(items),
  };
  const node = new Node((value, validation, room) =>
    Array.isArray(value)
      ? checkedList(elements, value, validation, room)
      : otherwise(value, validation, room),
  );
  node.elements = elements;
  return node;
}

function checkedList(
  { first, rest }: Elements,
  list: readonly unknown[],
  validation: Validation,
  room: number,
): unknown {
  if (room === 0) {
    return validation.refuseLevels();
  }
  const { copies } = validation;
  let copy: unknown[] | undefined = copies ? [] : undefined;
  // An iterator costs a third more for a list of numbers.
  for (let index = 0; index < list.length; index++) {
    const own = list[index];
    const node = index < first.length ? (first[index] ?? rest) : rest;
    let kept = own;
    if (!fits(node, own)) {
      // JSON.stringify writes null for an element that it cannot write.
      const seen = (copies ? seenAs(index, own) : own) ?? null;
      const { length } = validation.issues;
      kept = checked(node, seen, validation, room - 1);
      validation.locate(index, length);
      if (kept === REFUSED || kept === MISFIT) {
        return REFUSED;
      }
      if (copy === undefined && kept !== own) {
        copy = list.slice(0, index);
      }
    }
    copy?.push(kept);
  }
  return copy ?? list;
}
