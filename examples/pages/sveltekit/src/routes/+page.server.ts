// Loads the first page of the list without a network, and hands it to the browser.
import { dehydrate, QueryClient } from "@tanstack/svelte-query";
import { createQueries } from "bough-query";
import { api } from "../api/api.ts";
import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = async ({ locals }) => {
  const queries = createQueries(locals.client);
  const store = new QueryClient();
  await store.fetchInfiniteQuery(queries.infiniteQueryOptions(api.books.list));
  return { dehydrated: dehydrate(store) };
};
