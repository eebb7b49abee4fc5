// The built-in parameter types of one text. They decode strictly: every value has exactly one text unless the type's
// comment says otherwise.
import { Issue, type Parameter } from "./parameter.ts";
import { wellFormed } from "./parameter-codec.ts";
import { dataOf, delimited, make } from "./parameter-make.ts";

/** Lower and upper bound, both included. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Bounds are numbers of code points. `pattern` may match anywhere in the text; anchor it to match all of it. */
export interface StringOptions extends Bounds {
  readonly pattern?: RegExp;
  /** Whether the text may contain U+0000, which many databases refuse; default `false`. */
  readonly nul?: boolean;
  /** Characters that an id writes unescaped, such as `",;="`: parts of the text that its reader tells apart. */
  readonly delimiters?: string;
}

/** Declares a parameter that is a string. It rejects U+0000, unless `nul` is true. */
export function string(options: StringOptions = {}): Parameter<string> {
  const { min = 0, max = Infinity, pattern, nul = false } = options;
  const check = (value: unknown): string | Issue => {
    if (typeof value !== "string") {
      return new Issue("must be text");
    }
    if (!nul && value.includes("\0")) {
      return new Issue("must not contain U+0000");
    }
    if (min > 0 || max < Infinity) {
      const { length } = Array.from(value);
      if (length < min || length > max) {
        return new Issue(
          length < min
            ? `must have a length of at least ${min}`
            : `must have a length of at most ${max}`,
        );
      }
    }
    return pattern === undefined || value.search(pattern) >= 0
      ? value
      : new Issue("must match its pattern");
  };
  return delimited(
    dataOf("string", check, (value) => wellFormed(check(value)), options),
    options.delimiters,
  );
}

/** Declares a parameter that is a whole number between ±(2^53−1), in digits without leading zeros. */
export function integer(bounds: Bounds = {}): Parameter<number> {
  const check = (value: unknown): number | Issue =>
    typeof value === "number" && Number.isSafeInteger(value) && !Object.is(value, -0)
      ? within(value, bounds)
      : new Issue("must be an integer");
  return make(
    "integer",
    (text) => check(/^-?(?:0|[1-9]\d{0,15})$/.test(text) && Number(text)),
    (value) => asText(check(value)),
    bounds,
  );
}

/** Declares a parameter that is a finite number, written as JSON writes numbers (RFC 8259 6). */
export function number(bounds: Bounds = {}): Parameter<number> {
  const check = (value: unknown): number | Issue =>
    typeof value === "number" && Number.isFinite(value)
      ? within(value, bounds)
      : new Issue("must be a number");
  const decode = (text: string): number | Issue => {
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) {
      return new Issue("must be a number");
    }
    const value = Number(text);
    return /^-?\d+$/.test(text) && Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? new Issue("must be an integer that a number can hold")
      : check(value);
  };
  const encode = (value: unknown): string | Issue => {
    const checked = check(value);
    if (checked instanceof Issue) {
      return checked;
    }
    // Without an exponent, `decode` would reject these digits as an unsafe integer.
    return Object.is(checked, -0)
      ? "-0"
      : Math.abs(checked) > Number.MAX_SAFE_INTEGER
        ? checked.toExponential()
        : String(checked);
  };
  return make("number", decode, encode, bounds);
}

/** Declares a parameter that is `true` or `false`. */
export function boolean(): Parameter<boolean> {
  const refused = new Issue('must be "true" or "false"');
  return make(
    "boolean",
    (text) => (text === "true" || text === "false" ? text === "true" : refused),
    (value) => (typeof value === "boolean" ? String(value) : refused),
  );
}

/** Declares a parameter that is a whole number of up to 4,300 decimal digits, without leading zeros. */
export function bigint(): Parameter<bigint> {
  const refused = new Issue("must be an integer");
  // `BigInt` takes more than linear time, and a form field may have a million digits.
  const long = new Issue("must have at most 4300 digits");
  const bounded = (text: string): string | Issue =>
    text.replace("-", "").length > 4_300 ? long : text;
  return make(
    "bigint",
    (text) => {
      const digits = /^(?:0|-?[1-9]\d*)$/.test(text) ? bounded(text) : refused;
      return typeof digits === "string" ? BigInt(digits) : digits;
    },
    (value) => (typeof value === "bigint" ? bounded(String(value)) : refused),
  );
}

/** Declares a parameter that is a UUID in its text form, with letters of either case (RFC 9562 4). */
export function uuid(): Parameter<string> {
  const check = (value: unknown): string | Issue =>
    typeof value === "string" && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
      ? value
      : new Issue("must be a UUID");
  return make("uuid", check, check);
}

/** First and last day, both included: `"2026-01-31"`. */
export interface DateBounds {
  readonly min?: string;
  readonly max?: string;
}

/** Declares a parameter that is a day as a string, `"2026-01-31"`, years 0000 to 9999 (RFC 3339 full-date). */
export function date(bounds: DateBounds = {}): Parameter<string> {
  const { min = "", max = "9999-12-31" } = bounds;
  const check = (value: unknown): string | Issue => {
    if (typeof value !== "string" || !isDay(value)) {
      return new Issue("must be a date such as 2026-01-31");
    }
    // All dates have the same length, so texts can be compared.
    return within(value, { min, max });
  };
  return make("date", check, check, bounds, "string");
}

/** Whether a text is an existing day: `"2024-02-29"`, but not `"2025-02-29"`. */
export function isDay(text: string): boolean {
  const instant = new Date(`${text}T00:00:00.000Z`);
  // Some engines parse February 29 of any year, as March 1.
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && isInstant(instant) && instant.toISOString().startsWith(text)
  );
}

/** First and last instant, both included. */
export interface DateTimeBounds {
  readonly min?: Date;
  readonly max?: Date;
}

/** Declares a parameter that is an instant, a `Date`: RFC 3339 date-time, at most to the millisecond. */
export function dateTime(bounds: DateTimeBounds = {}): Parameter<Date> {
  const refused = new Issue("must be an instant such as 2026-01-31T12:00:00Z");
  const check = (value: unknown): Date | Issue => {
    return value instanceof Date && isInstant(value) ? within(value, bounds) : refused;
  };
  return make(
    "dateTime",
    (text) => check(parseInstant(text)),
    (value) => {
      const checked = check(value);
      return checked instanceof Issue ? checked : checked.toISOString();
    },
    bounds,
    "object",
  );
}

// RFC 3339 has years of four digits. For an invalid date the comparisons with NaN are false.
function isInstant(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 0 && year <= 9999;
}

function parseInstant(text: string): Date | undefined {
  const parts =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d{1,3})?(?:Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.exec(
      text,
    );
  if (parts === null) {
    return undefined;
  }
  // `Date` rolls over for an hour or day that does not exist, so the result is compared with the text.
  const local = `${parts[1]}T${parts[2]}.000Z`;
  const read = new Date(local);
  return isInstant(read) && read.toISOString() === local ? new Date(text) : undefined;
}

function within<Value extends number | string | Date>(
  value: Value,
  { min, max }: { readonly min?: Value; readonly max?: Value },
): Value | Issue {
  const textOf = (bound: Value): string =>
    bound instanceof Date ? bound.toISOString() : String(bound);
  if (min !== undefined && value < min) {
    return new Issue(`must be at least ${textOf(min)}`);
  }
  return max !== undefined && value > max ? new Issue(`must be at most ${textOf(max)}`) : value;
}

function asText(checked: number | Issue): string | Issue {
  return checked instanceof Issue ? checked : String(checked);
}
