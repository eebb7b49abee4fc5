// How queries and forms carry lists, except for lists of repeated names.
import { decodeQueryValue, encodeQueryComponent } from "../../shared/http/percent.ts";
import { decodedList, givenList, listIssue } from "./list-codec.ts";
import { membersOf, readMember, within, writeMember } from "./named-texts.ts";
import { decodeAll, writeTexts } from "./parameter-codec.ts";
import {
  Issue,
  type AnyParameter,
  type ListStyleName,
  type NamedTexts,
  type QueryCodec,
  type QueryPair,
} from "./parameter.ts";
import { decodeTexts } from "./query.ts";

/** The codec of a style; `undefined` for repeated names. */
export function codecOfStyle(style: ListStyleName, element: AnyParameter): QueryCodec | undefined {
  return style === "indexed"
    ? indexed(element)
    : style === "brackets"
      ? brackets
      : style === "comma"
        ? delimited(",", "a comma")
        : style === "space"
          ? delimited(" ", "a space")
          : style === "pipe"
            ? delimited("|", 'a "|"')
            : undefined;
}

function delimited(delimiter: string, noun: string): QueryCodec {
  const isComma = delimiter === ",";
  return {
    bracketed: false,
    write: (type, value) => {
      const texts = writeTexts(type, value);
      if (texts instanceof Issue || texts[0] === undefined) {
        return texts instanceof Issue ? texts : [];
      }
      // A space and a pipe are escaped themselves.
      const written = isComma ? delimiter : encodeURIComponent(delimiter);
      return texts.some((text) => text.includes(delimiter))
        ? new Issue(`must not have an element with ${noun}`)
        : [["", texts.map(encodeQueryComponent).join(written)]];
    },
    read: (type, { texts: [raw, second], below }) => {
      if (below[0]) {
        return new Issue("must not have members");
      }
      if (raw === undefined || second !== undefined) {
        return raw === undefined
          ? decodeAll(type, undefined)
          : new Issue("is given more than once");
      }
      // An escaped comma belongs to its element, so it is split before it is decoded (RFC 6570 3.2.8).
      const texts = isComma
        ? raw.split(delimiter).map(decodeQueryValue)
        : decodeQueryValue(raw)?.split(delimiter);
      return texts?.every((text) => text !== undefined)
        ? decodeAll(type, texts)
        : new Issue("must not have a broken escape");
    },
  };
}

const brackets: QueryCodec = {
  bracketed: true,
  write: (type, value) => {
    const texts = writeTexts(type, value);
    return texts instanceof Issue ? texts : texts.map((text) => ["[]", encodeQueryComponent(text)]);
  },
  read: (type, { texts, below }) =>
    texts.length > 0 || below.some(([name]) => name !== "[]")
      ? new Issue('must be named with "[]" at its end')
      : decodeTexts(
          type,
          below.map(([, raw]) => raw),
        ),
};

const indexed = (element: AnyParameter): QueryCodec => ({
  bracketed: true,
  write: (type, given) => {
    const value = givenList(type, given);
    if (value instanceof Issue) {
      return value;
    }
    const pairs: QueryPair[] = [];
    // Not `entries` of the list itself, whose gaps must be refused too.
    for (const [index, one] of Array.from<unknown>(value ?? []).entries()) {
      const written = writeMember(element, String(index), one);
      if (written instanceof Issue || isEmpty(written)) {
        return written instanceof Issue ? written : within(EMPTY, String(index));
      }
      pairs.push(...written);
    }
    return (value && listIssue(type, value)) ?? pairs;
  },
  read: (type, given) => {
    const members = given.texts.length > 0 ? UNINDEXED : membersOf(given);
    if (members instanceof Issue) {
      return members;
    }
    const values: unknown[] = [];
    for (let index = 0; index < members.size; index++) {
      const key = String(index);
      const member = members.get(key);
      if (member === undefined) {
        return UNINDEXED;
      }
      const value = isEmptyText(member) ? within(EMPTY, key) : readMember(element, key, member);
      if (value instanceof Issue) {
        return value;
      }
      values.push(value);
    }
    return decodedList(type, values);
  },
});

const EMPTY = /* @__PURE__ */ new Issue("must not be empty");
const UNINDEXED = /* @__PURE__ */ new Issue("must have the indexes [0], [1] … without gaps");

// Other parsers drop an empty element, and the elements behind it move.
function isEmpty(pairs: readonly QueryPair[]): boolean {
  const [first, second] = pairs;
  return first === undefined || (second === undefined && /^\[\d+\]$/.test(first[0]) && !first[1]);
}

function isEmptyText({ texts: [text, second], below }: NamedTexts): boolean {
  return text === "" && second === undefined && below.length === 0;
}
