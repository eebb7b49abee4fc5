// Whether pages fit a list, as the compiler and `verify` would judge it.
import type { ContractName, ContractPaging } from "bough/contract";
import { isMembers } from "./json.ts";
import { Misfit, namesOf, type ListedBody } from "./listed-body.ts";

const FORMS: readonly (readonly [form: keyof ContractPaging, options: readonly string[]])[] = [
  ["next", ["items", "next", "more"]],
  ["page", ["items", "page", "first", "more", "total"]],
  ["offset", ["items", "offset", "first", "more", "total"]],
  ["link", ["items", "link"]],
];

/** Throws a `Misfit` for what a declaration cannot have. */
export function checkPages(paged: ContractPaging, body: ListedBody): void {
  const [form, ...others] = FORMS.filter(([name]) => paged[name] !== undefined);
  const isKnown = Object.keys(paged).every((name) => form?.[1].includes(name));
  if (form === undefined || others.length > 0 || !isKnown) {
    throw new Misfit("it has none of the forms next, page, offset and link alone");
  }
  const { items, next, more, total, page, offset, link } = paged;
  if (items === undefined && link !== true) {
    throw new Misfit("it does not say where the items are");
  }
  if (body.typesOf(items === undefined ? [] : namesOf(items)).join() !== "array") {
    throw new Misfit(`${items === undefined ? "the response" : shown(items)} is not an array`);
  }
  checkType(body, more, ["boolean"]);
  checkType(body, total, ["integer", "number"]);
  const counted = page ?? offset;
  if (counted !== undefined && kindOf(body, counted) !== "number") {
    throw new Misfit(`its parameter ${JSON.stringify(counted)} is not a number`);
  }
  if (isName(next)) {
    checkType(body, next, ["string"]);
  } else if (next !== undefined) {
    checkCursor(next, items ?? [], body);
  }
}

function isName(next: ContractPaging["next"]): next is ContractName {
  return typeof next === "string" || Array.isArray(next);
}

function checkCursor(
  next: Exclude<ContractPaging["next"], ContractName | undefined>,
  items: ContractName,
  body: ListedBody,
): void {
  if (Object.keys(next).length === 0) {
    throw new Misfit("it has no parameter");
  }
  for (const [parameter, from] of Object.entries(next)) {
    const isLast = isMembers(from) && "last" in from;
    const name = isLast ? from["last"] : from;
    const types = isLast
      ? body.typesOfItem(namesOf(items), namesOf(name))
      : body.typesOf(namesOf(name));
    const kinds = types.map((one) => (one === "integer" ? "number" : one));
    if (kinds.length === 0 || !kinds.every((one) => one === kindOf(body, parameter))) {
      throw new Misfit(`its parameter ${JSON.stringify(parameter)} does not take ${shown(name)}`);
    }
  }
}

function checkType(
  body: ListedBody,
  name: ContractName | undefined,
  expected: readonly string[],
): void {
  const types = name === undefined ? expected : body.typesOf(namesOf(name));
  if (name !== undefined && (types.length === 0 || !types.every((one) => expected.includes(one)))) {
    throw new Misfit(`${shown(name)} is not a ${expected.at(-1)}`);
  }
}

// What a parameter takes. JSON has neither dates nor big integers.
function kindOf({ query }: ListedBody, name: string): string | undefined {
  const type = query.find((one) => one.name === name)?.type ?? "";
  return KINDS.get(type);
}
const KINDS: ReadonlyMap<string, string> = new Map([
  ["string", "string"],
  ["uuid", "string"],
  ["integer", "number"],
  ["number", "number"],
]);

function shown(name: ContractName): string {
  return JSON.stringify(typeof name === "string" ? name : name.join("."));
}
