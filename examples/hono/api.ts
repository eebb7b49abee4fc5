// The notes of an existing Hono app, declared with Bough.
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
import { errorFormat } from "bough/existing";

export interface NewNote {
  readonly text: string;
}

export interface Note extends NewNote {
  readonly id: string;
  readonly author: string;
}

/** The error format of the app, which its own routes write without a code. */
export interface AppError {
  readonly error: string;
  readonly code: string;
}

export const Unauthorized = failure("unauthorized", 401, { code: "no-token" }).headers({
  "www-authenticate": string(),
});
export const NoteNotFound = failure("note-not-found", 404);

const errors = errorFormat(type<AppError>(), { code: "code" });

export const api = rootResource(
  "v1",
  { errors },
  {
    notes: staticResource("notes", {
      /** Lists all notes, oldest first. */
      list: get().response<Note[]>(),
      /** Adds a note for the caller. */
      create: post()
        .request<NewNote>()
        .response(type<Note>(), { status: 201, headers: { location: string() } })
        .failure(Unauthorized),
      note: dynamicResource("note", uuid(), {
        /** Finds a note. */
        find: get().response<Note>().failure(NoteNotFound),
        /** Removes one of the caller's notes. */
        remove: del().failure(NoteNotFound, Unauthorized),
      }),
    }),
  },
);
