// A small API for rows of HTTP: books with text ids, and what each handler saw.
import {
  del,
  dynamicResource,
  get,
  integer,
  list,
  noBody,
  number,
  patch,
  post,
  put,
  query,
} from "bough";
import { boolean, failure, rootResource, staticResource, string, type } from "bough";
import { createServer } from "bough/server";
import type { FetchServer, ServerOptions } from "bough/server";

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

/** A server of the API, and what ran in it. */
export interface Library {
  readonly server: FetchServer;
  /** The handlers that ran, with what they got. */
  readonly handled: {
    readonly name: string;
    readonly ids: unknown;
    readonly parameters: unknown;
    readonly body: unknown;
  }[];
  /** How often the guard ran. */
  readonly guarded: () => number;
  readonly errors: unknown[];
}

/** Serves the API behind a guard that refuses who says `authorization: no`. */
export function library(options: ServerOptions = {}): Library {
  const handled: Library["handled"] = [];
  const errors: unknown[] = [];
  let guarded = 0;
  const server = createServer({ onError: (error) => errors.push(error), ...options });
  const view = server.with([Forbidden], ({ header, fail }) => {
    guarded++;
    return header("authorization") === "no"
      ? fail(Forbidden, undefined, { headers: { "www-authenticate": "Basic" } })
      : {};
  });
  const keep = (
    name: string,
    { ids, parameters, body }: { ids: unknown; parameters: unknown; body: unknown },
  ): void => {
    handled.push({ name, ids, parameters, body });
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
  server.route(api.numbers.one.find, (call) => {
    keep("number", call);
    return call.ids.n;
  });
  server.route(api.upload.send, (call) => {
    keep("upload", call);
    return JSON.stringify(call.body).length;
  });
  return { server, handled, errors, guarded: () => guarded };
}
