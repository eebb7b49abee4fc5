// Numbers by their bounds.
import type { Arbitrary } from "fast-check";
import type { FastCheck } from "./arbitraries.ts";
import type { Keywords } from "./keywords.ts";
import { NotGenerated } from "./not-generated.ts";

const LARGEST_OF_32_BITS = 2 ** 31 - 1;

type Numeric = Pick<Keywords, "bounds" | "format">;

interface Range {
  readonly min: number;
  readonly max: number;
}

/** The whole numbers that fit. */
export function integersOf(
  { bounds, format }: Numeric,
  fc: FastCheck,
  isPlain: boolean,
): Arbitrary<number> {
  const step = Math.max(1, Math.ceil(bounds.get("multipleOf") ?? 1));
  const { min, max } = rangeOf(bounds, format === "int32" ? LARGEST_OF_32_BITS : undefined);
  const over = bounds.get("exclusiveMinimum") === min;
  const under = bounds.get("exclusiveMaximum") === max;
  const range = {
    min: over ? Math.floor(min / step) + 1 : Math.ceil(min / step),
    max: under ? Math.ceil(max / step) - 1 : Math.floor(max / step),
  };
  return wholeBetween(range, fc, isPlain).map((count) => count * step || 0);
}

export function numbersOf(
  { bounds, format }: Numeric,
  fc: FastCheck,
  isPlain: boolean,
): Arbitrary<number> {
  const step = bounds.get("multipleOf");
  const { min, max } = rangeOf(bounds, undefined);
  const minExcluded = bounds.get("exclusiveMinimum") === min;
  const maxExcluded = bounds.get("exclusiveMaximum") === max;
  if (step !== undefined) {
    const decimals = /\.(\d+)$/.exec(String(step))?.[1]?.length ?? 0;
    const times = {
      min: Math.ceil(min / step) + (minExcluded ? 1 : 0),
      max: Math.floor(max / step) - (maxExcluded ? 1 : 0),
    };
    // Validators that divide by 0.01 refuse 0.07, so only multiples whose quotient is exact are made.
    return wholeBetween(times, fc, isPlain)
      .map((count) => Number((count * step).toFixed(decimals)))
      .filter((value) => Number.isInteger(value / step));
  }
  if (isPlain) {
    return integersOf({ bounds, format: undefined }, fc, isPlain);
  }
  if (min > max || (min === max && (minExcluded || maxExcluded))) {
    throw new NotGenerated(`no number is between ${min} and ${max}`);
  }
  const options = { noNaN: true, noDefaultInfinity: true, minExcluded, maxExcluded } as const;
  // Decimals are usual, and those of 64 bits rare.
  const decimals = wholeIn({ min: Math.ceil(min * 100), max: Math.floor(max * 100) }, fc);
  const doubles =
    format === "float" ? fc.float(floats({ min, max })) : fc.double({ ...options, min, max });
  return (
    decimals === undefined
      ? doubles
      : fc.oneof(
          decimals.map((count) => count / 100),
          doubles,
        )
  )
    .filter((value) => (!minExcluded || value > min) && (!maxExcluded || value < max))
    .map((value) => value || 0);
}

// The bounds of a float must be floats.
function floats({ min, max }: Range): { min: number; max: number; noNaN: true } {
  const isFloat = Math.fround(min) === min && Math.fround(max) === max;
  const largest = 1e6;
  return isFloat && Number.isFinite(max - min) && Math.abs(min) < 1e30
    ? { min, max, noNaN: true }
    : {
        min: Math.ceil(Math.max(min, -largest)),
        max: Math.floor(Math.min(max, largest)),
        noNaN: true,
      };
}

function rangeOf(bounds: Keywords["bounds"], largest: number | undefined): Range {
  const most = largest ?? Number.MAX_SAFE_INTEGER;
  const least = largest === undefined ? Number.MIN_SAFE_INTEGER : -largest - 1;
  const above = Math.max(
    bounds.get("minimum") ?? -Infinity,
    bounds.get("exclusiveMinimum") ?? -Infinity,
  );
  const below = Math.min(
    bounds.get("maximum") ?? Infinity,
    bounds.get("exclusiveMaximum") ?? Infinity,
  );
  return {
    min: above === -Infinity ? Math.min(least, below) : above,
    max: below === Infinity ? Math.max(most, above) : below,
  };
}

function wholeBetween(range: Range, fc: FastCheck, isPlain: boolean): Arbitrary<number> {
  const whole = wholeIn(isPlain ? small(range) : range, fc);
  if (whole === undefined) {
    throw new NotGenerated(`no number is between ${range.min} and ${range.max}`);
  }
  return isPlain ? whole : fc.oneof({ weight: 3, arbitrary: whole }, edges(range, fc));
}

/** The ends of a range; those of all numbers are rare, because many programs have smaller ones. */
function edges(
  { min, max }: Range,
  fc: FastCheck,
): { weight: number; arbitrary: Arbitrary<number> } {
  const inside = [min, max, 0, 1, -1].filter((value) => value >= min && value <= max);
  return { weight: 1, arbitrary: fc.constantFrom(...inside.map(Math.trunc)) };
}

// Numbers that people read are small.
function small({ min, max }: Range): Range {
  const from = min > 100 ? min : Math.max(min, Math.min(1, max));
  return { min: from, max: Math.min(max, from + 99) };
}

function wholeIn({ min, max }: Range, fc: FastCheck): Arbitrary<number> | undefined {
  const range = {
    min: Math.max(min, Number.MIN_SAFE_INTEGER),
    max: Math.min(max, Number.MAX_SAFE_INTEGER),
  };
  return range.min > range.max ? undefined : fc.integer(range);
}
