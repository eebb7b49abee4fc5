// The check of a list: its elements by place, and the others.
import { MISFIT, REFUSED } from "./validation.ts";
import type { CheckMaker } from "./check-maker.ts";
import type { Keywords } from "./keywords.ts";
import type { Check } from "./validation.ts";

/** Whether a schema says anything about elements. */
export function hasElements({ items, prefixItems }: Keywords): boolean {
  return items !== undefined || prefixItems !== undefined;
}

/** The check of a list's elements; a value of another kind is refused by `otherwise`. */
export function listCheck(
  { items, prefixItems = [] }: Keywords,
  maker: CheckMaker,
  otherwise: Check,
): Check {
  const fixed = prefixItems.map((schema) => maker.of(schema));
  const rest = items === undefined ? undefined : maker.of(items);
  return (value, validation) => {
    if (!Array.isArray(value)) {
      return otherwise(value, validation);
    }
    const list: readonly unknown[] = value;
    let copy: unknown[] | undefined;
    // An iterator costs a third more for a list of numbers.
    for (let index = 0; index < list.length; index++) {
      const check = index < fixed.length ? fixed[index] : rest;
      const own = list[index];
      // JSON.stringify writes null for an element that it cannot write.
      const seen = own === undefined ? null : own;
      const kept = check === undefined ? seen : validation.at(index, seen, check);
      if (kept === REFUSED || kept === MISFIT) {
        return REFUSED;
      }
      if (copy === undefined && kept !== own) {
        copy = list.slice(0, index);
      }
      copy?.push(kept);
    }
    return copy ?? value;
  };
}
