// Serves the API below /api. The applications mount it, and call it while they render.
import { authenticate, createServer } from "bough/server";
import type { FetchServer } from "bough/types";
import { api, BookNotFound, Session, TitleTaken, WrongPassword } from "./api.ts";
import { NewBookSchema, PasswordSchema } from "./schemas.ts";
import { store } from "./store.ts";

/** The one account. A real application keeps hashes of passwords. */
const ada = { name: "ada", password: "lovelace" };

export const server: FetchServer = createServer({ basePath: "/api", requireSchemas: true });

const app = server.secured([
  authenticate(Session, (id) => {
    const name = store.sessions.get(id);
    return name === undefined ? undefined : { id, name };
  }),
]);

app.route(api.session.find, ({ principal: { name } }) => ({ name }));
app.route(
  api.session.signIn,
  ({ body: { name, password }, respond, fail }) => {
    if (name !== ada.name || password !== ada.password) fail(WrongPassword);
    const session = crypto.randomUUID();
    store.sessions.set(session, name);
    return respond({ name }, { cookies: { session } });
  },
  { request: PasswordSchema },
);
app.route(api.session.signOut, ({ principal, respond }) => {
  if (principal !== undefined) store.sessions.delete(principal.id);
  return respond(undefined, { cookies: { session: null } });
});

app.route(api.books.list, ({ parameters: { after, limit } }) => {
  const newest = [...store.books.values()].reverse();
  const start = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  const books = newest.slice(start, start + limit);
  const isLast = start + limit >= newest.length;
  return { books, next: isLast ? null : (books.at(-1)?.id ?? null) };
});
app.route(
  api.books.create,
  ({ body, fail }) => {
    if ([...store.books.values()].some(({ title }) => title === body.title)) fail(TitleTaken);
    const book = { id: crypto.randomUUID(), ...body };
    store.books.set(book.id, book);
    return book;
  },
  { request: NewBookSchema },
);
app.route(api.books.book.find, ({ ids, fail }) => store.books.get(ids.book) ?? fail(BookNotFound));
app.route(api.books.book.remove, ({ ids, fail }) => {
  if (!store.books.delete(ids.book)) fail(BookNotFound);
});
