// Encodes and decodes lists. The parameter type of a list refers to this codec, so a client without
// lists does not bundle it.
import { Issue } from "./parameter.ts";
import type { AnyParameter, ListCodec, ListStyle } from "./parameter.ts";
import { firstIssue, refine, wellFormed } from "./parameter-codec.ts";

export const listCodec: ListCodec = {
  encode: (type, value = []) => {
    const { encode, checks } = type["~parameter"];
    if (!Array.isArray(value)) {
      return new Issue("must be a list");
    }
    const texts: string[] = [];
    for (const element of value as readonly unknown[]) {
      const text = wellFormed(encode(element));
      if (text instanceof Issue) {
        return text;
      }
      texts.push(text);
    }
    return outOfBounds(type, texts) ?? firstIssue(checks, value) ?? texts;
  },

  decode: (type, texts) => {
    const { decode, checks } = type["~parameter"];
    const values: unknown[] = [];
    for (const text of texts) {
      const value = decode(text);
      if (value instanceof Issue) {
        return value;
      }
      values.push(value);
    }
    return outOfBounds(type, values) ?? (checks.length === 0 ? values : refine(checks, values));
  },

  refusedLine: (texts) =>
    JSON.stringify(elementsOf(texts.join())) === JSON.stringify(texts)
      ? undefined
      : new Issue(
          "must not have an element that is empty, or has a comma or spaces at its start or end",
        ),

  elementsOf,
};

function outOfBounds(type: AnyParameter, { length }: readonly unknown[]): Issue | undefined {
  const { min, max } = type["~parameter"].list as ListStyle;
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
