// Values that have no members: kinds, literals, and the bounds of texts, numbers and lists.
import { ARRAY, kindOf, kindsOf, OBJECT, ofType } from "./json-kind.ts";
import { sorted } from "../schemas-digest.ts";
import type { Keywords } from "./keywords.ts";
import { isMultiple } from "./multiple.ts";
import { CHECKED, KINDS, LITERALS, Node, TEXT } from "./node.ts";
import { isText } from "./text-format.ts";
import { MISFIT, REFUSED, type Check } from "./validation.ts";

const NOUNS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["string", "a string"],
  ["number", "a number"],
  ["integer", "an integer"],
  ["boolean", "true or false"],
  ["null", "null"],
  ["object", "an object"],
  ["array", "a list"],
]);

/** The kinds of values that have values below. */
const MEMBERS = OBJECT | ARRAY;
const MOST_SHOWN = 20;

/** The node of `type`. */
export function typeNode(type: string | readonly string[]): Node {
  const names = [type].flat();
  const bits = kindsOf(type);
  const kind = names.includes("integer") ? CHECKED : type === "string" ? TEXT : KINDS;
  const message = `must be ${either(names.map((name) => NOUNS.get(name) ?? name))}`;
  // Values with values below are copied.
  return new Node(checkOf(ofType(type), bits, message), kind, bits & ~MEMBERS);
}

/** The node of `enum` and `const`. */
export function literalNode(values: readonly unknown[]): Node {
  const literals = new Set(values);
  const shown = values.slice(0, MOST_SHOWN).map((value) => JSON.stringify(value));
  const message = `must be ${either([...shown, ...(values.length > MOST_SHOWN ? ["…"] : [])])}`;
  const bits = values.reduce<number>((all, one) => all | kindOf(one), 0);
  return new Node(
    checkOf((value) => literals.has(value), bits, message),
    LITERALS,
    bits,
    literals,
  );
}

/** The check of the values that fit, all of which are of some kinds. */
function checkOf(holds: (value: unknown) => boolean, kinds: number, message: string): Check {
  return (value, validation, room) =>
    holds(value)
      ? validation.plainly(value, room, (plain) => plain)
      : (kindOf(value) & kinds) === 0
        ? validation.refuseKind(value, message)
        : validation.refuse(value, message);
}

/** `"a", "b" or "c"`. */
export function either(texts: readonly string[]): string {
  const last = texts.at(-1) ?? "";
  return texts.length > 1 ? `${texts.slice(0, -1).join(", ")} or ${last}` : last;
}

/** A condition for the values of one kind. */
interface Bound {
  readonly holds: (value: unknown) => boolean;
  readonly message: string;
}

export function boundedNode(node: Node, keywords: Keywords): Node {
  const bounds = [...textBounds(keywords), ...numberBounds(keywords), ...lengthBounds(keywords)];
  const unique = keywords.uniqueItems === true;
  if (bounds.length === 0 && !unique) {
    return node;
  }
  const check: Check = (value, validation, room) => {
    const kept = node.check(value, validation, room);
    if (kept === REFUSED || kept === MISFIT) {
      return kept;
    }
    for (const { holds, message } of bounds) {
      if (!holds(kept) && validation.refuse(kept, message) === REFUSED) {
        return REFUSED;
      }
    }
    // Members that are left out tell elements apart, too.
    return unique && hasTwice(value)
      ? validation.refuse(kept, "must not have an element twice")
      : kept;
  };
  return new Node(
    unique
      ? (value, validation, room) =>
          validation.plainly(value, room, (plain) => check(plain, validation, room))
      : check,
  );
}

function textBounds({ minLength, maxLength, pattern, format }: Keywords): Bound[] {
  const form = pattern === undefined ? undefined : new RegExp(pattern, "u");
  const bound = boundOf((value) => typeof value === "string");
  return [
    ...bound("must have a length of at least", minLength, (text, least) => lengthOf(text) >= least),
    ...bound(
      "must have a length of at most",
      maxLength,
      (text, most) =>
        // A text has at least half as many characters as code units.
        text.length <= most || (text.length <= most * 2 && lengthOf(text) <= most),
    ),
    ...bound("must match", form, (text, expression) => expression.test(text)),
    ...bound("must have the format", format, isText),
  ];
}

function numberBounds(keywords: Keywords): Bound[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  const bound = boundOf((value) => typeof value === "number");
  return [
    ...bound("must be at least", minimum, (value, least) => value >= least),
    ...bound("must be at most", maximum, (value, most) => value <= most),
    ...bound("must be greater than", exclusiveMinimum, (value, least) => value > least),
    ...bound("must be less than", exclusiveMaximum, (value, most) => value < most),
    ...bound("must be a multiple of", multipleOf, isMultiple),
  ];
}

function lengthBounds({ minItems, maxItems }: Keywords): Bound[] {
  const bound = boundOf((value): value is unknown[] => Array.isArray(value), "element");
  return [
    ...bound("must have at least", minItems, ({ length }, least) => length >= least),
    ...bound("must have at most", maxItems, ({ length }, most) => length <= most),
  ];
}

/** Makes the bound of a keyword, if the schema has it, for the values of one kind. */
function boundOf<Value>(
  isKind: (value: unknown) => value is Value,
  noun?: string,
): <Limit>(
  message: string,
  limit: Limit | undefined,
  holds: (value: Value, limit: Limit) => boolean,
) => Bound[] {
  return (message, limit, holds) => {
    const unit = noun === undefined ? "" : ` ${noun}${Number(limit) === 1 ? "" : "s"}`;
    return limit === undefined
      ? []
      : [
          {
            holds: (value) => !isKind(value) || holds(value, limit),
            message: `${message} ${String(limit)}${unit}`,
          },
        ];
  };
}

function hasTwice(value: unknown): boolean {
  const texts = Array.isArray(value) ? value.map((one) => JSON.stringify(sorted(one))) : [];
  return new Set(texts).size < texts.length;
}

/** The characters of a text: JSON Schema counts code points. */
function lengthOf(value: string): number {
  let length = 0;
  for (const _ of value) {
    length++;
  }
  return length;
}
