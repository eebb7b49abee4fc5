// What every topic does, whatever its engine: one suite of rows, the same results.
import type { Topic } from "bough/server";
import type { Keep, Subscription, TopicCodec, TopicEvent } from "bough/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

interface RowOptions {
  readonly keep?: Keep;
  readonly named?: true;
  readonly codec?: TopicCodec<unknown>;
}

/** An engine under test. */
export interface TopicEngine {
  /** A topic of this name, as one process makes it. */
  topic(name: string, options: RowOptions): Topic<unknown>;
  close(): Promise<void>;
}

/** Tests what every topic does. `open` starts the engine; `isShared` says whether topics of one name share it. */
export function describeTopic(
  subject: string,
  open: () => Promise<TopicEngine>,
  { isShared = true, skip = false } = {},
): void {
  describe.skipIf(skip)(subject, () => {
    let engine: TopicEngine;
    const made: Topic<unknown>[] = [];
    let count = 0;
    beforeAll(async () => {
      engine = await open();
    });
    afterAll(async () => {
      await Promise.all(made.map(async (topic) => topic.close()));
      await engine?.close();
    });
    /** A new topic of one process, or of two. */
    const create = <T = number>(options: RowOptions = {}, processes = 1): Topic<T>[] => {
      const name = `rows ${++count}`;
      const topics = Array.from({ length: isShared ? processes : 1 }, () =>
        engine.topic(name, options),
      );
      made.push(...topics);
      // The rows say which data it has.
      return topics as Topic<T>[];
    };
    rows(create);
  });
}

type Create = <T = number>(options?: RowOptions, processes?: number) => Topic<T>[];

/** The next events of a subscription. */
export async function take<T>(from: AsyncIterator<T> | undefined, count: number): Promise<T[]> {
  if (from === undefined) throw new Error("the id is not known");
  const items: T[] = [];
  while (items.length < count) {
    const { done, value } = await from.next();
    if (done === true) break;
    items.push(value);
  }
  return items;
}

const dataOf = async <T>(from: AsyncIterator<TopicEvent<T>> | undefined, count: number) =>
  (await take(from, count)).map(({ data }) => data);

async function publishAll<T>(topic: Topic<T>, channel: string, all: readonly T[]): Promise<void> {
  for (const one of all) await topic.publish(channel, one);
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

function rows(create: Create): void {
  describe("subscribe", () => {
    test("gives each event once and in order, from now on", async () => {
      const [topic, other = topic] = create({}, 2);
      await topic!.publish("a", 0);
      const events = await topic!.subscribe("a");
      await publishAll(other!, "a", upTo(5));
      expect(await dataOf(events, 5)).toEqual(upTo(5));
      await topic!.publish("a", 6);
      expect(await dataOf(events, 1)).toEqual([6]);
    });

    test("gives nothing of other channels", async () => {
      const [topic] = create<string>();
      const events = await topic!.subscribe("a");
      await topic!.publish("b", "other");
      await topic!.publish("a ", "other");
      await topic!.publish("a", "own");
      expect(await dataOf(events, 1)).toEqual(["own"]);
    });

    test("replays after an id, then goes on live", async () => {
      const [topic, other = topic] = create({}, 2);
      const first = await topic!.subscribe("a");
      await publishAll(topic!, "a", upTo(4));
      const [, second] = await take(first, 4);
      const events = await other!.subscribe("a", { after: second!.id });
      expect(events?.position).toBe(second!.id);
      expect(await dataOf(events, 2)).toEqual([3, 4]);
      await topic!.publish("a", 5);
      expect(await dataOf(events, 1)).toEqual([5]);
    });

    test("begins after its position, also in an empty channel", async () => {
      const [topic, other = topic] = create({}, 2);
      const position = await topic!.position("a");
      const { position: own } = await topic!.subscribe("a");
      await publishAll(topic!, "a", [1, 2]);
      for (const after of [position, own]) {
        expect(await dataOf(await other!.subscribe("a", { after }), 2)).toEqual([1, 2]);
      }
      const now = await other!.position("a");
      await topic!.publish("a", 3);
      expect(await dataOf(await topic!.subscribe("a", { after: now }), 1)).toEqual([3]);
    });

    test("gets what is published the moment it subscribes", async () => {
      const [topic, other = topic] = create({}, 2);
      const after = await topic!.position("a");
      const publishing = publishAll(other!, "a", upTo(20));
      const subscribed = await Promise.all(upTo(8).map(async () => topic!.subscribe("a")));
      await publishing;
      const all = await take(await topic!.subscribe("a", { after }), 20);
      expect(all.map(({ data }) => data)).toEqual(upTo(20));
      for (const events of subscribed) {
        const rest = all.slice(all.findIndex(({ id }) => id === events.position) + 1);
        expect(await take(events, rest.length)).toEqual(rest);
      }
    });

    test("gives all subscribers the same order", async () => {
      const [topic, other = topic] = create({}, 2);
      const first = await topic!.subscribe("a");
      const second = await other!.subscribe("a");
      await Promise.all(
        upTo(20).map(async (data) => (data % 2 === 0 ? topic : other)!.publish("a", data)),
      );
      const seen = await take(first, 20);
      expect(await take(second, 20)).toEqual(seen);
      expect(seen.map(({ data }) => data).sort((a, b) => a - b)).toEqual(upTo(20));
      expect(new Set(seen.map(({ id }) => id)).size).toBe(20);
    });

    test("serves a subscriber that falls behind the ring", async () => {
      const [topic] = create<string>();
      const large = upTo(30).map((at) => `${at} `.padEnd(60_000, "x"));
      const slow = await topic!.subscribe("a");
      const fast = await topic!.subscribe("a");
      for (const one of large) {
        await topic!.publish("a", one);
        expect(await dataOf(fast, 1)).toEqual([one]);
      }
      expect(await dataOf(slow, 30)).toEqual(large);
      await topic!.publish("a", "live again");
      expect(await dataOf(slow, 1)).toEqual(["live again"]);
    });

    test("serves several reads at once", async () => {
      const [topic] = create();
      const events = await topic!.subscribe("a");
      const reads = upTo(3).map(async () => events.next());
      await publishAll(topic!, "a", upTo(3));
      const read = await Promise.all(reads);
      expect(read.map(({ value }) => (value as TopicEvent<number>).data)).toEqual(upTo(3));
    });
  });

  describe("an id", () => {
    test("is unknown if it is foreign, forged or of the future", async () => {
      const [topic] = create();
      const [foreign] = create();
      const channel = await topic!.subscribe("a");
      await publishAll(topic!, "a", [1, 2]);
      await publishAll(topic!, "b", [1, 2]);
      await publishAll(foreign!, "a", [1, 2]);
      const [, last] = await take(channel, 2);
      const [position = "", tag = ""] = last!.id.split(".");
      const ids = [
        "",
        "1",
        "x",
        ".",
        position,
        `${position}.`,
        `.${tag}`,
        `${position}.${tag}.`,
        ` ${last!.id}`,
        `${position}.${"x".repeat(tag.length)}`,
        `${position}1.${tag}`,
        `0${position}.${tag}`,
        `${position}-0.${tag}`,
        `-1.${tag}`,
        `1e0.${tag}`,
        `99999999999999999999.${tag}`,
        `${"9".repeat(64)}.${tag}`,
        "\0",
        "x".repeat(10_000),
        await topic!.position("b"),
        await foreign!.position("a"),
      ];
      for (const after of ids) {
        expect([after, await topic!.subscribe("a", { after })]).toEqual([after, undefined]);
      }
      expect(await topic!.subscribe("a", { after: last!.id })).toBeDefined();
    });

    test("is known as long as its event is kept, or is the last one", async () => {
      const [topic] = create({ keep: { events: 3 } });
      const before = await topic!.position("a");
      const events = await topic!.subscribe("a");
      const ids: string[] = [];
      for (const data of upTo(5)) {
        await topic!.publish("a", data);
        ids.push((await take(events, 1))[0]!.id);
      }
      for (const after of [before, ids[0], ids[1]]) {
        expect(await topic!.subscribe("a", { after })).toBeUndefined();
      }
      expect(await dataOf(await topic!.subscribe("a", { after: ids[2] }), 2)).toEqual([4, 5]);
      expect(await topic!.position("a")).toBe(ids[4]);
    });

    test("from before the first event is known as long as nothing was removed", async () => {
      const [topic] = create({ keep: { events: 2 } });
      const before = await topic!.position("a");
      await publishAll(topic!, "a", [1, 2]);
      expect(await dataOf(await topic!.subscribe("a", { after: before }), 2)).toEqual([1, 2]);
      await topic!.publish("a", 3);
      expect(await topic!.subscribe("a", { after: before })).toBeUndefined();
    });

    test("is no longer known when its event has expired", async () => {
      const [topic] = create({ keep: { milliseconds: 800 } });
      const events = await topic!.subscribe("a");
      await publishAll(topic!, "a", [1, 2]);
      const [first] = await take(events, 2);
      await elapsed(1_250);
      await topic!.publish("a", 3);
      const [third] = await take(events, 1);
      expect(third!.data).toBe(3);
      expect(await topic!.subscribe("a", { after: first!.id })).toBeUndefined();
      expect(await topic!.subscribe("a", { after: third!.id })).toBeDefined();
    });
  });

  describe("a subscriber", () => {
    test("that falls behind what is kept gets a MissedEventsError", async () => {
      const [topic] = create({ keep: { events: 3 } });
      const events = await topic!.subscribe("a");
      await publishAll(topic!, "a", upTo(6));
      await expect(events.next()).rejects.toMatchObject({
        name: "MissedEventsError",
        code: "missed-events",
        channel: "a",
        id: events.position,
      });
      expect(await events.next()).toEqual({ done: true, value: undefined });
    });

    test("that has read everything stays, though all events expire in between", async () => {
      const [topic, other = topic] = create({ keep: { milliseconds: 600 } }, 2);
      const empty = await topic!.subscribe("empty");
      const events = await topic!.subscribe("a");
      await other!.publish("a", 1);
      expect(await dataOf(events, 1)).toEqual([1]);
      const waiting = [events.next(), empty.next()];
      await elapsed(2_400);
      await other!.publish("a", 2);
      await other!.publish("empty", 2);
      expect(await Promise.all(waiting)).toMatchObject([
        { value: { data: 2 } },
        { value: { data: 2 } },
      ]);
    });

    test("ends by its signal, by leaving, and when the topic is closed", async () => {
      const [topic] = create();
      const ended = { done: true, value: undefined };
      const controller = new AbortController();
      const signalled = await topic!.subscribe("a", { signal: controller.signal });
      const next = signalled.next();
      controller.abort();
      expect(await next).toEqual(ended);
      const left = await topic!.subscribe("a");
      const pending = left.next();
      await left.return?.();
      expect(await pending).toEqual(ended);
      await expect(topic!.subscribe("a", { signal: AbortSignal.abort() })).rejects.toThrow();
      const open = await topic!.subscribe("a");
      const last = open.next();
      await topic!.close();
      expect(await last).toEqual(ended);
      await expect(topic!.publish("a", 1)).rejects.toThrow("is closed");
      await expect(topic!.subscribe("a")).rejects.toThrow("is closed");
      await topic!.close();
    });

    test("that comes after all others have left begins anew", async () => {
      const [topic] = create();
      for (const data of upTo(3)) {
        const events: Subscription<TopicEvent<number>> = await topic!.subscribe("a");
        await topic!.publish("a", data);
        expect(await dataOf(events, 1)).toEqual([data]);
        await events.return?.();
      }
    });
  });

  describe("data", () => {
    test.each<[what: string, data: unknown]>([
      ["null", null],
      ["an empty text", ""],
      ["U+0000 and half a pair", "\0 \uD800"],
      ["lines", "a\r\nb\n\nc"],
      ["letters of all kinds", "ä € 日本 😀"],
      ["a large text", "x".repeat(300_000)],
      ["a list of objects", [{ a: { b: [1, 2.5, -0.1] } }, {}]],
      ["names of prototypes", JSON.parse('{"__proto__":{"a":1},"constructor":2}')],
    ])("is %s", async (_what, data) => {
      const [topic] = create<unknown>();
      const events = await topic!.subscribe("a");
      await topic!.publish("a", data);
      expect((await take(events, 1))[0]?.data).toEqual(data);
    });

    test("is a copy for each subscriber", async () => {
      const [topic] = create<{ a: number }>();
      const one = await topic!.subscribe("a");
      const two = await topic!.subscribe("a");
      await topic!.publish("a", { a: 1 });
      const [first] = await take(one, 1);
      first!.data.a = 2;
      expect(await dataOf(two, 1)).toEqual([{ a: 1 }]);
    });

    test("is written by a codec", async () => {
      const codec = {
        encode: (data: unknown) => (data as Date).toISOString(),
        decode: (text: string) => new Date(text),
      };
      const [topic] = create<Date>({ codec });
      const events = await topic!.subscribe("a");
      await topic!.publish("a", new Date(0));
      expect(await dataOf(events, 1)).toEqual([new Date(0)]);
    });

    test("has a name if the topic says so", async () => {
      const [topic] = create<{ event: string; data: unknown }>({ named: true });
      const events = await topic!.subscribe("a");
      await topic!.publish("a", { event: "created", data: "a\nb" });
      expect(await take(events, 1)).toEqual([
        { id: expect.any(String), event: "created", data: "a\nb" },
      ]);
      for (const event of [{ data: 1 }, { event: "", data: 1 }, { event: "a\nb", data: 1 }]) {
        await expect(topic!.publish("a", event as never)).rejects.toThrow(TypeError);
      }
    });

    test.each([undefined, () => 1, Symbol("a")])("is not %s", async (data) => {
      const [topic] = create<unknown>();
      await expect(topic!.publish("a", data)).rejects.toThrow("expected data that is JSON");
    });
  });

  describe("a channel", () => {
    test.each([
      ["a", "one character"],
      ["x".repeat(200), "200 characters"],
      ["😀".repeat(200), "200 characters of two units"],
      ["{a}:b*[c] 'd' \"e\"\\ $1 %", "what engines read"],
    ])("can be %j (%s)", async (channel) => {
      const [topic] = create();
      const events = await topic!.subscribe(channel);
      await topic!.publish(channel, 1);
      expect(await dataOf(events, 1)).toEqual([1]);
    });

    test.each([[""], ["x".repeat(201)], ["😀".repeat(201)], ["a\0"], ["\uD800"], [1], [undefined]])(
      "cannot be %j",
      async (channel) => {
        const [topic] = create();
        for (const asked of [
          topic!.publish(channel as string, 1),
          topic!.subscribe(channel as string),
          topic!.position(channel as string),
        ]) {
          await expect(asked).rejects.toThrow("expected a channel of 1 to 200 characters");
        }
      },
    );
  });
}

/** Waits for a time that an engine measures: when events expire. */
function elapsed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
