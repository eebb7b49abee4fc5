// The service with the notes, and the one that knows the users. They know nothing of Bough.
import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { NewNote, Note } from "./api.ts";

export interface User {
  readonly name: string;
}

@Injectable()
export class Users {
  readonly #tokens = new Map<string, User>([["open-sesame", { name: "ada" }]]);

  byToken(token: string): User | undefined {
    return this.#tokens.get(token);
  }
}

@Injectable()
export class Notes {
  readonly #notes = new Map<string, Note>();

  all(): Note[] {
    return [...this.#notes.values()];
  }

  find(id: string): Note | undefined {
    return this.#notes.get(id);
  }

  add({ text }: NewNote, author: string): Note {
    const note: Note = { id: randomUUID(), author, text };
    this.#notes.set(note.id, note);
    return note;
  }

  remove(id: string, author: string): boolean {
    return this.find(id)?.author === author && this.#notes.delete(id);
  }
}
