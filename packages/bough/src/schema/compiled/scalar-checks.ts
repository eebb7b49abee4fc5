// The checks of values that have no members: kinds, literals, and the bounds of texts, numbers and lists.
import { isText } from "./text-format.ts";
import type { Keywords } from "./keywords.ts";
import type { Check } from "./validation.ts";
import { kindOf, kindsOf, ofType } from "./json-kind.ts";
import { isMultiple } from "./multiple.ts";

const NOUNS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["string", "a string"],
  ["number", "a number"],
  ["integer", "an integer"],
  ["boolean", "true or false"],
  ["null", "null"],
  ["object", "an object"],
  ["array", "a list"],
]);

/** The check of `type`. */
export function typeCheck(type: string | readonly string[]): Check {
  const names = [type].flat();
  const message = `must be ${either(names.map((name) => NOUNS.get(name) ?? name))}`;
  const [only, more] = names;
  if (more === undefined && (only === "string" || only === "number" || only === "boolean")) {
    return (value, validation) =>
      typeof value === only ? value : validation.refuseKind(value, message);
  }
  const kinds = kindsOf(type);
  return checkOf(ofType(type), kinds, message);
}

/** The check of `enum` and `const`. */
export function literalCheck(values: readonly unknown[]): Check {
  const among = new Set(values);
  const shown = values.slice(0, MOST_SHOWN).map((value) => JSON.stringify(value));
  const message = `must be ${either([...shown, ...(values.length > MOST_SHOWN ? ["…"] : [])])}`;
  const kinds = values.reduce<number>((bits, one) => bits | kindOf(one), 0) & ~MEMBERS;
  return checkOf((value) => among.has(value), kinds, message);
}

/** The check of the values that fit, all of which are of some kinds. */
function checkOf(fits: (value: unknown) => boolean, kinds: number, message: string): Check {
  return (value, validation) => {
    if (fits(value)) {
      return value;
    }
    return (kindOf(value) & kinds) === 0
      ? validation.refuseKind(value, message)
      : validation.refuse(value, message);
  };
}

const MOST_SHOWN = 20;
/** The kinds with values below, objects and lists: no other value of such a kind is sent in place of a literal. */
const MEMBERS = 16 | 32;

/** `"a", "b" or "c"`. */
export function either(texts: readonly string[]): string {
  const last = texts.at(-1) ?? "";
  return texts.length > 1 ? `${texts.slice(0, -1).join(", ")} or ${last}` : last;
}

/** The checks of bounds. Each looks only at values of its own kind. */
export function boundChecks(keywords: Keywords): Check[] {
  return [...textChecks(keywords), ...numberChecks(keywords), ...lengthChecks(keywords)];
}

function textChecks({ minLength, maxLength, pattern, format }: Keywords): Check[] {
  const expression = pattern === undefined ? undefined : new RegExp(pattern, "u");
  return [
    ...text(
      minLength,
      "must have a length of at least",
      (value, least) => lengthOf(value) >= least,
    ),
    ...text(
      maxLength,
      "must have a length of at most",
      (value, most) =>
        // A text has at least half as many characters as code units.
        value.length <= most || (value.length <= most * 2 && lengthOf(value) <= most),
    ),
    ...text(expression, "must match", (value, form) => form.test(value)),
    ...text(format, "must have the format", isText),
  ];
}

function numberChecks(keywords: Keywords): Check[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  return [
    ...number(minimum, "must be at least", (value, least) => value >= least),
    ...number(maximum, "must be at most", (value, most) => value <= most),
    ...number(exclusiveMinimum, "must be greater than", (value, bound) => value > bound),
    ...number(exclusiveMaximum, "must be less than", (value, bound) => value < bound),
    ...number(multipleOf, "must be a multiple of", isMultiple),
  ];
}

function lengthChecks({ minItems, maxItems, uniqueItems }: Keywords): Check[] {
  return [
    ...list(minItems, "must have at least", (value, least) => value.length >= least),
    ...list(maxItems, "must have at most", (value, most) => value.length <= most),
    ...(uniqueItems === true ? [uniqueCheck] : []),
  ];
}

const uniqueCheck: Check = (value, validation) =>
  Array.isArray(value) && new Set(value.map(canonicalText)).size < value.length
    ? validation.refuse(value, "must not have an element twice")
    : value;

/** A text that equal values have in common. */
function canonicalText(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

type Holds<Value, Bound> = (value: Value, bound: Bound) => boolean;

function text<Bound>(
  bound: Bound | undefined,
  message: string,
  holds: Holds<string, Bound>,
): Check[] {
  return bounded(bound, message, (value, most) => typeof value !== "string" || holds(value, most));
}

function number<Bound>(
  bound: Bound | undefined,
  message: string,
  holds: Holds<number, Bound>,
): Check[] {
  return bounded(bound, message, (value, most) => typeof value !== "number" || holds(value, most));
}

function list(
  bound: number | undefined,
  message: string,
  holds: Holds<readonly unknown[], number>,
): Check[] {
  const elements = bound === 1 ? "element" : "elements";
  return bounded(
    bound,
    message,
    (value, most) => !Array.isArray(value) || holds(value, most),
    ` ${elements}`,
  );
}

function bounded<Bound>(
  bound: Bound | undefined,
  message: string,
  holds: Holds<unknown, Bound>,
  noun = "",
): Check[] {
  if (bound === undefined) {
    return [];
  }
  const whole = `${message} ${String(bound)}${noun}`;
  return [(value, validation) => (holds(value, bound) ? value : validation.refuse(value, whole))];
}

/** The characters of a text: JSON Schema counts code points. */
function lengthOf(value: string): number {
  let length = 0;
  for (const _ of value) {
    length++;
  }
  return length;
}
