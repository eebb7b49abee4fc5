"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { api } from "../api/api.ts";
import { useApi } from "../queries.tsx";

export function BookList() {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(
    useApi().infiniteQueryOptions(api.books.list),
  );
  const books = data?.pages.flatMap((page) => page.books) ?? [];
  return (
    <>
      <ul>
        {books.map(({ id, title, author }) => (
          <li key={id}>
            <Link href={`/books/${id}`} prefetch={false}>
              {title}
            </Link>{" "}
            by {author}
          </li>
        ))}
      </ul>
      {hasNextPage && <button onClick={() => void fetchNextPage()}>More</button>}
    </>
  );
}
