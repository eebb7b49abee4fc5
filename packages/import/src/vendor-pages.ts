// The markers of vendors as pages: `x-speakeasy-pagination` of Speakeasy, and `x-ms-pageable` of AutoRest.
import type { ContractName, ContractPaging } from "bough/contract";
import { elementsOf, member, textOf } from "./json.ts";
import { Misfit, namesOf, type ListedBody } from "./listed-body.ts";

/** AutoRest: the items are in `value` if nothing else is said. Without the name of a link, there is one page. */
export function microsoftPages(marker: unknown, body: ListedBody): ContractPaging | undefined {
  const link = textOf(member(marker, "nextLinkName"));
  const items = textOf(member(marker, "itemName")) ?? "value";
  return link === undefined ? undefined : { items: body.nameOf(items), next: body.nameOf(link) };
}

/** Speakeasy: inputs are parameters by what they are for, outputs are paths (RFC 9535). */
export function speakeasyPages(marker: unknown, body: ListedBody): ContractPaging {
  const output = (name: string): string | undefined =>
    textOf(member(member(marker, "outputs"), name));
  const results = output("results");
  const items = results === undefined ? body.onlyArray() : pathOf(results);
  if (items === undefined) {
    throw new Misfit("it does not say where the items are");
  }
  const url = output("nextUrl");
  if (url !== undefined) {
    return { items, next: pathOf(url) };
  }
  const inputs = elementsOf(member(marker, "inputs"));
  const input = (type: string): string | undefined => {
    const found = inputs.find((one) => member(one, "type") === type);
    if (found !== undefined && member(found, "in") !== "parameters") {
      throw new Misfit(`its ${type} is in the request body`);
    }
    return textOf(member(found, "name"));
  };
  const [cursor, next, page, offset] = [
    input("cursor"),
    output("nextCursor"),
    input("page"),
    input("offset"),
  ];
  if (cursor !== undefined && next !== undefined) {
    const [list, last] = next.split(LAST);
    return {
      items,
      next: { [cursor]: last === undefined ? pathOf(next) : lastOf(list, last, items) },
    };
  }
  if (page !== undefined) {
    return { items, page };
  }
  if (offset !== undefined) {
    return { items, offset };
  }
  throw new Misfit("it has neither a cursor nor a page, an offset or a URL");
}

// The last element of a list.
const LAST = /\[(?:-1:?|\(@\.length-1\))\]/;

function lastOf(list = "", last: string, items: ContractName): { readonly last: ContractName } {
  if (namesOf(pathOf(list)).join("\n") !== namesOf(items).join("\n")) {
    throw new Misfit("its cursor is in another list than its items");
  }
  return { last: pathOf(`$${last}`) };
}

// `$.meta.next` and `$['meta']["next"]`, of which each step is a name.
function pathOf(path: string): ContractName {
  const names = [...path.matchAll(/\.([^.[\]]+)|\['([^']*)'\]|\["([^"]*)"\]/g)].map(
    ([, plain, single, double]) => plain ?? single ?? double ?? "",
  );
  if (
    names.length === 0 ||
    names.length > 2 ||
    !/^\$(?:\.[^.[\]]+|\['[^']*'\]|\["[^"]*"\])+$/.test(path)
  ) {
    throw new Misfit(`${JSON.stringify(path)} is not a property, or is more than two deep`);
  }
  return names.some((name) => name.includes(".")) ? names : names.join(".");
}
