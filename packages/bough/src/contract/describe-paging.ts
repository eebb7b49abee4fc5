// How a list is paged, as data: each name in its shortest form.
import {
  isName,
  namesOf,
  type PagedName,
  type PagedOptions,
} from "../declaration/endpoint/paging.ts";
import type { ContractName, ContractPaging } from "./contract.ts";
import { put, type Mutable } from "./mutable.ts";

/** Describes the pages of an endpoint. */
export function describePaging(paged: PagedOptions): ContractPaging {
  const { items, next, more, total, page, offset, first, link } = paged;
  const made: Mutable<ContractPaging> = {};
  put(made, "items", items && nameOf(items));
  put(made, "next", next && (isName(next) ? nameOf(next) : cursorOf(next)));
  put(made, "page", page);
  put(made, "offset", offset);
  put(made, "first", first);
  put(made, "more", more && nameOf(more));
  put(made, "total", total && nameOf(total));
  put(made, "link", link);
  return made;
}

function cursorOf(
  next: Exclude<PagedOptions["next"], PagedName | undefined>,
): ContractPaging["next"] {
  return Object.fromEntries(
    Object.entries(next).map(([parameter, from]) => [
      parameter,
      isName(from) ? nameOf(from) : { last: nameOf(from.last) },
    ]),
  );
}

function nameOf(name: PagedName): ContractName {
  const names = namesOf(name);
  return names.some((one) => one.includes(".")) ? names : names.join(".");
}
