// A declaration and a document have the annotations of both: those that types can say.
import type { ContractParameter, ContractType } from "bough/contract";

/** Where a value is: in a contract, in a JSON Schema, or among schemas by name. */
type Within = "contract" | "schema" | "names";

const NAMED = new Set(["properties", "patternProperties", "dependentSchemas"]);

/** A contract without annotations that types cannot say: the properties that only one side sends, and defaults. */
export function forBothSides<T>(value: T, within: Within = "contract"): T {
  if (Array.isArray(value)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy of the same form
    return value.map((one: unknown) => forBothSides(one, within)) as T;
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const kept = Object.entries(value).filter(
    ([name]) => within !== "schema" || !["readOnly", "writeOnly", "default"].includes(name),
  );
  const copied = kept.map(([name, one]: [string, unknown]) => [
    name,
    forBothSides(one, withinOf(within, name)),
  ]);
  const made: object = Object.fromEntries(copied);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy without annotations
  return (
    within === "contract" && isEmptyParameter(made) ? { ...made, required: false } : made
  ) as T;
}

// It need not be sent, whatever a document says.
function isEmptyParameter(value: object): boolean {
  const { name, type, required } = value as Partial<ContractParameter>;
  return (
    required === true &&
    typeof name === "string" &&
    typeof type === "string" &&
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a parameter
    isEmptyIfAbsent(value as ContractParameter)
  );
}

// A value without a form of its own when it is absent: a list, a record, an object without required members.
function isEmptyIfAbsent({ type, members = [] }: ContractType): boolean {
  return (
    type === "list" ||
    type === "record" ||
    (type === "object" && members.every((one) => !one.required || isEmptyIfAbsent(one)))
  );
}

function withinOf(within: Within, name: string): Within {
  if (within === "contract") {
    return name === "schemas" ? "names" : name === "schema" || name === "item" ? "schema" : within;
  }
  return within === "schema" && NAMED.has(name) ? "names" : "schema";
}
