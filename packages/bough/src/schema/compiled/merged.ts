// Two projections of one value as one: it has the members of both.
import { put } from "./copy.ts";
import type { Copy } from "./copy.ts";

/** The members that either projection keeps. */
export function merged(value: unknown, one: unknown, other: unknown): unknown {
  if (one === other || one === value) {
    return one;
  }
  if (other === value) {
    return other;
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    const whole: readonly unknown[] = Array.isArray(value) ? value : [];
    return one.map((element, index) => merged(whole[index], element, other[index]));
  }
  return isObject(one) && isObject(other) ? mergedObject(value, one, other) : one;
}

function mergedObject(value: unknown, one: Copy, other: Copy): Copy {
  const whole = isObject(value) ? value : one;
  const copy: Copy = {};
  for (const name of new Set([...Object.keys(whole), ...Object.keys(one), ...Object.keys(other)])) {
    const inOne = Object.hasOwn(one, name);
    if (inOne && Object.hasOwn(other, name)) {
      put(copy, name, merged(whole[name], one[name], other[name]));
    } else if (inOne || Object.hasOwn(other, name)) {
      put(copy, name, (inOne ? one : other)[name]);
    }
  }
  return copy;
}

function isObject(value: unknown): value is Copy {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
