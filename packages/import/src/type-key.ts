// Whether two ids have the same type.
import type { ContractType } from "bough/contract";

/** A text that is equal for equal types; without bounds if they are not declared. */
export function typeKey(type: ContractType, { bounds }: { readonly bounds: boolean }): string {
  const { min, max, pattern, delimiters, values, alternatives = [], element } = type;
  const inside = [...alternatives, ...(element === undefined ? [] : [element])];
  const more = [
    ...(values === undefined ? [] : [values]),
    ...(delimiters === undefined ? [] : [delimiters]),
    ...(bounds ? [min, max, pattern] : []),
    ...inside.map((one) => typeKey(one, { bounds })),
  ];
  return more.every((one) => one === undefined) ? type.type : `${type.type}${JSON.stringify(more)}`;
}
