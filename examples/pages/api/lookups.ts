// What the pages of the applications look up, with the outcomes that a page shows.
import { type Client, InvalidRequestError, RejectionError } from "bough/client";
import { api, type Account, type Book } from "./api.ts";

/** Returns the account that has signed in, or `undefined`. */
export async function currentAccount(client: Client): Promise<Account | undefined> {
  try {
    return await client.request(api.session.find).bodyOrThrow();
  } catch (error) {
    if (error instanceof RejectionError && error.status === 401) return undefined;
    throw error;
  }
}

/** Returns a book, or `null` if there is none. */
export function findBook(client: Client, id: string): Promise<Book | null> {
  return orNull(client.request(api.books.book(id).find).bodyOrNull());
}

/** Removes a book, or returns `null` if there is none. */
export function removeBook(client: Client, id: string): Promise<undefined | null> {
  return orNull(client.request(api.books.book(id).remove).bodyOrNull());
}

// An id comes from the address bar, where a visitor can type anything. The client doesn't send one that isn't a UUID.
async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof InvalidRequestError && error.issues[0]?.in === "path") return null;
    throw error;
  }
}
