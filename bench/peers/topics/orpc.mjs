// oRPC's publisher with a client of `ioredis`. Events are kept for a day, as `redisTopic` keeps them.
import { IORedisPublisher } from "@orpc/experimental-publisher/ioredis";
import { Redis } from "ioredis";

export async function openTopic(port) {
  const publisher = new IORedisPublisher({
    commander: new Redis(port, "127.0.0.1"),
    listener: new Redis(port, "127.0.0.1"),
    resumeRetentionSeconds: 86_400,
    // With its default of 100, a subscriber that is late loses events.
    maxBufferedEvents: Number.POSITIVE_INFINITY,
  });
  return {
    publish: (channel, event) => publisher.publish(channel, event),
    subscribe: async (channel) => {
      const events = publisher.subscribe(channel);
      // An iterator does not say when it is subscribed; a listener after it does.
      const stop = await publisher.subscribe(channel, () => undefined);
      await stop();
      return events;
    },
    dataOf: (event) => event,
  };
}
