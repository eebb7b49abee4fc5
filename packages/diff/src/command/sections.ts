// The changes of a report in sections: what is the same at several endpoints is told once.
import type { ReportedChange } from "./outcome.ts";

/** Changes at the same endpoints. */
export interface Section {
  /** `undefined` is the API as a whole. */
  readonly endpoints: readonly (string | undefined)[];
  /** Each stands for itself at all of these endpoints. */
  readonly changes: readonly ReportedChange[];
}

/** The sections; those with breaking changes come first. */
export function sectionsOf(changes: readonly ReportedChange[]): readonly Section[] {
  const same = groupsBy(changes, (one) => [
    one.shared,
    one.effect,
    one.experimental,
    one.intended?.id,
  ]);
  const told = same.flatMap((group) => {
    const endpoints = [...new Set(group.map(({ endpoint }) => endpoint))];
    const shown = endpoints.length > 1 ? group.slice(0, 1) : group;
    return shown.map((change) => ({ endpoints, change }));
  });
  const sections = groupsBy(told, ({ endpoints }) => endpoints).map((group) => ({
    endpoints: group[0]?.endpoints ?? [],
    changes: group.map(({ change }) => change),
  }));
  const rank = ({ changes: [first], endpoints }: Section): readonly [boolean, boolean] => [
    first?.effect !== "breaking",
    endpoints.length < 2,
  ];
  return sections.toSorted((one, other) => {
    const [left, right] = [rank(one), rank(other)];
    return Number(left[0]) - Number(right[0]) || Number(left[1]) - Number(right[1]);
  });
}

/** The id to list for a change in a section: its own, or the one that holds at all endpoints. */
export function idIn({ endpoints }: Section, { id, shared }: ReportedChange): string {
  return endpoints.length > 1 ? shared : id;
}

/** Values of equal keys together, in the order of the first of each. */
export function groupsBy<T>(values: readonly T[], keyOf: (value: T) => unknown): readonly T[][] {
  const groups = new Map<string, T[]>();
  for (const one of values) {
    const key = JSON.stringify(keyOf(one));
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
}
