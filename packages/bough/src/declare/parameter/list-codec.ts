// Encodes and decodes lists. The parameter type of a list refers to this codec, so a client without
// lists does not bundle it.
import { trimmed } from "../../shared/http/header-value.ts";
import { Issue, type AnyParameter, type ParameterTexts } from "./parameter.ts";
import { firstIssue, lineOf, linesOf, refine } from "./parameter-codec.ts";

/** Writes and reads a list as the texts of its elements. */
export const listTexts: Pick<ParameterTexts, "write" | "read" | "writeLine" | "readLine"> = {
  write: (type: AnyParameter, given) => {
    const { encode } = type["~parameter"];
    const value = givenList(type, given);
    if (value instanceof Issue) {
      return value;
    }
    const texts: string[] = [];
    for (const element of value ?? []) {
      const text = encode(element);
      if (text instanceof Issue) {
        return text;
      }
      texts.push(text);
    }
    return (value && listIssue(type, value)) ?? texts;
  },

  read: (type: AnyParameter, texts = []) => {
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

  writeLine: (type: AnyParameter, name, value) => {
    const texts = type["~parameter"].write(type, value);
    return texts instanceof Issue
      ? texts
      : JSON.stringify(elementsOf(texts.join())) === JSON.stringify(texts)
        ? lineOf(name, texts)
        : new Issue(
            "must not have an element that is empty, or has a comma or spaces at its start or end",
          );
  },

  readLine: (type: AnyParameter, headers, name) => {
    const lines = linesOf(headers, name);
    return type["~parameter"].read(
      type,
      /^set-cookie$/i.test(name) ? lines : lines.flatMap(elementsOf),
    );
  },
};

/** The list that a sender gives; `undefined` if the receiver takes the default, an `Issue` if it is not a list or arrives as the default. */
export function givenList(
  { "~parameter": { fallback } }: AnyParameter,
  value: unknown,
): readonly unknown[] | Issue | undefined {
  if (value === undefined) {
    return fallback ? value : [];
  }
  if (!Array.isArray(value)) {
    return new Issue("must be a list");
  }
  const list: readonly unknown[] = value;
  return fallback && list.length === 0
    ? new Issue("must not be empty, because an absent list is the default")
    : list;
}

/** An `Issue` if a list is too short or too long, or a check refuses it. */
export function listIssue(type: AnyParameter, value: readonly unknown[]): Issue | undefined {
  return outOfBounds(type, value) ?? firstIssue(type["~parameter"].checks, value);
}

/** The list of these decoded elements, or its default for none; an `Issue` if it is too short or too long, or a check refuses it. */
export function decodedList(type: AnyParameter, values: readonly unknown[]): unknown {
  const { checks, fallback } = type["~parameter"];
  if (fallback && values.length === 0) {
    return fallback.value;
  }
  return outOfBounds(type, values) ?? refine(checks, values);
}

function outOfBounds(type: AnyParameter, { length }: readonly unknown[]): Issue | undefined {
  const { min = 0, max = Infinity } = type["~parameter"].list ?? {};
  if (length < min) {
    return new Issue(`must have a length of at least ${min}`);
  }
  return length > max ? new Issue(`must have a length of at most ${max}`) : undefined;
}

/** The elements of a header as its receiver reads them (RFC 9110 5.6.1). */
export function elementsOf(line: string): string[] {
  return line.split(",").map(trimmed).filter(Boolean);
}
