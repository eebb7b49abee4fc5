// The declaration of the API. Server, tests and clients import this file.
import {
  del,
  dynamicResource,
  failure,
  get,
  integer,
  post,
  rootResource,
  staticResource,
  type,
  uuid,
} from "bough";

export interface NewNote {
  /**
   * The text of the note.
   * @minLength 1
   * @maxLength 500
   */
  text: string;
}
export interface Note extends NewNote {
  /** @format uuid */
  id: string;
}

export const NoteNotFound = failure("note-not-found", 404);

export const api = rootResource("api", {
  notes: staticResource("notes", {
    /** Lists notes, newest first. */
    list: get()
      .parameters({ limit: integer({ min: 1, max: 100 }).default(20) })
      .response<Note[]>(),
    /** Adds a note. */
    create: post().request<NewNote>().response(type<Note>(), { status: 201 }),
    note: dynamicResource("note", uuid(), {
      /** Finds a note. */
      find: get().response<Note>().failure(NoteNotFound),
      /** Deletes a note. */
      remove: del().failure(NoteNotFound),
    }),
  }),
});
