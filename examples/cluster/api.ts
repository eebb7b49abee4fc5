// A journal that several processes keep together: the API, declared once. What is acknowledged is kept.
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

/** Some entries, in the order in which they were stored. */
export interface Page {
  readonly entries: readonly Entry[];
  /** What to ask for as `after` to go on behind them. */
  readonly next: number;
}

export const EntryNotFound = failure("entry-not-found", 404);
export const EntryDiffers = failure("entry-differs", 409, {
  title: "There is another entry with this id",
});
export const Draining = failure("draining", 503, { title: "This process takes no more requests" });

export const api = rootResource({
  /** For load balancers: 204 while this process wants requests. */
  health: get("health").failure(Draining),

  entries: staticResource("entries", {
    list: get()
      .parameters({
        after: integer({ min: 0 }).default(0),
        limit: integer({ min: 1, max: 1_000 }).default(100),
      })
      .response<Page>(),

    /** Appends an entry. Who sends this twice has two: to send again safely, `put` it. */
    append: post().request<NewEntry>().response(type<Entry>(), { status: 201 }),

    /** All entries from the first, then each as it comes; whoever comes back goes on after the last. */
    live: get("live")
      .headers({ "last-event-id": integer({ min: 0 }).optional() })
      .response(events<Entry>()),

    entry: dynamicResource("entry", uuid(), {
      find: get().response<Entry>().failure(EntryNotFound),

      /** Stores an entry under the caller's id: 201, and 200 for the same once more. */
      put: put()
        .request<NewEntry>()
        .response<Entry>()
        .response(type<Entry>(), { status: 201 })
        .failure(EntryDiffers),
    }),
  }),
});
