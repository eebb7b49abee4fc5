// An existing Hono app with its own middleware, authentication, routes and error handler.
// Only the lines of `addNotes` were added for Bough.
import { routeDocs } from "bough-openapi/docs";
import { routing } from "bough/hono";
import type { Routes } from "bough/server";
import { Hono } from "hono";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { api, NoteNotFound, Unauthorized } from "./api.ts";
import type { Note } from "./api.ts";

interface AppEnv {
  Variables: { user: string | undefined };
}

const USERS = new Map([["Bearer open-sesame", "ada"]]);

/** Creates the app. */
export function createApp(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(cors({ origin: "https://notes.test", credentials: true }));
  app.use(bodyLimit({ maxSize: 10_000 }));
  // Sets the user if known. Routes decide whether they need one.
  app.use(async (c, next) => {
    c.set("user", USERS.get(c.req.header("authorization") ?? ""));
    await next();
  });
  app.get("/", (c) => c.redirect("/api/docs"));
  app.get("/health", (c) => c.text("ok"));

  const notes = new Hono<AppEnv>();
  addNotes(routing(notes));
  // Must come after `addNotes`: Hono copies the routes that `notes` has at this point.
  app.route("/api", notes);

  app.get("/whoami", (c) => c.json(c.get("user") ?? null));
  app.notFound((c) => c.json({ error: "not found" }, 404));
  app.onError((error, c) =>
    error instanceof HTTPException ? error.getResponse() : c.json({ error: error.message }, 500),
  );
  return app;
}

const NewNoteSchema = z.object({ text: z.string().trim().min(1).max(1_000) });

function addNotes(routes: Routes<{ readonly host: Context<AppEnv> }>): void {
  const notes = new Map<string, Note>();

  routes.errors(api, ({ code, title, detail }) => ({ error: detail ?? title, code }));

  // Turns the middleware's variable into a value that is always set.
  const authorized = routes.guard([Unauthorized], ({ host, fail }) => ({
    user:
      host.get("user") ??
      fail(Unauthorized, undefined, { headers: { "www-authenticate": "Bearer" } }),
  }));

  routes.route(api.notes.list, () => [...notes.values()]);
  authorized.route(
    api.notes.create,
    ({ body, user, respond, urlOf }) => {
      const note: Note = { id: crypto.randomUUID(), author: user, ...body };
      notes.set(note.id, note);
      return respond(note, { headers: { location: urlOf(api.notes.note(note.id).find) } });
    },
    { request: NewNoteSchema },
  );
  routes.route(api.notes.note.find, ({ ids, fail }) => notes.get(ids.note) ?? fail(NoteNotFound));
  authorized.route(api.notes.note.remove, ({ ids, user, fail }) => {
    if (notes.get(ids.note)?.author !== user) {
      fail(NoteNotFound);
    }
    notes.delete(ids.note);
  });
  // `bough schemas` would add the schemas of the bodies, which only have types.
  const info = { title: "Notes", version: "1.0.0" };
  routeDocs(routes, api, { path: "docs", info, onWarning: () => undefined });
}
