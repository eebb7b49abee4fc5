// Two projections of one value as one: it has the members of both.
import { put } from "./copy.ts";
import type { Copy } from "./copy.ts";

/** The names of members that were left out of copies, because their values are of another kind than their type. */
export type LeftOut = WeakMap<object, ReadonlySet<string>>;

/** Notes a member that was left out of a copy. */
export function leaveOut(copy: Copy, name: string, leftOut: LeftOut | undefined): void {
  leftOut?.set(copy, new Set([...(leftOut.get(copy) ?? []), name]));
}

/**
 * The members that either projection keeps. With `leftOut`, a member that either left out is not among them, not even
 * if the other projection is the whole value.
 */
export function merged(value: unknown, one: unknown, other: unknown, leftOut?: LeftOut): unknown {
  if (one === other || (one === value && leftOut === undefined)) {
    return one;
  }
  if (other === value && leftOut === undefined) {
    return other;
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    const whole: readonly unknown[] = Array.isArray(value) ? value : [];
    const elements: readonly unknown[] = other;
    return one.map((element: unknown, index) =>
      merged(whole[index], element, elements[index], leftOut),
    );
  }
  return isObject(one) && isObject(other) ? mergedObject(value, [one, other], leftOut) : one;
}

function mergedObject(
  value: unknown,
  [one, other]: readonly [Copy, Copy],
  leftOut: LeftOut | undefined,
): Copy {
  const whole = isObject(value) ? value : one;
  const copy: Copy = {};
  for (const name of new Set([...Object.keys(whole), ...Object.keys(one), ...Object.keys(other)])) {
    if (leftOut?.get(one)?.has(name) === true || leftOut?.get(other)?.has(name) === true) {
      leaveOut(copy, name, leftOut);
      continue;
    }
    const inOne = Object.hasOwn(one, name);
    if (inOne && Object.hasOwn(other, name)) {
      put(copy, name, merged(whole[name], one[name], other[name], leftOut));
    } else if (inOne || Object.hasOwn(other, name)) {
      put(copy, name, (inOne ? one : other)[name]);
    }
  }
  return copy;
}

function isObject(value: unknown): value is Copy {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
