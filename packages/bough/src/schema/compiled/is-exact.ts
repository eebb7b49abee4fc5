// The quick look at a value. "No" says nothing: the whole check then decides.
import {
  BITS,
  CHOICE,
  KINDS,
  LIST,
  LITERALS,
  NUMBER,
  OBJECT,
  TAGGED,
  TEXT,
  TEXTS,
} from "./exact-shape.ts";
import type { ExactShape } from "./exact-shape.ts";
import { kindOf } from "./json-kind.ts";

/** Deeper values, also those that contain themselves, are left to the whole check. */
const DEEPEST = 200;

/** Whether a value fits and has nothing to remove. */
export function isExact(shape: ExactShape, value: unknown, room: number = DEEPEST): boolean {
  switch (shape.kind) {
    case TEXT:
      return typeof value === "string";
    case NUMBER:
      return Number.isFinite(value);
    case LITERALS:
      return isAmong(shape.literals, value);
    case KINDS:
      return (shape.bits & kindOf(value)) !== 0;
    case TEXTS:
      return isTexts(value);
    case LIST:
      return isExactList(shape, value, room);
    case OBJECT:
      return isExactObject(shape, value, room);
    case CHOICE: {
      const choice = shape.choices.get(kindOf(value));
      return choice !== undefined && isExact(choice, value, room);
    }
    case TAGGED:
      return isExactTagged(shape, value, room);
    default:
      return value !== undefined && shape.accepts(value);
  }
}

function isExactObject(shape: ExactShape, value: unknown, room: number): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return false;
  }
  if (room === 0) {
    return false;
  }
  // Its names are looked up as own members only.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is known about the members of an object
  const given = value as Readonly<Record<string, unknown>>;
  const { names, members, rest } = shape;
  let next = 0;
  let seen = 0;
  let found = 0;
  for (const name in given) {
    // Object.hasOwn is not as fast in such a loop.
    const own = Object.prototype.hasOwnProperty.call(given, name) ? given[name] : undefined;
    if (own === undefined) {
      continue;
    }
    // Members mostly come in the order of their declaration.
    if (names[next] !== name) {
      next = shape.places.get(name) ?? names.length;
    }
    const member = members[next];
    if (member === undefined) {
      if (rest === undefined || !isExact(rest, own, room - 1)) {
        return false;
      }
      continue;
    }
    if (next < BITS) {
      seen |= 1 << next;
    } else if (shape.required[next] === true) {
      found++;
    }
    next++;
    // The same cases as in isExact: a call for each member costs a fifth more.
    let fits: boolean;
    switch (member.kind) {
      case TEXT:
        fits = typeof own === "string";
        break;
      case NUMBER:
        fits = Number.isFinite(own);
        break;
      case LITERALS:
        fits = isAmong(member.literals, own);
        break;
      case TEXTS:
        fits = isTexts(own);
        break;
      case OBJECT:
        fits = isExactObject(member, own, room - 1);
        break;
      default:
        fits = isExact(member, own, room - 1);
    }
    if (!fits) {
      return false;
    }
  }
  return (seen & shape.needed) === shape.needed && found === shape.needs;
}

function isExactList(shape: ExactShape, value: unknown, room: number): boolean {
  const { rest } = shape;
  if (!Array.isArray(value) || rest === undefined || room === 0) {
    return false;
  }
  if (rest.kind === OBJECT) {
    for (let index = 0; index < value.length; index++) {
      if (!isExactObject(rest, value[index], room - 1)) {
        return false;
      }
    }
    return true;
  }
  for (let index = 0; index < value.length; index++) {
    if (!isExact(rest, value[index], room - 1)) {
      return false;
    }
  }
  return true;
}

function isTexts(value: unknown): boolean {
  if (!Array.isArray(value)) {
    return false;
  }
  for (let index = 0; index < value.length; index++) {
    if (typeof value[index] !== "string") {
      return false;
    }
  }
  return true;
}

function isExactTagged(shape: ExactShape, value: unknown, room: number): boolean {
  // It may be inherited: the chosen shape then misses it among the own members of the value.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is known about the members of an object
  const tag = (value as Readonly<Record<string, unknown>>)[shape.tag];
  const choice = shape.tagged.get(tag);
  return choice !== undefined && isExact(choice, value, room);
}

function isAmong(literals: readonly unknown[], value: unknown): boolean {
  for (let index = 0; index < literals.length; index++) {
    if (literals[index] === value) {
      return true;
    }
  }
  return false;
}
