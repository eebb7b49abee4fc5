// The parameter type of an object with declared members, one pair of a query or form for each of
// their texts: `created[gte]=1&created[lt]=5`.
import type { None, Named } from "../../shared/internal/record.ts";
import {
  isAbsent,
  membersOf,
  nothingGiven,
  readMember,
  within,
  writeMember,
} from "./named-texts.ts";
import { decodeAll, firstIssue, refine } from "./parameter-codec.ts";
import { isPlainObject, madeOfPairs, isEmptyIfAbsent, NO_MEMBERS } from "./pairs-type.ts";
import { parametersOf } from "./parameter-make.ts";
import {
  Issue,
  type AnyParameter,
  type ObjectStyleName,
  type Parameter,
  type ParameterCheck,
  type ParameterParts,
  type ParametersInput,
  type ParametersOutput,
  type QueryCodec,
  type QueryPair,
  type RequiredNames,
} from "./parameter.ts";

/** The parameter type that `object` returns. An object whose members may all be left out is `{}` if it is absent. */
export type ObjectParameter<R> = [RequiredNames<R>] extends [never]
  ? Parameter<MembersGiven<R> | undefined, ParametersOutput<R>, "record">
  : Parameter<MembersGiven<R>, ParametersOutput<R>>;

/** How an object or a record is written. */
export interface ObjectOptions {
  /**
   * How a query or form carries the members: `created[gte]=1` ("brackets"), or under their own names,
   * `gte=1` ("spread"). Default "brackets".
   */
  readonly style?: ObjectStyleName;
}

// One object, so that editors show its members.
type MembersGiven<R> = {
  [Name in keyof ParametersInput<R>]: ParametersInput<R>[Name];
};

/**
 * Declares a parameter that is an object in a query or form: `created: object({ gte: integer().optional()
 * })` is `created[gte]=1`, and `gte=1` with the style "spread". Objects may be members of objects, at
 * most five deep. Absent members are left out of the value.
 */
export function object<const R extends Named & ParameterCheck<R, None>>(
  shape: R,
  options?: ObjectOptions,
): ObjectParameter<R>;
export function object(shape: ParameterParts, options: ObjectOptions = {}): AnyParameter {
  const members = parametersOf(shape);
  const { style = "brackets" } = options;
  return madeOfPairs("object", objectCodec(new Map(members), style === "spread"), {
    ...options,
    style,
    members: Object.fromEntries(members),
  });
}

const objectCodec = (declared: ReadonlyMap<string, AnyParameter>, spread: boolean): QueryCodec => ({
  bracketed: !spread,
  spread: spread ? { members: declared } : undefined,

  write: (type, value) => {
    const { optional, checks } = type["~parameter"];
    if (value === undefined) {
      return optional || isEmptyIfAbsent(type) ? [] : new Issue("is missing");
    }
    if (!isPlainObject(value)) {
      return new Issue("must be an object");
    }
    const pairs: QueryPair[] = [];
    for (const key of Object.keys(value)) {
      if (!declared.has(key) && value[key] !== undefined) {
        return within(UNDECLARED, key);
      }
    }
    for (const [key, member] of declared) {
      const given = Object.hasOwn(value, key) ? value[key] : undefined;
      const written = writeMember(member, key, given, spread);
      if (written instanceof Issue) {
        return written;
      }
      pairs.push(...written);
    }
    return firstIssue(checks, value) ?? pairs;
  },

  read: (type, given) => {
    if (isAbsent(given) && !isEmptyIfAbsent(type)) {
      return decodeAll(type, undefined);
    }
    const members = given.texts.length > 0 ? NO_MEMBERS : membersOf(given);
    if (members instanceof Issue) {
      return members;
    }
    for (const key of given.strict ? members.keys() : []) {
      if (!declared.has(key)) {
        return within(UNDECLARED, key);
      }
    }
    const value: Record<string, unknown> = Object.create(null);
    for (const [key, member] of declared) {
      const read = readMember(member, key, members.get(key) ?? nothingGiven(given.strict));
      if (read instanceof Issue) {
        return read;
      }
      if (read !== undefined) {
        value[key] = read;
      }
    }
    return refine(type["~parameter"].checks, value);
  },
});

const UNDECLARED = /* @__PURE__ */ new Issue("is not declared");
