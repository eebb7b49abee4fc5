// The API of every application in this folder, declared once: a reading list. Everybody can read it; to change it, sign in.
import {
  anonymous,
  apiKey,
  cookie,
  del,
  dynamicResource,
  failure,
  get,
  integer,
  noBody,
  post,
  rootResource,
  staticResource,
  string,
  type,
  uuid,
} from "bough";
import type { NewBook, Password } from "./schemas.ts";

export interface Account {
  readonly name: string;
}

export interface Book extends NewBook {
  readonly id: string;
}

export interface BookPage {
  readonly books: readonly Book[];
  /** The cursor of the next page, `null` on the last one. */
  readonly next: string | null;
}

// Behind HTTPS, call the cookie "__Host-session": then no other host of your domain can set it.
export const Session = apiKey("session", { cookie: "session" });

export const WrongPassword = failure("wrong-password", 422);
export const BookNotFound = failure("book-not-found", 404);
export const TitleTaken = failure("title-taken", 409);

const cookies = { session: cookie(string(), { maxAge: 8 * 60 * 60 }) };

export const api = rootResource("v1", {
  session: staticResource("session", {
    /** Returns the account that has signed in. */
    find: get().security(Session).response<Account>(),
    signIn: post()
      .request<Password>()
      .response(type<Account>(), { cookies })
      .failure(WrongPassword),
    /** Also removes the cookie of a session that the server has forgotten. */
    signOut: del().security(Session, anonymous).response(noBody, { cookies }),
  }),
  books: staticResource("books", {
    /** Lists books, newest first. */
    list: get()
      .parameters({ after: uuid().optional(), limit: integer({ min: 1, max: 50 }).default(5) })
      .response<BookPage>()
      .paged({ items: "books", next: { after: "next" } }),
    create: post()
      .security(Session)
      .request<NewBook>()
      .response(type<Book>(), { status: 201 })
      .failure(TitleTaken),
    book: dynamicResource("book", uuid(), {
      find: get().response<Book>().failure(BookNotFound),
      remove: del().security(Session).failure(BookNotFound),
    }),
  }),
});
