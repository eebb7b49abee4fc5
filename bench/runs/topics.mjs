// usage: node bench/runs/topics.mjs <folder> <contestant> <port> <subscribe | publish> <channels> <each> <subscribers>
// tells its parent when it is ready. A publisher then publishes `each` events in each channel for every message of its
// parent, and tells when Redis has confirmed them. Subscribers tell when all of them have these events, and end the bench
// if one is lost, doubled or out of order.
const [, , folder, name, port, role, ...counts] = process.argv;
const [channels, each, subscribers] = counts.map(Number);
const { openTopic } = await import(`../${folder}/${name}.mjs`);
const topic = await openTopic(Number(port));
const channelOf = (number) => `tenant-${number % channels}`;

const booking = {
  id: "9b2f6c1e-54d1-4f0c-8a53-1f0c7a9c3b11",
  room: "Room with a view of the lake",
  guest: "Ada Lovelace",
  from: "2026-05-01",
  to: "2026-05-08",
};
let published = 0;

async function publish() {
  for (const end = published + each; published < end; published++) {
    const event = { kind: "created", number: published, booking };
    await Promise.all(
      Array.from({ length: channels }, (_, channel) => topic.publish(channelOf(channel), event)),
    );
  }
  process.send("published");
}

let delivered = 0;

async function read(events) {
  let expected = 0;
  for await (const event of events) {
    const { number } = topic.dataOf(event);
    if (number !== expected++)
      throw new Error(`expected event ${expected - 1}, received ${number}`);
    if (++delivered === each * subscribers) {
      delivered = 0;
      process.send("delivered");
    }
  }
}

if (role === "publish") {
  process.on("message", () => void publish());
} else {
  const opened = Array.from({ length: subscribers }, (_, number) =>
    topic.subscribe(channelOf(number)),
  );
  for (const events of await Promise.all(opened)) void read(events);
}
process.on("disconnect", () => process.exit(0));
process.send("ready");
