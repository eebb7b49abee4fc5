// The kinds of change of pages.
import type { KindRow } from "./kind-row.ts";

export const pagingKinds = {
  "paging-added": {
    clients: "risk",
    servers: "risk",
    message: "the list has pages",
    because: "a client that knows no pages reads the first one alone, if the list was sent whole",
    remedy: "add an endpoint with pages, unless the list was paged before it was declared",
  },
  "paging-removed": {
    clients: "risk",
    servers: "risk",
    message: "the list is not declared as paged any more",
    because: "a client that knows no pages reads the first one alone, if the list is still paged",
  },
  "paging-changed": {
    clients: "breaking",
    servers: "breaking",
    message: "pages are found by {after} instead of {before}",
    because: "a client that looks elsewhere for the next page ends after the first one, or fails",
    remedy: "add an endpoint with the new form of pages",
  },
} satisfies Readonly<Record<string, KindRow>>;
