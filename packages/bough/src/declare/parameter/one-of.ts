// The parameter type of some texts and numbers.
import { Issue, type Parameter } from "./parameter.ts";
import { wellFormed } from "./parameter-codec.ts";
import { makeAny } from "./parameter-make.ts";

/** Declares a parameter that is one of these strings or numbers: `oneOf("up", "down")`, `oneOf(1, 2, 4)`. */
export function oneOf<const Values extends readonly (string | number)[]>(
  ...values: Values
): Parameter<Values[number]> {
  if (!values.every((value) => typeof value === "string" || Number.isFinite(value))) {
    throw new TypeError('oneOf: list strings or numbers, such as oneOf("a", "b")');
  }
  const refused = new Issue(`must be one of ${values.map((value) => shownOf(value)).join(", ")}`);
  const byText = new Map(values.map((value) => [String(value), value]));
  const known: readonly unknown[] = values;
  return makeAny(
    "oneOf",
    (text) => byText.get(text) ?? refused,
    (value) => (known.includes(value) ? wellFormed(String(value)) : refused),
    { values },
  );
}

function shownOf(value: string | number): string {
  return typeof value === "string" ? `"${value}"` : String(value);
}
