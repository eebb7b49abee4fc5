// A small API for rows of HTTP: books with text ids, and its handlers, which do not know
// where they run.
import {
  boolean,
  del,
  dynamicResource,
  failure,
  get,
  integer,
  list,
  noBody,
  number,
  patch,
  post,
  put,
  query,
  rootResource,
  staticResource,
  string,
  type,
} from "bough";
import type { Routes } from "bough/server";

export interface Book {
  readonly title: string;
}

const Forbidden = failure("forbidden", 401).headers({ "www-authenticate": string() });

const api = rootResource({
  books: staticResource(
    "books",
    { failures: [Forbidden] },
    {
      list: get()
        .parameters({
          limit: integer({ min: 1 }).default(20),
          n: number().optional(),
          q: string().optional(),
          flag: boolean().optional(),
          tag: list(string()),
        })
        .headers({ "x-page": integer().optional(), "x-sort": list(string()) })
        .response<unknown>(),
      create: post().request<Book>().response(type<Book>(), { status: 201 }),
      search: query().request<Book>().response<Book>(),
      clear: del(),
      latest: staticResource("latest", { find: get().response<string>() }),
      book: dynamicResource("book", {
        find: get().response<{ readonly id: string }>(),
        replace: put().request<Book>().response(noBody),
        change: patch().request<Book>().response<Book>(),
        reset: post("reset").response(noBody, { status: 205 }),
      }),
    },
  ),
  numbers: staticResource("numbers", {
    one: dynamicResource("n", integer(), { find: get().response<number>() }),
  }),
  upload: staticResource("upload", { send: post().request<unknown>().response<number>() }),
  unrouted: staticResource("unrouted", { find: get().response<string>() }),
});

/** What a handler saw. */
export interface Handled {
  readonly name: string;
  readonly ids: unknown;
  readonly parameters: unknown;
  readonly body: unknown;
}

/** Who hears that the guard ran, and which handler. */
export interface LibraryWatcher {
  readonly guarded?: () => void;
  readonly handled?: (handled: Handled) => void;
}

/** Routes the API behind a guard that refuses who says `authorization: no`. */
export function routeLibrary(routes: Routes, watcher: LibraryWatcher = {}): void {
  const view = routes.guard([Forbidden], ({ header, fail }) => {
    watcher.guarded?.();
    return header("authorization") === "no"
      ? fail(Forbidden, undefined, { headers: { "www-authenticate": "Basic" } })
      : {};
  });
  const keep = (name: string, { ids, parameters, body }: Omit<Handled, "name">): void => {
    watcher.handled?.({ name, ids, parameters, body });
  };
  view.route(api.books, {
    list: (call) => {
      keep("list", call);
      return { ...call.parameters, page: call.headers["x-page"], sort: call.headers["x-sort"] };
    },
    create: (call) => {
      keep("create", call);
      return call.respond(call.body, { headers: { location: "/books/1" } });
    },
    search: (call) => {
      keep("search", call);
      return call.body;
    },
    clear: (call) => keep("clear", call),
    latest: {
      find: (call) => {
        keep("latest", call);
        return "latest";
      },
    },
    book: {
      find: (call) => {
        keep("find", call);
        return { id: call.ids.book };
      },
      replace: (call) => keep("replace", call),
      change: (call) => {
        keep("change", call);
        return call.body;
      },
      reset: (call) => keep("reset", call),
    },
  });
  routes.route(api.numbers.one.find, (call) => {
    keep("number", call);
    return call.ids.n;
  });
  routes.route(api.upload.send, (call) => {
    keep("upload", call);
    return JSON.stringify(call.body).length;
  });
}
