// The API of a journal that several processes share. Acknowledged entries are durable.
import {
  dynamicResource,
  events,
  failure,
  get,
  integer,
  post,
  put,
  rootResource,
  staticResource,
  type,
  uuid,
} from "bough";

export interface NewEntry {
  readonly text: string;
}

export interface Entry extends NewEntry {
  readonly id: string;
}

/** A page of entries, in the order in which they were stored. */
export interface Page {
  readonly entries: readonly Entry[];
  /** The value of `after` for the next page. */
  readonly next: number;
}

export const EntryNotFound = failure("entry-not-found", 404);
export const EntryDiffers = failure("entry-differs", 409, {
  title: "There is another entry with this id",
});
export const Draining = failure("draining", 503, { title: "This process takes no more requests" });

export const api = rootResource({
  /** For load balancers: 204 while this process accepts requests. */
  health: get("health").failure(Draining),

  entries: staticResource("entries", {
    list: get()
      .parameters({
        after: integer({ min: 0 }).default(0),
        limit: integer({ min: 1, max: 1_000 }).default(100),
      })
      .response<Page>(),

    /** Appends an entry. Sending it twice stores two entries; use `put` to retry safely. */
    append: post().request<NewEntry>().response(type<Entry>(), { status: 201 }),

    /** All entries, then new ones as they arrive. A client that reconnects continues after its last entry. */
    live: get("live")
      .headers({ "last-event-id": integer({ min: 0 }).optional() })
      .response(events<Entry>()),

    entry: dynamicResource("entry", uuid(), {
      find: get().response<Entry>().failure(EntryNotFound),

      /** Stores an entry under the caller's id: 201, or 200 if it was already stored. */
      put: put()
        .request<NewEntry>()
        .response<Entry>()
        .response(type<Entry>(), { status: 201 })
        .failure(EntryDiffers),
    }),
  }),
});
