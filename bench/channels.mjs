// How long Redis works for an event, in microseconds of its own clock: for `redisTopic` with 10 or 10,000 channels in use,
// and for the design that was rejected, one blocking XREAD of 2,000 streams. Events are published in 10 channels; the
// others only have a subscriber. Rounds alternate on one Redis server, which the bench starts.
// usage: node bench/channels.mjs [rounds] [contestant,…] [--channels 10000] [--streams 2000] [--events 500]
import { once } from "node:events";
import { redisTopic } from "bough-redis";
import { Redis } from "ioredis";
import { costs, mapTwice } from "./runner/alternate.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { freePort } from "./runner/free-port.mjs";
import { startRedis } from "./runner/redis.mjs";
import { keep, told } from "./runner/results.mjs";

const contestants = {
  few: { packages: ["ioredis"], does: "`redisTopic` with 10 channels", leavesOut: "nothing" },
  many: { packages: ["ioredis"], does: "`redisTopic` with 10,000 channels", leavesOut: "nothing" },
  xread: {
    packages: ["ioredis"],
    does: "`XADD` to one stream, `XREAD BLOCK` of 2,000 streams",
    leavesOut: "order, a sign of a gap, trimming",
  },
};
const { names, rounds, base, node, values, about } = command(contestants, {
  rounds: 5,
  options: {
    channels: { type: "string", default: "10000" },
    streams: { type: "string", default: "2000" },
    events: { type: "string", default: "500" },
  },
});
requireTools(values, "redis-server");
if (values.node !== undefined) throw new Error(`start the bench itself with Node ${node.major}`);
const [channels, streams, events] = ["channels", "streams", "events"].map((option) =>
  Number(values[option]),
);

const port = await freePort();
const server = await startRedis(port);
const client = new Redis(port, "127.0.0.1");

/** Microseconds of these commands, since the server started. */
async function spentOn(...commands) {
  const info = await client.info("commandstats");
  return commands.reduce(
    (sum, one) =>
      sum + Number(new RegExp(`cmdstat_${one}:.*?usec=(\\d+)`).exec(info)?.[1] ?? Number.NaN),
    0,
  );
}

const USED = 10;
let topics = 0;
async function topicWith(count) {
  const topic = redisTopic({ client, name: `topic-${++topics}` });
  const named = Array.from({ length: count }, (_, at) => `channel ${at}`);
  // Channels in use are also read once a minute, a tenth of them at a time. An event does not cost that.
  const { setInterval } = globalThis;
  globalThis.setInterval = () => ({ unref: () => undefined });
  const subscribed = await Promise.all(named.map((name) => topic.subscribe(name)));
  globalThis.setInterval = setInterval;
  const before = await spentOn("evalsha");
  for (let at = 0; at < events; at++) {
    const next = subscribed[at % USED].next();
    await topic.publish(named[at % USED], at);
    const { value } = await next;
    if (value?.data !== at) throw new Error(`expected event ${at}, received ${value?.data}`);
  }
  const spent = (await spentOn("evalsha")) - before;
  await topic.close();
  return spent / events;
}

async function blockingRead() {
  const keys = Array.from({ length: streams }, (_, at) => `blocked:${topics}:${at}`);
  const reader = client.duplicate();
  // The counters have a line once a command has run.
  await client.xadd(keys[0], "1-0", "at", "0");
  await client.xread("STREAMS", keys[0], "0-0");
  const before = await spentOn("xadd", "xread");
  for (let at = 1; at <= events; at++) {
    const ids = keys.map((_, index) => (index === 0 ? `${at}-0` : "0-0"));
    const read = reader.xread("BLOCK", 1000, "STREAMS", ...keys, ...ids);
    while (!(await client.info("clients")).includes("blocked_clients:1")) {
      // The command is still on its way.
    }
    await client.xadd(keys[0], `${at + 1}-0`, "at", String(at));
    if ((await read) === null) throw new Error(`event ${at} was not read`);
  }
  const spent = (await spentOn("xadd", "xread")) - before;
  reader.disconnect();
  await client.del(keys[0]);
  return spent / events;
}

const run = {
  few: () => topicWith(USED),
  many: () => topicWith(channels),
  xread: blockingRead,
};
await topicWith(USED);
const seen = {};
for (let round = 0; round < rounds; round++) {
  for (const name of names) {
    ((seen[name] ??= {}).event ??= []).push(await run[name]());
  }
  process.stderr.write(`round ${round + 1} of ${rounds}\n`);
}
const figures = costs(seen, base, 1);
mapTwice(figures, ({ ratio, cost }, _, name) =>
  console.log(`${name}: ${told(cost)} µs per event, ${told(ratio)} of ${base}`),
);
// No page shows it, so git ignores it.
keep("channels", { ...about, part: true, channels, streams, events, base, figures });

client.disconnect();
const ended = once(server, "exit");
server.kill("SIGKILL");
await ended;
