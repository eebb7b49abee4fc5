// The resources of a mock and what they keep, for people to read.
import type { Collections } from "./collections.ts";
import type { EntityStore } from "./entity-store.ts";

/** One line for each resource with entities, then the endpoints that keep no state. */
export function stateText({ all, others }: Collections, store: EntityStore): string {
  const kept = all.filter((one) => store.keeps(one));
  const left = all.filter((one) => !store.keeps(one));
  const counts = kept.map((one) => {
    const roles = [...new Set(one.members.map(({ role }) => role))].join(", ");
    const id = one.idMember === undefined ? "" : `id ${one.idMember}`;
    const count = store.count(one);
    return [one.name, roles, id, `${count} ${count === 1 ? "entity" : "entities"}`];
  });
  const actions = others.map(([name, { method, template }]) => [
    name,
    `${method} ${template}`,
    "made values: use mock.on",
  ]);
  const reasons = left.map((one) => [one.name, one.template, one.reason ?? ""]);
  return [
    ...(counts.length > 0 ? ["keeps state:", ...lines(counts)] : []),
    ...(reasons.length + actions.length > 0
      ? ["keeps no state:", ...lines([...reasons, ...actions])]
      : []),
  ].join("\n");
}

function lines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    `  ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join("  ")}`.trimEnd(),
  );
}
