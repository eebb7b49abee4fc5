// Parameter types whose value is several pairs of a query or form. No id and no header carries them.
import { fieldsOf, isRecord } from "../../shared/internal/record.ts";
import { wrongArgument } from "../../shared/internal/wrong-argument.ts";
import { kindOf } from "./parameter-kind.ts";
import { chained, dataOf } from "./parameter-make.ts";
import {
  Issue,
  type AnyParameter,
  type Parameter,
  type Presence,
  type QueryCodec,
} from "./parameter.ts";
import { writePairsOf } from "./query.ts";

/** Makes a parameter type that only queries and forms carry. */
export function madeOfPairs<Given, Received, P extends Presence>(
  kind: string,
  query: QueryCodec,
  constraints: object,
): Parameter<Given, Received, P> {
  const { style = "brackets" } = fieldsOf(constraints);
  if (style !== "brackets" && style !== "spread") {
    wrongArgument(kind, 'the style "brackets" or "spread"', style);
  }
  const refuse = (): Issue => NO_TEXT;
  return chained({
    ...dataOf(kind, refuse, refuse, constraints),
    query,
    writeQuery: writePairsOf,
  });
}

const NO_TEXT = /* @__PURE__ */ new Issue("is in queries and forms only");

/** The `Issue` for one text in place of members. */
export const NO_MEMBERS: Issue = /* @__PURE__ */ new Issue(
  "must have its members in brackets after the name",
);

/** Whether an absent value is `{}`: a record, and an object whose members may all be left out. */
export function isEmptyIfAbsent(type: AnyParameter): boolean {
  const data = kindOf(type);
  return (
    data.kind === "record" ||
    (data.kind === "object" && Object.values(data.constraints.members).every(mayBeAbsent))
  );
}

/** Whether a sender may leave the value out. */
export function mayBeAbsent(type: AnyParameter): boolean {
  const { optional, list } = type["~parameter"];
  return optional || list !== undefined || isEmptyIfAbsent(type);
}

/** Whether a value is an object of names and values, and nothing that has a format of its own, such as a `Date`. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && Object.prototype.toString.call(value) === "[object Object]";
}
