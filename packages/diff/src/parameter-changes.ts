// The changes of ids, parameters, headers, cookies and fields of forms.
import type { ContractParameter } from "bough/contract";
import type { Direction } from "./direction.ts";
import type { Findings, Proofs } from "./findings.ts";
import type { Kind } from "./kinds.ts";
import { isSameType, textProof, type TypePair } from "./text-schema.ts";

type Parameters = readonly ContractParameter[] | undefined;

/** The parameters of one place before and after. */
export interface ParameterLists {
  readonly before: Parameters;
  readonly after: Parameters;
  /** `query`, `header`, `response 200, header`. */
  readonly place: string;
}

/** Compares the parameters of a request by name. */
export function compareParameters(
  found: Findings,
  direction: Direction,
  lists: ParameterLists,
): void {
  const { place } = lists;
  const isHeader = place.endsWith("header");
  for (const { name, before, after } of byName(lists, isHeader)) {
    const at = `${place} ${name}`;
    if (before === undefined || after === undefined) {
      const one = after ?? before;
      const presence = one?.required === true ? "required" : "optional";
      const change = before === undefined ? "added" : "removed";
      found.add(`parameter-${presence}-${change}`, { place: at, name, before, after });
      continue;
    }
    if (before.required !== after.required) {
      const kind: Kind = after.required ? "parameter-now-required" : "parameter-now-optional";
      found.add(kind, { place: at, name, before: before.required, after: after.required });
    }
    if (styleOf(before) !== styleOf(after)) {
      const [old, young] = [styleOf(before), styleOf(after)];
      found.add("parameter-style-changed", { place: at, name, before: old, after: young });
    }
    compareDefaults(found, { name, at, before, after });
    compareTypes(found, direction, { name, at, before, after });
  }
}

/** Finds parameters that are at another place of the request now; the lists without them. */
export function withoutMoved(
  found: Findings,
  lists: readonly ParameterLists[],
): readonly ParameterLists[] {
  const only = (side: "before" | "after", place: string): readonly ContractParameter[] => {
    const list = lists.find((one) => one.place === place);
    const others = list?.[side === "before" ? "after" : "before"] ?? [];
    return (list?.[side] ?? []).filter(({ name }) => !others.some((one) => one.name === name));
  };
  const moved: (readonly [name: string, from: string, to: string])[] = [];
  for (const { place: from } of lists) {
    for (const { name } of only("before", from)) {
      const to = lists.find(
        ({ place }) => place !== from && only("after", place).some((one) => one.name === name),
      );
      if (to !== undefined) {
        moved.push([name, from, to.place]);
        found.add("parameter-moved", {
          place: `${from} ${name}`,
          name,
          before: from,
          after: to.place,
        });
      }
    }
  }
  return lists.map((one) => ({
    place: one.place,
    before: one.before?.filter(
      ({ name }) => !moved.some(([gone, from]) => gone === name && from === one.place),
    ),
    after: one.after?.filter(
      ({ name }) => !moved.some(([come, , to]) => come === name && to === one.place),
    ),
  }));
}

/** Compares the headers or cookies of a response by name. */
export function compareResponseHeaders(
  found: Findings,
  direction: Direction,
  lists: ParameterLists,
): void {
  const { place } = lists;
  for (const { name, before, after } of byName(lists, place.endsWith("header"))) {
    const at = `${place} ${name}`;
    if (before === undefined || after === undefined) {
      const kind: Kind = before === undefined ? "response-header-added" : "response-header-removed";
      found.add(kind, { place: at, name, before, after });
      continue;
    }
    if (before.required !== after.required) {
      const kind: Kind = after.required
        ? "response-header-now-required"
        : "response-header-now-optional";
      found.add(kind, { place: at, name, before: before.required, after: after.required });
    }
    const isStyled = styleOf(before) !== styleOf(after);
    if (!isSameType(before, after)) {
      const proofs = isStyled ? {} : proofsOf(direction, { before, after });
      if (isStyled || hasChange(proofs)) {
        found.add("response-header-changed", { place: at, name, before, after, proofs });
      }
    }
  }
}

interface Named {
  readonly name: string;
  readonly before: ContractParameter | undefined;
  readonly after: ContractParameter | undefined;
}

function byName({ before, after }: ParameterLists, isHeader: boolean): readonly Named[] {
  const key = ({ name }: ContractParameter): string => (isHeader ? name.toLowerCase() : name);
  const [old, young] = [before, after].map(
    (list) => new Map(asWritten(list).map((one) => [key(one), one])),
  );
  return [...new Set([...(old?.keys() ?? []), ...(young?.keys() ?? [])])].map((name) => ({
    name,
    before: old?.get(name),
    after: young?.get(name),
  }));
}

// The members of a spread object are parameters of their own, whatever the object is called.
function asWritten(parameters: Parameters = []): readonly ContractParameter[] {
  return parameters.flatMap((one) =>
    one.style === "spread" && one.type === "object"
      ? (one.members ?? []).map((member) => ({
          ...member,
          required: one.required && member.required,
        }))
      : [one],
  );
}

// One value may be written like a list of one. Objects without a style have brackets.
function styleOf({ type, style, element, members }: ContractParameter): string {
  const isPlain = element === undefined && members === undefined;
  return isPlain || (type === "list" && style === "repeat") ? "repeat" : (style ?? "brackets");
}

interface At {
  readonly name: string;
  readonly at: string;
  readonly before: ContractParameter;
  readonly after: ContractParameter;
}

function compareDefaults(found: Findings, { name, at, before, after }: At): void {
  const [old, young] = [before.default, after.default];
  if (JSON.stringify(old) === JSON.stringify(young)) {
    return;
  }
  const kind: Kind =
    old === undefined
      ? "parameter-default-added"
      : young === undefined
        ? "parameter-default-removed"
        : "parameter-default-changed";
  // A required parameter has no default, and what is said of that is enough.
  if (before.required === after.required || kind === "parameter-default-changed") {
    found.add(kind, { place: at, name, before: old, after: young });
  }
}

function compareTypes(
  found: Findings,
  direction: Direction,
  { name, at, before, after }: At,
): void {
  if ((before.deprecated === undefined) !== (after.deprecated === undefined)) {
    const isNew = before.deprecated === undefined;
    found.add(isNew ? "parameter-deprecated" : "parameter-no-longer-deprecated", {
      place: at,
      name,
    });
  }
  if (isSameType(before, after)) {
    return;
  }
  const proofs = proofsOf(direction, { before, after });
  const [clients, servers] = [proofs.clients, proofs.servers].map(({ result }) => result !== "yes");
  // Two ways to write the same.
  if (clients !== true && servers !== true) {
    return;
  }
  const kind: Kind =
    clients === servers
      ? "parameter-changed"
      : clients === true
        ? "parameter-narrowed"
        : "parameter-widened";
  found.add(kind, { place: at, name, before: typeOf(before), after: typeOf(after), proofs });
}

function proofsOf(direction: Direction, types: TypePair): Required<Proofs> {
  return {
    clients: textProof(direction, "clients", types),
    servers: textProof(direction, "servers", types),
  };
}

function hasChange(proofs: Proofs): boolean {
  return Object.values(proofs).some(({ result }) => result !== "yes");
}

function typeOf({
  name: _,
  required: __,
  default: ___,
  description: ____,
  deprecated: _____,
  ...type
}: ContractParameter): unknown {
  return type;
}
