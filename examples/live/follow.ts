// The list as it is now and as it changes: load, then follow, and load anew after a 410.
import { FailureError, type Client } from "bough/client";
import { api, MissedEvents, type Item } from "./api.ts";

/** Calls `show` with the whole list, at first and after each change, until the signal aborts. */
export async function follow(
  client: Client,
  show: (items: readonly Item[]) => void,
  signal?: AbortSignal,
): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  for (;;) {
    signal?.throwIfAborted();
    const { items: list, position } = await client.request(api.items.list, options).bodyOrThrow();
    const items = new Map(list.map((item) => [item.id, item]));
    show([...items.values()]);
    try {
      const headers = { "last-event-id": position };
      const live = await client.request(api.items.live, { ...options, headers }).bodyOrThrow();
      for await (const change of live) {
        // A change from before the list was read is in it already, so each is applied by its id.
        if (change.event === "added") items.set(change.data.id, change.data);
        else items.delete(change.data.id);
        show([...items.values()]);
      }
    } catch (error) {
      if (!(error instanceof FailureError && error.failedWith(MissedEvents))) throw error;
    }
  }
}
