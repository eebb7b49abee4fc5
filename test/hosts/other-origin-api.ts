// The API that a page of another origin calls: pages, keys and versions, behind a credential.
import {
  bearer,
  failure,
  get,
  integer,
  plainText,
  post,
  put,
  rootResource,
  staticResource,
} from "bough";

export interface Note {
  readonly text: string;
  readonly version: number;
}

export const Token = bearer("token");
const NoteChanged = failure("note-changed", 412).body<{ readonly current: Note }>();

export const api = rootResource(
  "v1",
  { security: [Token] },
  {
    rows: staticResource("rows", {
      list: get()
        .parameters({ page: integer({ min: 1 }).default(1) })
        .response<readonly number[]>()
        .paged({ link: true }),
      create: post().request<{ readonly name: string }>().response<number>().idempotent(),
    }),
    note: staticResource("note", {
      find: get().response<Note>().conditional({ version: "version" }),
      save: put()
        .request<{ readonly text: string }>()
        .response<Note>()
        .conditional({ version: "version", changed: NoteChanged }),
      // The version is in no body, so the page reads it from the header.
      read: get("text").response(plainText()).conditional(),
      write: put("text").request(plainText()).conditional(),
    }),
  },
);
