// Loads the first page of the list without a network, and hands it to the browser.
import { dehydrate, HydrationBoundary, QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { createQueries } from "bough-query";
import { Link } from "react-router";
import { api } from "../api/api.ts";
import { useApi } from "../queries.tsx";
import { visitor } from "../visitor.server.ts";
import type { Route } from "./+types/list";

export async function loader({ context }: Route.LoaderArgs) {
  const queries = createQueries(context.get(visitor));
  const store = new QueryClient();
  await store.fetchInfiniteQuery(queries.infiniteQueryOptions(api.books.list));
  return dehydrate(store);
}

export default function List({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData}>
      <h1>Books</h1>
      <Books />
      <Link to="/new">Add a book</Link>
    </HydrationBoundary>
  );
}

function Books() {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(
    useApi().infiniteQueryOptions(api.books.list),
  );
  const books = data?.pages.flatMap((page) => page.books) ?? [];
  return (
    <>
      <ul>
        {books.map(({ id, title, author }) => (
          <li key={id}>
            <Link to={`/books/${id}`}>{title}</Link> by {author}
          </li>
        ))}
      </ul>
      {hasNextPage && <button onClick={() => void fetchNextPage()}>More</button>}
    </>
  );
}
