// The controller of the notes. Its methods implement the endpoints, with guards and interceptors of NestJS around them.
import {
  Controller,
  ForbiddenException,
  Inject,
  Injectable,
  UseGuards,
  UseInterceptors,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  type NestInterceptor,
} from "@nestjs/common";
import { callFrom, implementing } from "bough-nest";
import type { Call } from "bough/server";
import { tap, type Observable } from "rxjs";
import { z } from "zod";
import { api, NoteNotFound, type Note } from "./api.ts";
import { Notes, type User } from "./notes.ts";

/** The principals by the names of their schemes. */
export interface Principals {
  readonly "user-token": User;
}
const Implement = implementing<Principals>();

const NewNoteSchema = z.object({ text: z.string().trim().min(1).max(1_000) });

/** Refuses who has too many notes. Bough has checked the token before. */
@Injectable()
export class FewNotes implements CanActivate {
  readonly #notes: Notes;

  constructor(@Inject(Notes) notes: Notes) {
    this.#notes = notes;
  }

  canActivate(context: ExecutionContext): boolean {
    const user = callFrom(context)?.principal as User;
    const own = this.#notes.all().filter(({ author }) => author === user.name);
    if (own.length >= 3) {
      throw new ForbiddenException("three notes are enough");
    }
    return true;
  }
}

/** Counts what the methods have returned. */
@Injectable()
class Counter implements NestInterceptor {
  count = 0;

  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(tap(() => this.count++));
  }
}

@Controller()
@UseInterceptors(Counter)
export class NotesController {
  readonly #notes: Notes;

  constructor(@Inject(Notes) notes: Notes) {
    this.#notes = notes;
  }

  @Implement(api.notes.list)
  list(): Note[] {
    return this.#notes.all();
  }

  @Implement(api.notes.create, { request: NewNoteSchema })
  @UseGuards(FewNotes)
  create({ body, principal, respond, urlOf }: Call<typeof api.notes.create, unknown, Principals>) {
    const note = this.#notes.add(body, principal.name);
    return respond(note, { headers: { location: urlOf(api.notes.note(note.id).find) } });
  }

  @Implement(api.notes.note.find)
  find({ ids, fail }: Call<typeof api.notes.note.find>): Note {
    return this.#notes.find(ids.note) ?? fail(NoteNotFound);
  }

  @Implement(api.notes.note.remove)
  remove({ ids, principal, fail }: Call<typeof api.notes.note.remove, unknown, Principals>): void {
    if (!this.#notes.remove(ids.note, principal.name)) {
      fail(NoteNotFound);
    }
  }
}
