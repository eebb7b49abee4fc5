// The part of an existing Express application that is declared: its notes.
import {
  dynamicResource,
  failure,
  get,
  post,
  del,
  rootResource,
  staticResource,
  string,
  type,
  uuid,
} from "bough";

export interface NewNote {
  readonly text: string;
}

export interface Note extends NewNote {
  readonly id: string;
  readonly author: string;
}

export const Unauthorized = failure("unauthorized", 401).headers({ "www-authenticate": string() });
export const NoteNotFound = failure("note-not-found", 404);

export const api = rootResource("v1", {
  notes: staticResource("notes", {
    /** Lists all notes, the oldest first. */
    list: get().response<Note[]>(),
    /** Adds a note of the caller's. */
    create: post()
      .request<NewNote>()
      .response(type<Note>(), { status: 201, headers: { location: string() } })
      .failure(Unauthorized),
    note: dynamicResource("note", uuid(), {
      /** Finds one note. */
      find: get().response<Note>().failure(NoteNotFound),
      /** Removes a note of the caller's. */
      remove: del().failure(NoteNotFound, Unauthorized),
    }),
  }),
});
