// A value of JSON as an expression.
import { numberText, propertyName, quoted } from "../source-text.ts";
import { entriesOf } from "../json.ts";
import { group, object, type Doc } from "./layout.ts";

export function dataText(value: unknown): Doc {
  if (typeof value === "string") {
    return quoted(value);
  }
  if (typeof value === "number") {
    return numberText(value) ?? "null";
  }
  if (typeof value === "boolean") {
    return value ? "true" : "false";
  }
  if (Array.isArray(value)) {
    return group("[", value.map(dataText), "]");
  }
  return value === null
    ? "null"
    : object(entriesOf(value).map(([name, one]) => [`${propertyName(name)}: `, dataText(one)]));
}
