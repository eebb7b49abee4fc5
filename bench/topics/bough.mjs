// `redisTopic` with a client of `ioredis`, and its defaults.
import { redisTopic } from "bough-redis";
import { Redis } from "ioredis";

export async function openTopic(port) {
  const topic = redisTopic({ client: new Redis(port, "127.0.0.1"), name: "bookings" });
  return {
    publish: (channel, event) => topic.publish(channel, event),
    subscribe: (channel) => topic.subscribe(channel),
    dataOf: ({ data }) => data,
  };
}
