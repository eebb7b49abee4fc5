// The texts of a query or form under a name with brackets: grouped by their first key, one level at a
// time, so no name makes a reader go deeper than the declaration.
import { isWellFormed } from "../../shared/http/percent.ts";
import { Issue, type AnyParameter, type NamedTexts, type QueryPair } from "./parameter.ts";
import { decodeTexts, writePairs } from "./query.ts";

/** Keys that would reach the prototype of a JavaScript object. */
const PROTOTYPE_KEYS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "__proto__",
  "constructor",
  "prototype",
]);

/** An `Issue` if brackets cannot carry a key, or if it cannot be a name where it is spread. */
export function keyIssue(key: string, spread = false): Issue | undefined {
  if (PROTOTYPE_KEYS.has(key)) {
    return new Issue(`must not have the key "${key}"`);
  }
  const carried = spread ? /^[^\0]+$/ : /^[^[\]\0]+$/;
  return carried.test(key) && isWellFormed(key)
    ? undefined
    : new Issue(`must not have a key that is empty or has ${spread ? "" : "a bracket or "}U+0000`);
}

/** The texts below a name by their first key; an `Issue` for a key that brackets cannot carry. */
export function membersOf({
  below,
  strict,
  members: own,
}: NamedTexts): ReadonlyMap<string, NamedTexts> | Issue {
  if (own) {
    return own;
  }
  const members = new Map<
    string,
    { texts: string[]; below: [string, string][]; strict: boolean }
  >();
  for (const [brackets, raw] of below) {
    const end = brackets.indexOf("]");
    const key = brackets.slice(1, end);
    const rest = brackets.slice(end + 1);
    const issue = end < 0 || (rest !== "" && !rest.startsWith("[")) ? keyIssue("[") : keyIssue(key);
    if (issue) {
      return issue;
    }
    let member = members.get(key);
    if (member === undefined) {
      member = { texts: [], below: [], strict };
      members.set(key, member);
    }
    if (rest === "") {
      member.texts.push(raw);
    } else {
      member.below.push([rest, raw]);
    }
  }
  return members;
}

/** Whether nothing was given. */
export function isAbsent({ texts, below, members }: NamedTexts): boolean {
  return texts.length === 0 && below.length === 0 && !members?.size;
}

/** Nothing under a name. */
export function nothingGiven(strict: boolean): NamedTexts {
  return { texts: [], below: [], strict };
}

/** Decodes a member from its texts; the `Issue` of an invalid one says where it is. */
export function readMember(type: AnyParameter, key: string, given: NamedTexts): unknown {
  const value = readNamed(type, given);
  return value instanceof Issue ? within(value, key) : value;
}

/** Decodes a value from the texts of its name. */
export function readNamed(type: AnyParameter, given: NamedTexts): unknown {
  const { query } = type["~parameter"];
  if (query) {
    return query.read(type, given);
  }
  return given.below.length > 0
    ? new Issue("must not have members")
    : decodeTexts(type, given.texts);
}

/** Encodes a member, its key in brackets or spread; the `Issue` of an invalid one says where it is. */
export function writeMember(
  type: AnyParameter,
  key: string,
  value: unknown,
  spread = false,
): readonly QueryPair[] | Issue {
  const pairs = writePairs(type, value);
  return pairs instanceof Issue
    ? within(pairs, key)
    : pairs.map(([brackets, text]) => [(spread ? key : `[${key}]`) + brackets, text]);
}

/** The issue of a part as that of the whole. */
export function within({ message, at }: Issue, key: string): Issue {
  return new Issue(message, `[${key}]${at}`);
}
