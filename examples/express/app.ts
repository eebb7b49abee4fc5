// An existing Express app with its own parsers, authentication, routes and error handler.
// Only the lines of `addNotes` were added for Bough.
import { randomUUID } from "node:crypto";
import { routeDocs } from "bough-openapi/docs";
import { routing } from "bough/express";
import type { ExpressHost } from "bough/express";
import type { Routes } from "bough/server";
import express from "express";
import type { ErrorRequestHandler, Express, RequestHandler } from "express";
import { z } from "zod";
import { api, NoteNotFound, Unauthorized } from "./api.ts";
import type { Note } from "./api.ts";

const USERS = new Map([["Bearer open-sesame", "ada"]]);

// Sets the user if known. Routes decide whether they need one.
const authenticate: RequestHandler = (req, res, next) => {
  res.locals["user"] = USERS.get(req.get("authorization") ?? "");
  next();
};

const answerError: ErrorRequestHandler = (error: Error & { status?: number }, _req, res, _next) => {
  res.status(error.status ?? 500).json({ error: error.message });
};

/** Creates the app. */
export function createApp(): Express {
  const app = express();
  app.use(express.json({ limit: "10kb" }));
  app.use(authenticate);
  app.get("/", (_req, res) => res.redirect("/api/docs"));
  app.get("/health", (_req, res) => void res.send("ok"));

  const router = express.Router();
  addNotes(routing(router, { passErrors: true }));
  app.use("/api", router);

  app.get("/whoami", (_req, res) => void res.json(res.locals["user"] ?? null));
  app.use((_req, res) => void res.status(404).json({ error: "not found" }));
  app.use(answerError);
  return app;
}

const NewNoteSchema = z.object({ text: z.string().trim().min(1).max(1_000) });

function addNotes(routes: Routes<{ readonly host: ExpressHost }>): void {
  const notes = new Map<string, Note>();

  // Turns the untyped local of the middleware into a typed value.
  const authorized = routes.guard([Unauthorized], ({ host, fail }) => {
    const user: unknown = host.res.locals["user"];
    return {
      user:
        typeof user === "string"
          ? user
          : fail(Unauthorized, undefined, { headers: { "www-authenticate": "Bearer" } }),
    };
  });

  routes.route(api.notes.list, () => [...notes.values()]);
  authorized.route(
    api.notes.create,
    ({ body, user, respond, urlOf }) => {
      const note: Note = { id: randomUUID(), author: user, ...body };
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
