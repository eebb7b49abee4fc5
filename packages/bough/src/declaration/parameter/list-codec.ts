// Encodes and decodes lists. The parameter type of a list refers to this codec, so a client without
// lists does not bundle it.
import { Issue } from "./parameter.ts";
import type { AnyParameter, ListCodec } from "./parameter.ts";
import { firstIssue, refine, wellFormed } from "./parameter-codec.ts";

export const listCodec: ListCodec = {
  encode: (type, value = []) => {
    const { encode } = type["~parameter"];
    if (!Array.isArray(value)) {
      return new Issue("must be a list");
    }
    const texts: string[] = [];
    const elements: readonly unknown[] = value;
    for (const element of elements) {
      const text = wellFormed(encode(element));
      if (text instanceof Issue) {
        return text;
      }
      texts.push(text);
    }
    return listIssue(type, value) ?? texts;
  },

  decode: (type, texts) => {
    const { decode } = type["~parameter"];
    const values: unknown[] = [];
    for (const text of texts) {
      const value = decode(text);
      if (value instanceof Issue) {
        return value;
      }
      values.push(value);
    }
    return decodedList(type, values);
  },

  refusedLine: (texts) =>
    JSON.stringify(elementsOf(texts.join())) === JSON.stringify(texts)
      ? undefined
      : new Issue(
          "must not have an element that is empty, or has a comma or spaces at its start or end",
        ),

  elementsOf,
};

/** An `Issue` if a list is too short or too long, or a check refuses it. */
export function listIssue(type: AnyParameter, value: readonly unknown[]): Issue | undefined {
  return outOfBounds(type, value) ?? firstIssue(type["~parameter"].checks, value);
}

/** The list of these decoded elements; an `Issue` if it is too short or too long, or a check refuses it. */
export function decodedList(type: AnyParameter, values: readonly unknown[]): unknown {
  const { checks } = type["~parameter"];
  return outOfBounds(type, values) ?? (checks.length === 0 ? values : refine(checks, values));
}

function outOfBounds(type: AnyParameter, { length }: readonly unknown[]): Issue | undefined {
  const { min = 0, max = Infinity } = type["~parameter"].list ?? {};
  if (length < min) {
    return new Issue(`must have a length of at least ${min}`);
  }
  return length > max ? new Issue(`must have a length of at most ${max}`) : undefined;
}

function elementsOf(line: string): string[] {
  return line
    .split(",")
    .map((element) => element.trim())
    .filter(Boolean);
}
