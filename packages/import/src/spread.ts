// Objects whose members are query parameters under their own names, as OpenAPI has them by default.
import type { ContractParameter } from "bough/contract";
import type { Reading } from "./parameter-type.ts";
import type { Place } from "./report.ts";

/** Whether the members of a parameter have names of their own in the query. */
function isSpread({ style }: ContractParameter): boolean {
  return style === "spread";
}

/** Declares each name once, and names of any kind by one parameter only. */
export function spreadApart(
  { report }: Reading,
  query: readonly ContractParameter[],
  place: Place,
): readonly ContractParameter[] {
  const open = query.filter((one) => isSpread(one) && one.type === "record");
  const taken = new Set(query.filter((one) => !isSpread(one)).map(({ name }) => name));
  const changed = (message: string): void => report.changed(place, "document", message);
  return query.flatMap((one) => {
    if (isSpread(one) && one.type === "record" && open.length > 1) {
      const { style: _, ...record } = one;
      const names = open.map(({ name }) => `"${name}"`).join(", ");
      changed(
        `${names} are all parameters of any name, so nothing tells them apart; declared as ${one.name}[name]=value`,
      );
      return [record];
    }
    if (!isSpread(one) || one.type !== "object") {
      return [one];
    }
    const members = (one.members ?? []).filter(({ name }) => {
      const isNew = !taken.has(name);
      if (!isNew) {
        changed(`"${name}" is also a member of "${one.name}"; it is declared once`);
      }
      taken.add(name);
      return isNew;
    });
    return members.length === 0 ? [] : [{ ...one, members }];
  });
}
