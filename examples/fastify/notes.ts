// The handlers of the notes API. They get the account of the client and do not depend on Fastify.
import type { Routes } from "bough/server";
import { z } from "zod";
import { api, NoteNotFound } from "./api.ts";
import type { Note } from "./api.ts";

const NewNoteSchema = z.object({ text: z.string().trim().min(1).max(1_000) });

/** Routes the notes API. Notes are kept in memory. */
export function routeNotes(routes: Routes<{ readonly account: string }>): void {
  const notes: Note[] = [];
  routes.route(api.notes.list, () => notes);
  routes.route(
    api.notes.create,
    ({ body, account, respond }) => {
      const note = { id: notes.length + 1, author: account, text: body.text };
      notes.push(note);
      return respond(note, { headers: { location: api.notes.note(note.id).path } });
    },
    { request: NewNoteSchema },
  );
  routes.route(
    api.notes.note.find,
    ({ ids, fail }) => notes.find(({ id }) => id === ids.note) ?? fail(NoteNotFound),
  );
}
