// Whether numbers or strings are all among others.
import { TEXT_FORMATS, isMultiple } from "bough/contract";
import { leastCommonMultiple } from "./samples.ts";
import type { NumberShape, Shape, StringShape } from "./shapes.ts";
import { TWO_PATTERNS, unknown, YES, type Inner } from "./verdict.ts";

const MOST_WHOLE = 50;

export function valuesIn(shape: Shape): readonly unknown[] | undefined {
  if (shape.type === "values") {
    return shape.values;
  }
  if (
    shape.type !== "number" ||
    !shape.steps.includes(1) ||
    !(shape.max - shape.min <= MOST_WHOLE)
  ) {
    return undefined;
  }
  const first = Math.ceil(shape.min);
  return Array.from(
    { length: Math.floor(shape.max) - first + 1 },
    (_, index) => first + index,
  ).filter(
    (one) =>
      (!shape.aboveMin || one > shape.min) &&
      (!shape.belowMax || one < shape.max) &&
      shape.steps.every((step) => isMultiple(one, step)),
  );
}

/** Whether numbers are all among others. */
export function numberWithin(one: NumberShape, other: NumberShape): Inner {
  const above = one.min > other.min || (one.min === other.min && (one.aboveMin || !other.aboveMin));
  const below = one.max < other.max || (one.max === other.max && (one.belowMax || !other.belowMax));
  if (!above || !below) {
    return { result: "no", witnesses: [] };
  }
  const whole = one.steps.filter((step) => Number.isSafeInteger(step));
  const common = whole.reduce(leastCommonMultiple, 1);
  const isStepped = other.steps.every(
    (step) =>
      one.steps.includes(step) ||
      (whole.length > 0 && Number.isSafeInteger(common) && isMultiple(common, step)),
  );
  return isStepped ? formatsWithin(one, other) : { result: "no", witnesses: [] };
}

/** Whether strings are all among others. */
export function stringWithin(one: StringShape, other: StringShape): Inner {
  if (one.min < other.min || one.max > other.max) {
    return { result: "no", witnesses: [] };
  }
  const open = other.patterns.filter((pattern) => !one.patterns.includes(pattern));
  if (open.length > 0) {
    return one.patterns.length > 0 ? unknown(TWO_PATTERNS) : { result: "no", witnesses: [] };
  }
  return formatsWithin(one, other);
}

function formatsWithin(one: StringShape | NumberShape, other: StringShape | NumberShape): Inner {
  const open = other.formats.filter((format) => !one.formats.includes(format));
  const odd = open.find((format) => !TEXT_FORMATS.has(format));
  // Formats of numbers only describe.
  return open.length === 0
    ? YES
    : odd !== undefined
      ? unknown(`the format ${odd} is not checked`)
      : one.type === "number"
        ? YES
        : { result: "no", witnesses: [] };
}
