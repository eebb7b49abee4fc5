// The notes of a NestJS application, declared with Bough.
import {
  bearer,
  del,
  dynamicResource,
  failure,
  get,
  post,
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

export const UserToken = bearer("user-token");
export const NoteNotFound = failure("note-not-found", 404);

export const api = rootResource("v1", {
  notes: staticResource("notes", {
    /** Lists all notes, oldest first. */
    list: get().response<Note[]>(),
    /** Adds a note for the caller. */
    create: post()
      .security(UserToken)
      .request<NewNote>()
      .response(type<Note>(), { status: 201, headers: { location: string() } }),
    note: dynamicResource("note", uuid(), {
      /** Finds a note. */
      find: get().response<Note>().failure(NoteNotFound),
      /** Removes one of the caller's notes. */
      remove: del().security(UserToken).failure(NoteNotFound),
    }),
  }),
});
