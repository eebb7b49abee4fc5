// What a topic makes of a log: when it reads, and what it does when the log fails, is cut or begins anew.
import { createTopic, type EventLog } from "bough/server";
import type { LogPage, ReadFrom } from "bough/types";
import { describe, expect, test } from "vitest";
import { take } from "../../../../../test/support/topic-rows.ts";

/** A log that tests hold, break and cut. */
class TestLog implements EventLog {
  start = "s1";
  events: { position: string; data: string }[] = [];
  first = 1;
  fault: Error | undefined;
  reads: ReadFrom[] = [];
  /** Called before a read looks at the events. */
  before: () => Promise<void> | void = () => undefined;
  /** Called after it has, before it returns. */
  after: () => Promise<void> | void = () => undefined;
  readonly wakers = new Set<() => void>();
  watches = 0;
  watchFault: Error | undefined;
  isClosed = false;

  async append(_channel: string, data: string): Promise<void> {
    this.events.push({ position: String(this.events.length + 1), data });
    this.wake();
  }
  wake(): void {
    this.wakers.forEach((wake) => wake());
  }
  async bounds(_channel: string, position?: string) {
    if (this.fault) throw this.fault;
    const last = String(this.events.length);
    const knows = position !== undefined && Number(position) <= Number(last);
    return { start: this.start, last, knows };
  }
  async read(_channel: string, from: ReadFrom): Promise<LogPage | undefined> {
    this.reads.push(from);
    await this.before();
    if (this.fault) throw this.fault;
    const at = Number(from.after);
    const isCut = from.start !== this.start || at > this.events.length || at + 1 < this.first;
    const events = this.events.slice(at, at + from.events);
    const end = at + events.length;
    const page = { events, position: String(end), more: end < this.events.length };
    await this.after();
    return isCut ? undefined : page;
  }
  async watch(_channel: string, wake: () => void) {
    this.watches++;
    if (this.watchFault) throw this.watchFault;
    this.wakers.add(wake);
    return () => void this.wakers.delete(wake);
  }
  close(): void {
    this.isClosed = true;
  }
}

function create() {
  const log = new TestLog();
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  return { log, warnings, topic: createTopic<number>(log, { name: "test", onWarning }) };
}

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const dataOf = async (from: AsyncIterator<{ data: number }>, count: number): Promise<number[]> =>
  (await take(from, count)).map(({ data }) => data);

describe("reads", () => {
  test("begin only when somebody waits, and serve all who do", async () => {
    const { log, topic } = create();
    const subscribed = [await topic.subscribe("a"), await topic.subscribe("a")];
    for (const data of [1, 2, 3]) await topic.publish("a", data);
    await later();
    expect(log.reads).toHaveLength(0);
    expect(await Promise.all(subscribed.map(async (one) => dataOf(one, 3)))).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(log.reads).toHaveLength(1);
    expect(log.watches).toBe(1);
  });

  test("happen again for a wake-up that comes while one runs", async () => {
    const { log, topic } = create();
    const events = await topic.subscribe("a");
    log.after = () => {
      log.after = () => undefined;
      // Too late for this read.
      return log.append("a", "2");
    };
    const next = dataOf(events, 2);
    await topic.publish("a", 1);
    expect(await next).toEqual([1, 2]);
  });

  test("of a slow subscriber are its own, page by page", async () => {
    const { log, topic } = create();
    for (let data = 1; data <= 250; data++) await topic.publish("a", data);
    const events = await topic.subscribe("a", { after: await idOf(topic, 0) });
    const all = await dataOf(events!, 250);
    expect(all).toEqual(Array.from({ length: 250 }, (_, at) => at + 1));
    expect(log.reads.map(({ after }) => after)).toEqual(["0", "100", "200"]);
  });

  test("follow a position that moves without events", async () => {
    const { log, topic } = create();
    const events = await topic.subscribe("a");
    const next = events.next();
    const read = log.read.bind(log);
    log.read = async (channel, from) =>
      from.after === "0"
        ? { events: [], position: "0-later", more: false }
        : read(channel, { ...from, after: "0" });
    log.wake();
    await later();
    await topic.publish("a", 1);
    expect(await next).toMatchObject({ value: { data: 1 } });
  });
});

/** The id of a position. */
async function idOf(topic: ReturnType<typeof create>["topic"], position: number): Promise<string> {
  return `${position}.${(await topic.position("a")).split(".")[1]}`;
}

describe("a log that fails", () => {
  test("is asked again until it responds; subscribers go on behind their id", async () => {
    const { log, topic, warnings } = create();
    const events = await topic.subscribe("a");
    await topic.publish("a", 1);
    expect(await dataOf(events, 1)).toEqual([1]);
    const next = dataOf(events, 2);
    log.fault = new Error("gone");
    await topic.publish("a", 2);
    await topic.publish("a", 3);
    await expect.poll(() => log.reads.length).toBeGreaterThan(3);
    log.fault = undefined;
    expect(await next).toEqual([2, 3]);
    expect(warnings).toEqual(['topic "test" cannot be read, subscribers wait: gone']);
  });

  test("lets nobody subscribe, and a later subscription succeeds", async () => {
    const { log, topic } = create();
    log.watchFault = new Error("no watch");
    await expect(topic.subscribe("a")).rejects.toThrow("no watch");
    log.watchFault = undefined;
    log.fault = new Error("no bounds");
    await expect(topic.subscribe("a")).rejects.toThrow("no bounds");
    await later();
    expect(log.wakers.size).toBe(0);
    log.fault = undefined;
    const events = await topic.subscribe("a");
    await topic.publish("a", 1);
    expect(await dataOf(events, 1)).toEqual([1]);
  });

  test("that never responds does not keep a subscriber from leaving", async () => {
    const { log, topic } = create();
    const controller = new AbortController();
    const events = await topic.subscribe("a", { signal: controller.signal });
    const next = events.next();
    log.before = () => new Promise(() => undefined);
    await topic.publish("a", 1);
    controller.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(log.wakers.size).toBe(0);
  });
});

describe("a log that was cut", () => {
  test("tells those who miss events, and serves the others", async () => {
    const { log, topic } = create();
    const behind = await topic.subscribe("a");
    for (const data of [1, 2]) await topic.publish("a", data);
    const current = await topic.subscribe("a");
    const next = current.next();
    log.first = 3;
    await topic.publish("a", 3);
    await expect(behind.next()).rejects.toMatchObject({ code: "missed-events" });
    expect(await next).toMatchObject({ value: { data: 3 } });
    // Who has got the error has left the channel.
    await current.return?.();
    expect(log.wakers.size).toBe(0);
  });

  test.each<[what: string, cut: (log: TestLog) => void]>([
    ["lost the last events", (log) => log.events.splice(1)],
    ["begins anew", (log) => (log.start = "s2")],
  ])("tells a subscriber that waits, when it %s", async (_what, cut) => {
    const { log, topic } = create();
    const events = await topic.subscribe("a");
    for (const data of [1, 2]) await topic.publish("a", data);
    const [, last] = await take(events, 2);
    const next = events.next();
    cut(log);
    log.wake();
    await expect(next).rejects.toThrow(
      `topic "test": events after ${last!.id} are no longer kept: load the state again, then subscribe without \`after\``,
    );
    const anew = await topic.subscribe("a");
    await topic.publish("a", 3);
    expect(await dataOf(anew, 1)).toEqual([3]);
  });
});

test("close ends the log, and subscriptions that nobody has read", async () => {
  const { log, topic } = create();
  const events = await topic.subscribe("a");
  await topic.close();
  expect([log.isClosed, log.wakers.size]).toEqual([true, 0]);
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test("leaving before the first event ends the watch", async () => {
  const { log, topic } = create();
  const events = await topic.subscribe("a");
  await events.return?.();
  expect(log.wakers.size).toBe(0);
});

test("1,000 subscribers of one channel cause no warning of Node", async () => {
  const { topic } = create();
  const warned: Error[] = [];
  const listener = (warning: Error): void => void warned.push(warning);
  process.on("warning", listener);
  const all = await Promise.all(Array.from({ length: 1_000 }, async () => topic.subscribe("a")));
  const next = all.map(async (events) => dataOf(events, 1));
  await topic.publish("a", 1);
  await Promise.all(next);
  await later();
  process.off("warning", listener);
  expect(warned).toEqual([]);
});
