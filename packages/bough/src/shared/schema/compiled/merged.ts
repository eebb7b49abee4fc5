// Two projections of one value as one: it has the members of both.
import { put, type Copy } from "./json-copy.ts";
import { anything, Node } from "./node.ts";
import { MISFIT, REFUSED, type Validation } from "./validation.ts";

/** Sets a member of a copy, or notes that its value is of another kind than its type. */
export function keep(copy: Copy, name: string, kept: unknown, { leftOut }: Validation): void {
  if (kept !== MISFIT) {
    put(copy, name, kept);
  } else if (leftOut !== undefined) {
    leftOut.set(copy, (leftOut.get(copy) ?? new Set()).add(name));
  }
}

/** A node of several, all of which a value must fit and whose projections are joined. */
export function together(nodes: readonly Node[]): Node {
  const [first = anything, ...more] = nodes;
  if (more.length === 0) {
    return first;
  }
  return new Node((value, validation, room) =>
    validation.plainly(value, room, (plain) => {
      let result = first.check(plain, validation, room);
      for (const { check } of more) {
        if (result === REFUSED || result === MISFIT) {
          return result;
        }
        const other = check(plain, validation, room);
        const isRefused = other === REFUSED || other === MISFIT;
        result = isRefused ? other : merged(plain, [result, other], validation);
      }
      return result;
    }),
  );
}

/**
 * The members that either projection keeps. In a walk that strips, a member that either left out is not among them, not
 * even if the other projection is the whole value.
 */
export function merged(
  value: unknown,
  [one, other]: readonly [unknown, unknown],
  validation: Validation,
): unknown {
  const keepsAll = validation.leftOut === undefined;
  if (one === other || (one === value && keepsAll)) {
    return one;
  }
  if (other === value && keepsAll) {
    return other;
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    const whole: readonly unknown[] = Array.isArray(value) ? value : [];
    const elements: readonly unknown[] = other;
    return one.map((element: unknown, index) =>
      merged(whole[index], [element, elements[index]], validation),
    );
  }
  return isObject(one) && isObject(other) ? mergedObject(value, [one, other], validation) : one;
}

function mergedObject(
  value: unknown,
  [one, other]: readonly [Copy, Copy],
  validation: Validation,
): Copy {
  const { leftOut } = validation;
  const whole = isObject(value) ? value : one;
  const copy: Copy = {};
  for (const name of new Set([...Object.keys(whole), ...Object.keys(one), ...Object.keys(other)])) {
    if (leftOut?.get(one)?.has(name) === true || leftOut?.get(other)?.has(name) === true) {
      keep(copy, name, MISFIT, validation);
    } else if (Object.hasOwn(one, name) && Object.hasOwn(other, name)) {
      put(copy, name, merged(whole[name], [one[name], other[name]], validation));
    } else if (Object.hasOwn(one, name) || Object.hasOwn(other, name)) {
      put(copy, name, (Object.hasOwn(one, name) ? one : other)[name]);
    } else {
      validation.drop(copy, name, whole[name]);
    }
  }
  return copy;
}

function isObject(value: unknown): value is Copy {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
