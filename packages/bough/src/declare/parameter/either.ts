// The parameter type of values of several types, which their texts tell apart.
import type { ParameterSentences } from "../../shared/internal/type-error.ts";
import type { ElementCheck, ElementGiven } from "./list.ts";
import { isAbsent, readNamed } from "./named-texts.ts";
import { madeOfPairs } from "./pairs-type.ts";
import { decodeAll, decodeOne, encodeOne, firstIssue, refine } from "./parameter-codec.ts";
import { elementOf, makeAny } from "./parameter-make.ts";
import {
  Issue,
  type AnyParameter,
  type NamedTexts,
  type Parameter,
  type ParameterLike,
  type ParameterReceived,
  type QueryCodec,
  type QueryPair,
} from "./parameter.ts";
import { writePairs } from "./query.ts";

/**
 * Declares a parameter of several types: `either(integer(), oneOf("all"))`. A text is decoded
 * by the first type that accepts it. A value whose text another type would decode is refused before
 * it is sent: `either(integer(), string())` cannot carry `"5"`.
 */
export function either<const Types extends readonly unknown[]>(
  ...types: { readonly [Index in keyof Types]: AlternativeCheck<Types[Index]> }
): Parameter<ElementGiven<Types[number]>, ParameterReceived<Types[number]>>;
export function either(...types: readonly ParameterLike[]): AnyParameter {
  const alternatives = types.map((type) => elementOf("either", type));
  return alternatives.some((type) => type["~parameter"].query)
    ? madeOfPairs("either", eitherCodec(alternatives), { alternatives })
    : makeAny(
        "either",
        (text) => decodeFirst(alternatives, (type) => decodeOne(type, text)),
        (value) =>
          encodeOnly(alternatives, {
            encode: (type) => encodeOne(type, value),
            decode: (type, text) => decodeOne(type, text),
          }),
        { alternatives },
      );
}

type AlternativeCheck<Type> = ElementCheck<Type, ParameterSentences["alternative"]>;

const eitherCodec = (alternatives: readonly AnyParameter[]): QueryCodec => ({
  bracketed: true,

  write: (type, value) => {
    const { optional, checks } = type["~parameter"];
    if (value === undefined) {
      return optional ? [] : new Issue("is missing");
    }
    const pairs = encodeOnly<readonly QueryPair[]>(alternatives, {
      encode: (one) => {
        const written = writePairs(one, value);
        return !(written instanceof Issue) && written.length === 0 ? EMPTY : written;
      },
      decode: (one, written) => readNamed(one, givenBy(written)),
    });
    return pairs instanceof Issue ? pairs : (firstIssue(checks, value) ?? pairs);
  },

  read: (type, given) => {
    if (isAbsent(given)) {
      return decodeAll(type, undefined);
    }
    const value = decodeFirst(alternatives, (one) => readNamed(one, given));
    return value instanceof Issue ? value : refine(type["~parameter"].checks, value);
  },
});

const EMPTY = /* @__PURE__ */ new Issue("must not be empty");

function givenBy(pairs: readonly QueryPair[]): NamedTexts {
  return {
    texts: pairs.filter(([brackets]) => brackets === "").map(([, raw]) => raw),
    below: pairs.filter(([brackets]) => brackets !== ""),
    strict: false,
  };
}

function decodeFirst(
  alternatives: readonly AnyParameter[],
  decode: (type: AnyParameter) => unknown,
): unknown {
  const issues: Issue[] = [];
  for (const type of alternatives) {
    const value = decode(type);
    if (!(value instanceof Issue)) {
      return value;
    }
    issues.push(value);
  }
  return issueOf(issues);
}

interface Directions<Written> {
  readonly encode: (type: AnyParameter) => Written | Issue;
  readonly decode: (type: AnyParameter, written: Written) => unknown;
}

/** Encodes with the first type that also is the first to decode the result. */
function encodeOnly<Written>(
  alternatives: readonly AnyParameter[],
  { encode, decode }: Directions<Written>,
): Written | Issue {
  const issues: Issue[] = [];
  for (const type of alternatives) {
    const written = encode(type);
    if (written instanceof Issue) {
      issues.push(written);
    } else if (alternatives.find((one) => !(decode(one, written) instanceof Issue)) === type) {
      return written;
    } else {
      return new Issue("must not be a value that arrives as another type");
    }
  }
  return issueOf(issues);
}

function issueOf(issues: readonly Issue[]): Issue {
  const messages = issues.map(({ message, at }) => `${at} ${message}`.trim());
  return new Issue([...new Set(messages)].join(", or "));
}
