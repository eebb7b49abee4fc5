// The parameter type of values by names that the sender chooses: `metadata[color]=red`.
import type { ElementCheck, ElementGiven } from "./list.ts";
import { keyIssue, membersOf, readMember, within, writeMember } from "./named-texts.ts";
import { isPlainObject, madeOfPairs, NO_MEMBERS } from "./pairs-type.ts";
import { firstIssue, refine } from "./parameter-codec.ts";
import { asParameter } from "./parameter-make.ts";
import { Issue } from "./parameter.ts";
import type {
  AnyParameter,
  Parameter,
  ParameterLike,
  ParameterReceived,
  QueryCodec,
  QueryPair,
} from "./parameter.ts";

/** The parameter type that `record` returns. */
export type RecordParameter<Element> = Parameter<
  Readonly<Record<string, ElementGiven<Element>>> | undefined,
  Readonly<Record<string, ParameterReceived<Element>>>,
  "record"
>;

/**
 * A parameter type for values of one type under any keys, in a query or form: `metadata:
 * record(string())` is `metadata[color]=red`. An absent record is `{}`. On the server the value has
 * no prototype. A key is not empty and has no brackets.
 */
export function record<Element>(type: ElementCheck<Element>): RecordParameter<Element>;
export function record(type: ParameterLike): AnyParameter {
  const element = asParameter(type);
  return madeOfPairs("record", recordCodec(element), { element });
}

const recordCodec = (element: AnyParameter): QueryCodec => ({
  bracketed: true,

  write: (type, value = {}) => {
    if (!isPlainObject(value)) {
      return new Issue("must be an object");
    }
    const pairs: QueryPair[] = [];
    for (const [key, one] of Object.entries(value)) {
      const refused = keyIssue(key);
      const written = refused ?? writeMember(element, key, one);
      if (written instanceof Issue || written.length === 0) {
        return written instanceof Issue ? written : within(EMPTY, key);
      }
      pairs.push(...written);
    }
    return firstIssue(type["~parameter"].checks, value) ?? pairs;
  },

  read: (type, given) => {
    const members = given.texts.length > 0 ? NO_MEMBERS : membersOf(given);
    if (members instanceof Issue) {
      return members;
    }
    const value: Record<string, unknown> = Object.create(null);
    for (const [key, member] of members) {
      const read = readMember(element, key, member);
      if (read instanceof Issue) {
        return read;
      }
      value[key] = read;
    }
    return refine(type["~parameter"].checks, value);
  },
});

const EMPTY = /* @__PURE__ */ new Issue("must not be empty");
