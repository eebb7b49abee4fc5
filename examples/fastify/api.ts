// The API of notes, declared once: the server serves this value and the client calls it.
import {
  dynamicResource,
  failure,
  get,
  integer,
  post,
  rootResource,
  staticResource,
  type,
} from "bough";

export interface NewNote {
  readonly text: string;
}

export interface Note extends NewNote {
  readonly id: number;
  readonly author: string;
}

export const NoteNotFound = failure("note-not-found", 404);

export const api = rootResource("v1", {
  notes: staticResource("notes", {
    list: get().response<Note[]>(),
    create: post().request<NewNote>().response(type<Note>(), { status: 201 }),
    note: dynamicResource("note", integer({ min: 1 }), {
      find: get().response<Note>().failure(NoteNotFound),
    }),
  }),
});
