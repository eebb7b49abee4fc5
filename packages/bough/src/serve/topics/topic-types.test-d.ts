import { events, failure, get, rootResource, string, type } from "bough";
import { namedEvents } from "bough/existing";
import { createServer, memoryTopic, type Topic } from "bough/server";
import type { Subscription, TopicEvent } from "bough/types";
import { expectTypeOf, test } from "vitest";

interface Booking {
  readonly room: string;
}
const Missed = failure("missed-events", 410);
const api = rootResource("v1", {
  live: get("live")
    .headers({ "last-event-id": string().optional() })
    .response(events<Booking>())
    .failure(Missed),
  named: get("named").response(namedEvents({ created: type<Booking>(), removed: type<string>() })),
});

test("a topic is a response of events", async () => {
  const changes = memoryTopic<Booking>();
  expectTypeOf(changes).toEqualTypeOf<Topic<Booking>>();
  createServer().route(
    api.live,
    async ({ headers, signal, fail }) =>
      (await changes.subscribe("a", { after: headers["last-event-id"], signal })) ?? fail(Missed),
  );
  expectTypeOf(await changes.subscribe("a")).toEqualTypeOf<Subscription<TopicEvent<Booking>>>();
  expectTypeOf(await changes.subscribe("a", { after: "" })).toEqualTypeOf<
    Subscription<TopicEvent<Booking>> | undefined
  >();
  // @ts-expect-error - data of another type
  await changes.publish("a", { name: "" });
});

test("a topic with names is a response of named events", async () => {
  const changes = memoryTopic<{ created: Booking; removed: string }>({ named: true });
  createServer().route(api.named, async ({ signal }) => changes.subscribe("a", { signal }));
  await changes.publish("a", { event: "removed", data: "1" });
  // @ts-expect-error - the data of another event
  await changes.publish("a", { event: "created", data: "1" });
  for await (const change of await changes.subscribe("a")) {
    if (change.event === "created") expectTypeOf(change.data).toEqualTypeOf<Booking>();
  }
});
