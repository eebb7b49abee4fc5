// Strings by their bounds, formats and patterns.
import type { Arbitrary } from "fast-check";
import type { Arbitraries, FastCheck } from "./arbitraries.ts";
import { regExpOf, type Keywords } from "./keywords.ts";
import { NotGenerated } from "./not-generated.ts";

const LONGEST = 1_000;
/** Longer strings than this are made only if a bound asks for them. */
const USUAL = 40;

/** Strings that programs often do not expect. */
const ODD = [
  "",
  " ",
  "0",
  "null",
  "true",
  "O'Brien",
  '"quoted"',
  "<b>&amp;</b>",
  "a/b",
  "100%",
  "é",
  "Ångström",
  "\u{1F9D1}\u{200D}\u{1F680}",
  "שלום",
  "中文",
  "line\nbreak",
  "tab\t",
  "back\\slash",
  "${jndi}",
  "' OR 1=1 --",
];

/** Words for values that people read. */
const WORDS = [
  "amber",
  "birch",
  "cedar",
  "dune",
  "ember",
  "fjord",
  "grove",
  "harbour",
  "island",
  "juniper",
  "lagoon",
  "meadow",
];

export interface StringMaking {
  readonly fc: FastCheck;
  readonly own: Arbitraries;
  /** Whether the values are for people to read, instead of odd ones. */
  readonly isPlain: boolean;
}

type Text = Pick<Keywords, "bounds" | "patterns" | "format" | "examples">;

export function stringsOf(keywords: Text, making: StringMaking): Arbitrary<string> {
  const { patterns, format, bounds } = keywords;
  const [pattern] = patterns;
  const { fc, own } = making;
  const least = bounds.get("minLength") ?? 0;
  const most = bounds.get("maxLength") ?? Infinity;
  const near = format === undefined ? undefined : formatted(format, making);
  const fits = (text: string): boolean =>
    isLength(text, least, most) && patterns.every((one) => regExpOf(one)?.test(text) ?? true);
  if (pattern === undefined) {
    return near === undefined
      ? plainStrings(least, most, making)
      : own.fitting(near, fits, () => new NotGenerated(`no ${format} fits its bounds`));
  }
  const examples = keywords.examples.filter(
    (one): one is string => typeof one === "string" && fits(one),
  );
  const [example] = examples;
  if (near !== undefined && example !== undefined) {
    return fc.constantFrom(example, ...examples.slice(1));
  }
  const fault = (): NotGenerated =>
    new NotGenerated(`no string was found for the pattern ${pattern}`, pattern);
  try {
    const parts = patterns.map((one) => stringMatching(one, fc));
    const joined = fc.tuple(...parts).map((texts) => texts.join(""));
    const either = parts.length > 1 ? fc.oneof(...parts, joined) : joined;
    const matching = own.fitting(either, fits, fault);
    // The first string shows whether there is one at all.
    fc.sample(matching, { numRuns: 1, seed: 1 });
    return matching;
  } catch {
    if (example !== undefined) {
      return fc.constantFrom(example, ...examples.slice(1));
    }
    if (near !== undefined) {
      return own.fitting(near, fits, fault);
    }
    throw fault();
  }
}

// JSON Schema counts characters, not code units.
function isLength(text: string, least: number, most: number): boolean {
  const length = Array.from(text).length;
  return length >= least && length <= most;
}

function plainStrings(
  least: number,
  most: number,
  { fc, own, isPlain }: StringMaking,
): Arbitrary<string> {
  const fits = (text: string): boolean => isLength(text, least, most);
  if (isPlain) {
    const words = fc
      .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 })
      .map((chosen) => chosen.join(" "))
      .map((text) => text.slice(0, Math.min(most, LONGEST)).padEnd(least, "."));
    return words;
  }
  const longest = Math.max(least, Math.min(most, LONGEST));
  const usual = Math.max(least, Math.min(most, USUAL));
  const odd = ODD.filter(fits);
  const exactly = (length: number): Arbitrary<string> =>
    fc.string({ minLength: length, maxLength: length, unit: "grapheme-ascii" });
  const choices = [
    { weight: 6, arbitrary: fc.string({ minLength: least, maxLength: usual, size: "max" }) },
    {
      weight: 3,
      arbitrary: fc.string({ minLength: least, maxLength: usual, size: "max", unit: "binary" }),
    },
    { weight: 1, arbitrary: exactly(least) },
    { weight: 1, arbitrary: exactly(longest) },
    ...(odd.length === 0 ? [] : [{ weight: 3, arbitrary: fc.constantFrom(...odd) }]),
  ];
  return own.fitting(
    fc.oneof(...choices),
    fits,
    () => new NotGenerated(`no string has ${least} to ${most} characters`),
  );
}

/** Strings near a pattern. Parts that fast-check does not support are dropped, so the real pattern must judge the strings. */
function stringMatching(pattern: string, fc: FastCheck): Arbitrary<string> {
  const exact = regExpOf(pattern);
  if (exact !== undefined) {
    try {
      return fc.stringMatching(exact);
    } catch {
      // It has an assertion or a class that is not supported.
    }
  }
  const simple = simplePattern(pattern);
  return fc.stringMatching(regExpOf(simple) ?? /^$/);
}

/** A pattern without assertions, back references and word boundaries, and with plain letters for Unicode classes. */
export function simplePattern(pattern: string): string {
  let simple = "";
  for (let index = 0, inClass = false; index < pattern.length; index++) {
    const rest = pattern.slice(index);
    const [dropped] = (inClass ? null : /^(?:\\[bB]|\\[1-9]\d*|\\k<\w+>)/.exec(rest)) ?? [];
    const assertion = inClass ? null : /^\(\?<?[=!]/.exec(rest);
    const [property, negated, , name = ""] = /^\\(p|P)\{(?:(\w+)=)?(\w+)\}/.exec(rest) ?? [];
    if (dropped !== undefined) {
      index += dropped.length - 1;
    } else if (assertion !== null) {
      index += groupLength(rest) - 1;
    } else if (property !== undefined) {
      const letters = negated === "P" ? "_" : (CLASSES.get(name.charAt(0)) ?? "a-z");
      simple += inClass ? letters : `[${letters}]`;
      index += property.length - 1;
    } else if (rest.startsWith("\\")) {
      simple += rest.slice(0, 2);
      index++;
    } else {
      inClass = inClass ? !rest.startsWith("]") : rest.startsWith("[");
      simple += rest.charAt(0);
    }
  }
  return simple;
}

const CLASSES: ReadonlyMap<string, string> = new Map([
  ["L", "a-zA-Z"],
  ["N", "0-9"],
  ["P", ".,!?"],
  ["S", "+=<>"],
  ["Z", " "],
]);

/** How long the group at the start of a pattern is. */
function groupLength(pattern: string): number {
  let depth = 0;
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const one = pattern.charAt(index);
    if (one === "\\") {
      index++;
    } else if (inClass) {
      inClass = one !== "]";
    } else if (one === "[") {
      inClass = true;
    } else if (one === "(") {
      depth++;
    } else if (one === ")" && --depth === 0) {
      return index + 1;
    }
  }
  return pattern.length;
}

/** Strings of a format; `undefined` for a format that only describes. */
function formatted(format: string, making: StringMaking): Arbitrary<string> | undefined {
  const { fc } = making;
  switch (format) {
    case "date":
      return moments(making).map((text) => text.slice(0, 10));
    case "time":
      return moments(making).map((text) => text.slice(11));
    case "date-time":
      return moments(making);
    case "duration":
      return fc.integer({ min: 1, max: 99 }).map((count) => `PT${count}M`);
    case "uuid":
      return fc.uuid({ version: 4 });
    case "email":
    case "idn-email":
      return emails(making);
    case "hostname":
    case "idn-hostname":
      return hosts(making);
    case "ipv4":
      return fc.ipV4();
    case "ipv6":
      return fc.ipV6();
    case "uri":
    case "url":
    case "iri":
    case "uri-reference":
    case "iri-reference":
    case "uri-template":
      return uris(making);
    case "json-pointer":
      return fc.constantFrom("", "/a", "/a/0");
    case "regex":
      return fc.constantFrom("^a+$", "[0-9]*");
    case "byte":
    case "base64":
      return fc.base64String({ maxLength: 40 });
    default:
      return undefined;
  }
}

function moments({ fc, isPlain }: StringMaking): Arbitrary<string> {
  const [min, max] = isPlain ? ["2024", "2026"] : ["1970", "2099"];
  const range = { min: new Date(min), max: new Date(max), noInvalidDate: true } as const;
  const instants = fc.date(range).map((date) => date.toISOString());
  return isPlain ? instants.map((text) => `${text.slice(0, 19)}Z`) : instants;
}

function hosts({ fc, isPlain }: StringMaking): Arbitrary<string> {
  return isPlain ? fc.constantFrom(...WORDS).map((word) => `${word}.example`) : fc.domain();
}

function uris(making: StringMaking): Arbitrary<string> {
  const { fc, isPlain } = making;
  return isPlain
    ? fc
        .tuple(hosts(making), fc.constantFrom(...WORDS))
        .map(([host, word]) => `https://${host}/${word}`)
    : fc.webUrl({ withQueryParameters: true });
}

function emails(making: StringMaking): Arbitrary<string> {
  const { fc, isPlain } = making;
  return isPlain
    ? fc.tuple(fc.constantFrom(...WORDS), hosts(making)).map(([word, host]) => `${word}@${host}`)
    : fc.emailAddress().filter((address) => /^[\w.+-]+@/.test(address) && !address.includes(".."));
}
