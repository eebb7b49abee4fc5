// The parameter type of values by names that the sender chooses: `metadata[color]=red`.
import type { ElementCheck, ElementGiven } from "./list.ts";
import { keyIssue, membersOf, readMember, within, writeMember } from "./named-texts.ts";
import type { ObjectOptions } from "./object.ts";
import { isPlainObject, madeOfPairs, NO_MEMBERS } from "./pairs-type.ts";
import { firstIssue, refine } from "./parameter-codec.ts";
import { elementOf, parametersOf } from "./parameter-make.ts";
import {
  Issue,
  type AnyParameter,
  type Beside,
  type Parameter,
  type ParameterLike,
  type ParameterReceived,
  type QueryCodec,
  type QueryPair,
} from "./parameter.ts";
import { keptNames } from "./query.ts";

/** The parameter type that `record` returns. */
export type RecordParameter<Element> = Parameter<
  Readonly<Record<string, ElementGiven<Element>>> | undefined,
  Readonly<Record<string, ParameterReceived<Element>>>,
  "record"
>;

// A record, unlike a list, can have lists.
type ValueCheck<Element> = Element extends { readonly "~presence": "list" }
  ? Element
  : ElementCheck<Element>;

/**
 * Declares a parameter with values of one type under any keys, in a query or form: `metadata:
 * record(string())` is `metadata[color]=red`. With the style "spread" it is `color=red`, and gets every parameter that
 * nothing else declares. An absent record is `{}`. On the server the value has no prototype. A key must not be empty,
 * `__proto__`, `constructor` or `prototype`, and must not have brackets if it is written in brackets.
 */
export function record<Element>(
  type: ValueCheck<Element>,
  options?: ObjectOptions,
): RecordParameter<Element>;
export function record(type: ParameterLike, options: ObjectOptions = {}): AnyParameter {
  const element = elementOf("record", type);
  const { style = "brackets" } = options;
  const codec = recordCodec(element, style === "spread");
  return madeOfPairs("record", codec, { ...options, style, element });
}

const recordCodec = (element: AnyParameter, spread: boolean): QueryCodec => ({
  bracketed: !spread,
  spread: spread ? { members: undefined } : undefined,

  write: (type, value = {}, beside = ALONE) => {
    if (!isPlainObject(value)) {
      return new Issue("must be an object");
    }
    const pairs: QueryPair[] = [];
    const isTaken = spread ? takenBy(beside) : () => false;
    for (const [key, one] of Object.entries(value)) {
      const refused = isTaken(key)
        ? new Issue(`must not have the key "${key}", which is another parameter`)
        : keyIssue(key, spread);
      const written = refused ?? writeMember(element, key, one, spread);
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
      const refused = spread ? keyIssue(key, spread) : undefined;
      const read = refused ? within(refused, key) : readMember(element, key, member);
      if (read instanceof Issue) {
        return read;
      }
      value[key] = read;
    }
    return refine(type["~parameter"].checks, value);
  },
});

const EMPTY = /* @__PURE__ */ new Issue("must not be empty");

const ALONE: Beside = { parameters: {} };

// A name of another parameter would arrive there.
function takenBy({ parameters, security = [] }: Beside): (key: string) => boolean {
  const keys = security.flatMap((one) => one?.["~queryKeys"] ?? []);
  const { names, bracketed } = keptNames(parametersOf(parameters), keys);
  return (key) => names.has(key) || bracketed?.has(key.split("[", 1).join("")) === true;
}
