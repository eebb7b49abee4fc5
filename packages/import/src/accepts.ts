// Whether a default of the document is a value of its type, as Bough decodes it.
import type { ContractType } from "bough/contract";
import { hasLiteral } from "./json.ts";

export function accepts(type: ContractType, value: string): boolean {
  switch (type.type) {
    case "integer":
      return /^-?(?:0|[1-9]\d{0,15})$/.test(value) && Number.isSafeInteger(Number(value));
    case "number":
      return (
        /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value) && hasLiteral(Number(value))
      );
    case "boolean":
      return value === "true" || value === "false";
    case "uuid":
      return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
    case "date":
      return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
    case "dateTime":
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/.test(value);
    case "oneOf":
      return (type.values ?? []).map(String).includes(value);
    case "either":
      return (type.alternatives ?? []).some((one) => accepts(one, value));
    default:
      return type.type === "string";
  }
}
