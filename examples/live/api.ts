// A list that several people change. Server and page share this file.
import {
  dynamicResource,
  del,
  failure,
  get,
  post,
  rootResource,
  staticResource,
  string,
  type,
  uuid,
} from "bough";
import { namedEvents } from "bough/existing";

export interface NewItem {
  readonly text: string;
}
export interface Item extends NewItem {
  readonly id: string;
}
/** What happens to the list, by its name. */
export interface Changes {
  readonly added: Item;
  readonly removed: { readonly id: string };
}

export const ItemNotFound = failure("item-not-found", 404);
export const MissedEvents = failure("missed-events", 410, {
  title: "The events after this id are no longer kept: load the list again",
});

export const api = rootResource("v1", {
  items: staticResource("items", {
    /** All items, and the position from which on `live` tells what changes. */
    list: get().response<{ items: Item[]; position: string }>(),
    add: post().request<NewItem>().response(type<Item>(), { status: 201 }),
    live: get("live")
      .headers({ "last-event-id": string().optional() })
      .response(namedEvents({ added: type<Item>(), removed: type<{ id: string }>() }))
      .failure(MissedEvents),
    item: dynamicResource("item", uuid(), {
      remove: del().failure(ItemNotFound),
    }),
  }),
});
