// Events from one publisher to 1,000 subscribers in two processes, on a Redis server of the bench's own: milliseconds from
// the first event until every subscriber has every event, and processor milliseconds of subscribers, publisher and Redis.
// Two loads: one event at a time in one channel, and bursts in 50 channels at once. Redis and half of the subscribers are
// on processor 0, publisher and the other half on processor 1; all processes are new for every measurement.
// usage: node bench/topics.mjs [rounds] [contestant,…] [--subscribers 500] [--channels 50] [--steps 500] [--node 24]
import { once } from "node:events";
import { mapTwice, show } from "./runner/alternate.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { freePort } from "./runner/free-port.mjs";
import { messageOf, processorMillisecondsOf, startRun } from "./runner/resident.mjs";
import { startRedis } from "./runner/redis.mjs";
import { keep, median, ratiosOf, spreadOf } from "./runner/results.mjs";

const contestants = {
  orpc: {
    packages: ["@orpc/experimental-publisher", "ioredis"],
    peer: true,
    does: "`IORedisPublisher` with resume: the event goes into a stream, and to each process as a message",
    leavesOut:
      "one order for all, a sign of a gap: its buffer drops events of slow readers, so it is unbounded here; trims a stream once a day, and not by events",
  },
  bough: {
    packages: ["ioredis"],
    does: "`redisTopic`: the event goes into a stream, each process is woken and reads it; decoded for each subscriber",
    leavesOut: "nothing",
  },
};
const { names, rounds, base, node, values, about } = command(contestants, {
  rounds: 5,
  options: {
    subscribers: { type: "string", default: "500" },
    channels: { type: "string", default: "50" },
    steps: { type: "string", default: "500" },
  },
});
requireTools(values, "taskset", "redis-server");
const [subscribers, channels, steps] = ["subscribers", "channels", "steps"].map((option) => {
  const count = Number(values[option]);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new Error(`expected --${option} to be a positive whole number`);
});
/** A step publishes `each` events in each channel, and ends when all subscribers have them. */
const loads = {
  "one at a time": { channels: 1, each: 1, steps },
  "in bursts": { channels, each: 20, steps: Math.ceil(steps / 25) },
};

async function measured(name, load) {
  const port = await freePort();
  const redis = await startRedis(port, { processor: 0 });
  const folder = contestants[name].peer ? "peers/topics" : "topics";
  const start = (role, processor) => {
    const args = [folder, name, port, role, load.channels, load.each, subscribers];
    return startRun("topics", args.map(String), { node, processor });
  };
  const halves = [0, 1].map((processor) => start("subscribe", processor));
  const publisher = start("publish", 1);
  await Promise.all([publisher, ...halves].map(messageOf));
  const groups = { subscribers: halves, publisher: [publisher], Redis: [redis] };
  const spent = () =>
    Object.values(groups).map((children) =>
      children.reduce((sum, { pid }) => sum + processorMillisecondsOf(pid), 0),
    );

  const step = async () => {
    const published = messageOf(publisher);
    const delivered = Promise.all(halves.map(messageOf));
    const begun = performance.now();
    publisher.send("publish");
    // A publisher that ends rejects, so nothing waits for its events.
    await Promise.race([delivered, published.then(() => delivered)]);
    const time = performance.now() - begun;
    await published;
    return time;
  };
  for (let warm = 0; warm < load.steps / 4; warm++) await step();
  const before = spent();
  const taken = [];
  while (taken.length < load.steps) taken.push(await step());
  const processor = spent().map((milliseconds, at) => (milliseconds - before[at]) / load.steps);

  for (const child of Object.values(groups).flat()) {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  return {
    time: median(taken),
    "processor, all": processor.reduce((sum, one) => sum + one, 0),
    ...Object.fromEntries(
      Object.keys(groups).map((group, at) => [`processor, ${group}`, processor[at]]),
    ),
  };
}

const seen = {};
for (let round = 0; round < rounds; round++) {
  for (const [load, shape] of Object.entries(loads)) {
    for (const name of names) {
      for (const [figure, value] of Object.entries(await measured(name, shape))) {
        (((seen[load] ??= {})[name] ??= {})[figure] ??= []).push(value);
      }
    }
  }
  process.stderr.write(`round ${round + 1} of ${rounds}\n`);
}
const figures = {};
for (const [load, named] of Object.entries(seen)) {
  figures[load] = mapTwice(named, (all, figure) => ({
    ratio: ratiosOf(all, named[base][figure]),
    cost: spreadOf(all, 2),
  }));
  console.log(load);
  show(figures[load], "ms");
}
keep(`topics-${node.label}`, { ...about, subscribers, channels, steps, base, figures });
