// A regular expression that matches in linear time and knows strings that match it. `RegExp` may need exponential time
// for patterns of documents that somebody else wrote. Look-around, references and word borders are not read.

/** A pattern of JSON Schema, which may match anywhere in a string. */
export interface Pattern {
  readonly matches: (text: string) => boolean;
  /** Some strings that match, the shortest first. */
  readonly samples: () => readonly string[];
}

/** Reads a pattern; `undefined` if it has constructs that cannot be matched in linear time, or is too large. */
export function patternOf(source: string): Pattern | undefined {
  const known = patterns.get(source);
  if (known !== undefined || patterns.has(source)) {
    return known;
  }
  let made: Pattern | undefined;
  try {
    // The source must be a pattern: the reader takes it loosely.
    made = patternIn(new Reader(source), new RegExp(source, "u"));
  } catch {
    made = undefined;
  }
  if (patterns.size > MOST_KNOWN) {
    patterns.clear();
  }
  patterns.set(source, made);
  return made;
}

const patterns = new Map<string, Pattern | undefined>();
const MOST_KNOWN = 1_000;
const MOST_STATES = 5_000;
const LONGEST_SAMPLE = 64;

const PROBES = Array.from("a0A-_1b./@ :Z9+#,~!é漢");
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

type Test = (character: string) => boolean;

/** A state of the automaton. `end` is where it accepts. */
type State =
  | {
      readonly kind: "character";
      readonly test: Test;
      /** A character that fits. */
      readonly probe: string | undefined;
      readonly next: number;
    }
  | { readonly kind: "split"; readonly next: number[] }
  | { readonly kind: "first" | "last"; readonly next: number }
  | { readonly kind: "end" };

/** A part of a pattern: adds its states before `next` and returns the first of them. */
type Part = (states: State[], next: number) => number;

function add(states: State[], state: State): number {
  if (states.length > MOST_STATES) {
    throw new RangeError("the pattern is too large");
  }
  return states.push(state) - 1;
}

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Part {
    const part = this.#alternatives();
    if (this.#at < this.#source.length) {
      throw new SyntaxError("unexpected )");
    }
    return part;
  }

  #alternatives(): Part {
    const parts = [this.#sequence()];
    while (this.#take("|")) {
      parts.push(this.#sequence());
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined
      ? only
      : (states, next) =>
          add(states, { kind: "split", next: parts.map((part) => part(states, next)) });
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at] ?? "")) {
      parts.push(this.#repeated(this.#atom()));
    }
    return (states, next) => parts.reduceRight((after, part) => part(states, after), next);
  }

  #atom(): Part {
    if (this.#take("^")) {
      return (states, next) => add(states, { kind: "first", next });
    }
    if (this.#take("$")) {
      return (states, next) => add(states, { kind: "last", next });
    }
    if (this.#take("(")) {
      if (this.#take("?") && !this.#take(":")) {
        const [named] = /^<[A-Za-z_]\w*>/.exec(this.#source.slice(this.#at)) ?? [];
        if (named === undefined) {
          throw new SyntaxError("look-around");
        }
        this.#at += named.length;
      }
      const inner = this.#alternatives();
      this.#take(")");
      return inner;
    }
    const text = this.#character();
    // One character: `RegExp` needs no time for it.
    const own = new RegExp(`^(?:${text})$`, "su".replace("s", text === "." ? "" : "s"));
    const test = (one: string): boolean => own.test(one);
    const probe = [...PROBES, ...Array.from(text)].find(test) ?? ASCII.find(test);
    return (states, next) => add(states, { kind: "character", test, probe, next });
  }

  #character(): string {
    const rest = this.#source.slice(this.#at);
    const [found] = CHARACTER.exec(rest) ?? [];
    if (found === undefined || /^\\[bBk1-9]/.test(found)) {
      throw new SyntaxError("not a character");
    }
    this.#at += found.length;
    return found;
  }

  #repeated(part: Part): Part {
    const [found, least, comma, most] =
      /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at)) ?? [];
    if (found === undefined) {
      return part;
    }
    this.#at += found.length;
    const min = found.startsWith("+") ? 1 : Number(least ?? 0);
    const bounded = comma === "" ? min : most === "" ? Infinity : Number(most);
    const max = found.startsWith("{") ? bounded : found.startsWith("?") ? 1 : Infinity;
    return (states, next) => {
      let after = next;
      if (max === Infinity) {
        const loop: State & { readonly kind: "split" } = { kind: "split", next: [] };
        after = add(states, loop);
        loop.next.push(part(states, after), next);
      } else {
        for (let count = min; count < max; count++) {
          after = add(states, { kind: "split", next: [part(states, after), next] });
        }
      }
      for (let count = 0; count < min; count++) {
        after = part(states, after);
      }
      return after;
    };
  }

  #take(character: string): boolean {
    const isNext = this.#source.startsWith(character, this.#at);
    this.#at += isNext ? character.length : 0;
    return isNext;
  }
}

const CHARACTER =
  /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[\s\S])|[^[\\])/u;

function patternIn(reader: Reader, _checked: RegExp): Pattern {
  const states: State[] = [{ kind: "end" }];
  const start = reader.whole()(states, 0);
  return {
    matches: (text) => matches(states, start, Array.from(text)),
    samples: () => samplesOf(states, start),
  };
}

/** The characters and the end that can be reached without reading. */
function reached(
  states: readonly State[],
  from: Iterable<number>,
  { first, last }: { readonly first: boolean; readonly last: boolean },
): ReadonlySet<number> {
  const found = new Set(from);
  for (const at of found) {
    const state = states[at];
    if (state?.kind === "split") {
      state.next.forEach((next) => found.add(next));
    } else if ((state?.kind === "first" && first) || (state?.kind === "last" && last)) {
      found.add(state.next);
    }
  }
  return found;
}

function matches(states: readonly State[], start: number, text: readonly string[]): boolean {
  let before: number[] = [];
  for (let index = 0; index <= text.length; index++) {
    const borders = { first: index === 0, last: index === text.length };
    const here = reached(states, [...before, start], borders);
    if (here.has(0)) {
      return true;
    }
    const character = text[index] ?? "";
    before = [...here].flatMap((at) => {
      const state = states[at];
      return state?.kind === "character" && state.test(character) ? [state.next] : [];
    });
  }
  return false;
}

// Breadth first: strings that end as soon as they match, at most two for each length.
function samplesOf(states: readonly State[], start: number): readonly string[] {
  const found = new Map<number, string[]>();
  let front = new Map<number, string>([[start, ""]]);
  for (let length = 0; length <= LONGEST_SAMPLE && front.size > 0; length++) {
    const next = new Map<number, string>();
    for (const [at, text] of front) {
      const here = reached(states, [at], { first: length === 0, last: true });
      if (here.has(0)) {
        found.set(length, [...(found.get(length) ?? []), text].slice(0, 2));
      }
      for (const one of reached(states, [at], { first: length === 0, last: false })) {
        const state = states[one];
        if (state?.kind === "character" && state.probe !== undefined && !next.has(state.next)) {
          next.set(state.next, text + state.probe);
        }
      }
    }
    front = next;
  }
  return [...found.values()].flat();
}
