// The parameter of a list that says how many items a page has, which `.paged()` does not name.
import type { ContractEndpoint, ContractParameter } from "bough/contract";

const NAME =
  /^\W*(?:limit|size|top|take|first|count|max_?results|per_?page|page_?(?:size|limit))$/i;

/** The parameter by its usual names; `undefined` if there is none. */
export function pageSizeOf({
  query = [],
  paged = {},
}: ContractEndpoint): ContractParameter | undefined {
  return query.find(
    ({ name, type }) =>
      NAME.test(name) && type === "integer" && name !== paged.page && name !== paged.offset,
  );
}
