// How a list is paged, as data: each name in its shortest form.
import { isName, namesOf, type PagedName, type PagedOptions } from "./declared.ts";
import {
  listOf,
  namedBy,
  record,
  text,
  yes,
  type FactContract,
} from "../../contract/schema-parts.ts";
import type { JsonSchema } from "../../shared/schema/extracted-schemas.ts";
import { put, type Mutable } from "../../contract/mutable.ts";

/** A property of a body: `"users"`, `"meta.next"`, or its names if one contains a dot. */
export type ContractName = string | readonly string[];

/** How a list is paged, as `.paged()` declares it. */
export interface ContractPaging {
  /** The array; absent if it is the body. */
  readonly items?: ContractName;
  /** The query parameters of the next call with what they take, or the property with the URL of the next page. */
  readonly next?:
    | ContractName
    | Readonly<Record<string, ContractName | { readonly last: ContractName }>>;
  /** The query parameter that counts pages. */
  readonly page?: string;
  /** The query parameter that counts items. */
  readonly offset?: string;
  /** The number of the first page or item. */
  readonly first?: number;
  /** The property that says whether there are more pages. */
  readonly more?: ContractName;
  /** The property with the number of all items. */
  readonly total?: ContractName;
  /** Set if the URL of the next page is in the header `Link`. */
  readonly link?: true;
}

const property: JsonSchema = { anyOf: [text, listOf(text)] };

/** `.paged()` in a contract. */
export const paged: FactContract<PagedOptions, ContractPaging> = {
  schema: record(
    {},
    {
      items: property,
      next: { anyOf: [property, namedBy({ anyOf: [property, record({ last: property })] })] },
      page: text,
      offset: text,
      first: { type: "integer" },
      more: property,
      total: property,
      link: yes,
    },
  ),
  describe: describePaging,
};

function describePaging(paged: PagedOptions): ContractPaging {
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
