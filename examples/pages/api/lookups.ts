// What the pages of the applications look up, with the outcomes that a page shows.
import { InvalidRequestError, RejectionError, type Client } from "bough/client";
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

/** Returns a book, or `null` if there is none: the id comes from the address bar, so it may not even be a UUID. */
export async function findBook(client: Client, id: string): Promise<Book | null> {
  try {
    return await client.request(api.books.book(id).find).bodyOrNull();
  } catch (error) {
    if (error instanceof InvalidRequestError) return null;
    throw error;
  }
}
