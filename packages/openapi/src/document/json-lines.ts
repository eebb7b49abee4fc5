// JSON Lines in OpenAPI documents: 3.1 has no form for items.
import { known, type DescribeContent } from "./content-context.ts";

/** The Media Type Object of JSON Lines. */
export const linesOf: DescribeContent = (content, place) => {
  const item = known(content.item, content, place);
  return place.document.version === "3.1"
    ? { schema: { type: "string" }, "x-itemSchema": item }
    : { itemSchema: item };
};
