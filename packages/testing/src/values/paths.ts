// Properties inside bodies, by the paths that declarations have.
import type { ContractName } from "bough/contract";

/** The names on the way to a property. */
export function namesOf(name: ContractName | undefined): readonly string[] {
  return typeof name === "string" ? name.split(".") : (name ?? []);
}

/** The value of a property; `undefined` if it is not there. */
export function valueAt(value: unknown, names: readonly string[]): unknown {
  let at = value;
  for (const name of names) {
    const record: Readonly<Record<string, unknown>> = Object(at);
    at = Object.hasOwn(record, name) ? record[name] : undefined;
  }
  return at;
}

/** A copy with another value; without the property for `undefined`. */
export function withValue(
  body: unknown,
  [name, ...more]: readonly string[],
  value: unknown,
): unknown {
  if (name === undefined) {
    return value;
  }
  const record: Readonly<Record<string, unknown>> = Object(body);
  const inner = withValue(Object.hasOwn(record, name) ? record[name] : undefined, more, value);
  const { [name]: _, ...others } = record;
  return inner === undefined ? others : { ...others, [name]: inner };
}
