// Loads the first page of the list without a network, and hands it to the browser.
import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { createQueries } from "bough-query";
import Link from "next/link";
import { api } from "../api/api.ts";
import { visitorClient } from "../visitor.ts";
import { BookList } from "./book-list.tsx";

export default async function Page() {
  const queries = createQueries(await visitorClient());
  const store = new QueryClient();
  await store.fetchInfiniteQuery(queries.infiniteQueryOptions(api.books.list));
  return (
    <HydrationBoundary state={dehydrate(store)}>
      <h1>Books</h1>
      <BookList />
      <Link href="/new" prefetch={false}>
        Add a book
      </Link>
    </HydrationBoundary>
  );
}
