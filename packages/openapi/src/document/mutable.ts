// An object that is filled step by step. A member without a value is left out, as JSON leaves it out.

/** An object that can be written to. */
export type Mutable<Made> = { -readonly [Name in keyof Made]: Made[Name] };

/** Sets a member if it has a value. */
export function put<Made, Name extends keyof Made>(
  draft: Mutable<Made>,
  name: Name,
  value: Made[Name] | undefined,
): void {
  if (value !== undefined) {
    draft[name] = value;
  }
}

/** A list, or `undefined` if it is empty. */
export function filled<Element>(list: readonly Element[]): readonly Element[] | undefined {
  return list.length === 0 ? undefined : list;
}
