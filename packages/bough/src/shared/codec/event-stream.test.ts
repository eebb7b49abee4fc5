import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  collect,
  cut,
  everyCut,
  naughtyStrings,
  streamOf,
} from "../../../../../test/support/chunks.ts";
import { DecodeError } from "./codec.ts";
import { formatComment, formatEvent, readEvents } from "./event-stream.ts";

const utf8 = new TextEncoder();
const nothing = { data: undefined, event: undefined, id: undefined, retry: undefined };

const read = (...chunks: (string | Uint8Array)[]): Promise<unknown[]> =>
  collect(readEvents(streamOf(chunks).stream));

describe("formatEvent", () => {
  test.each([
    [{ data: "a" }, "data: a\n\n"],
    [{ data: "" }, "data: \n\n"],
    [{ data: "a\nb\rc\r\nd\n" }, "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n"],
    [{ data: "a", event: "e", id: "1", retry: 5 }, "event: e\nid: 1\nretry: 5\ndata: a\n\n"],
    [{ data: "a", id: "", retry: 0 }, "id: \nretry: 0\ndata: a\n\n"],
    [{ data: "a", event: " e:" }, "event:  e:\ndata: a\n\n"],
  ])("G2: writes %j", (message, text) => {
    expect(formatEvent(message)).toBe(text);
  });

  test.each([
    [{ event: 1 as never }, "the event of an event must be a string"],
    [{ id: 1 as never }, "the id of an event must be a string"],
    [{ event: "a\nb" }, "the event of an event must be one line"],
    [{ event: "a\rb" }, "the event of an event must be one line"],
    [{ id: "a\nb" }, "the id of an event must be one line"],
    [{ id: "\r" }, "the id of an event must be one line"],
    [{ id: "a\0" }, "the id of an event must not contain NUL"],
    ...[-1, 1.5, NaN, Infinity, 2 ** 53].map((retry): [object, string] => [
      { retry },
      "the retry of an event must be a whole number of milliseconds, 0 or more",
    ]),
  ])("G2: refuses %j", (fields, message) => {
    expect(() => formatEvent({ data: "", ...fields })).toThrow(new TypeError(message));
  });
});

test("formatComment writes lines that no reader tells of", async () => {
  expect(formatComment("")).toBe(": \n\n");
  expect(formatComment("a\r\ndata: b\rc")).toBe(": a\n: data: b\n: c\n\n");
  expect(await read(formatComment("a\ndata: b\n\nid: 1"))).toEqual([]);
});

describe("readEvents", () => {
  // The examples of HTML 9.2.6.
  test.each([
    ["data: YHOO\ndata: +2\ndata: 10\n\n", [{ data: "YHOO\n+2\n10" }]],
    [
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
      [
        { data: "first event", id: "1" },
        { data: "second event", id: "" },
        { data: " third event" },
      ],
    ],
    ["data\n\ndata\ndata\n\ndata:", [{ data: "" }, { data: "\n" }]],
    ["data:test\n\ndata: test\n\n", [{ data: "test" }, { data: "test" }]],
  ])("F8: reads the standard's %j", async (text, expected) => {
    const events = expected.map((event) => ({ ...nothing, ...event }));
    expect(await read(text)).toEqual(events);
  });

  test.each([
    ["data: a\r\n\r\ndata: b\r\rdata: c\n\n", [{ data: "a" }, { data: "b" }, { data: "c" }]],
    ["data: a\r\ndata: b\rdata: c\n\r\n", [{ data: "a\nb\nc" }]],
    ["\ufeffdata: a\n\n", [{ data: "a" }]],
    ["\ufeff\ufeffdata: a\n\n", []],
    ["ï»¿data: a\n\n", []],
    ["data: \ufeff\n\n", [{ data: "\ufeff" }]],
    ["event: e\ndata: a\n\ndata: b\n\n", [{ data: "a", event: "e" }, { data: "b" }]],
    ["event: e\n\n", []],
    ["data: a\nevent:\n\n", [{ data: "a" }]],
    ["DATA: a\nunknown: b\ndata : c\n\n", []],
    ["data: a\nid: 1\0\n\n", [{ data: "a" }]],
    ["data: unfinished\n", []],
    ["data: unfinished\nid: 1", []],
    ["", []],
  ])("F8: reads %j", async (text, expected) => {
    expect(await read(text)).toEqual(expected.map((event) => ({ ...nothing, ...event })));
  });

  test.each([
    ["retry: 5\n\n", [{ retry: 5 }]],
    ["retry: 5\ndata: a\n\ndata: b\n\n", [{ data: "a", retry: 5 }, { data: "b" }]],
    ["data: a\nretry: 5\nretry: 6\n\n", [{ data: "a", retry: 6 }]],
    ["retry: 5\n", [{ retry: 5 }]],
    ["retry: 5", []],
    ["retry: 5s\n\nretry: -1\n\nretry:\n\nretry: 1.5\n\n", []],
    ["retry: 99999999999999999999\n\n", [{ retry: 2 ** 31 - 1 }]],
    [`retry: ${"9".repeat(400)}\n\n`, [{ retry: 2 ** 31 - 1 }]],
    ["id: 7\n\n", [{ id: "7" }]],
    ["event: e\nid: 7\n\n", [{ id: "7" }]],
  ])("tells a delay and an id that stand alone: %j", async (text, expected) => {
    expect(await read(text)).toEqual(expected.map((event) => ({ ...nothing, ...event })));
  });

  test("replaces what is not UTF-8", async () => {
    const bytes = [...utf8.encode("data: "), 0xff, ...utf8.encode("\n\n")];
    expect(await read(Uint8Array.from(bytes))).toEqual([{ ...nothing, data: "\ufffd" }]);
  });

  test("tells an event as soon as its last line end has begun", async () => {
    const { stream, watched } = streamOf(["data: a\r\n\r", "\ndata: b\n\n"]);
    const events = readEvents(stream);
    expect((await events.next()).value).toEqual({ ...nothing, data: "a" });
    expect(watched.pulled).toBe(1);
    expect((await events.next()).value).toEqual({ ...nothing, data: "b" });
    await events.return();
  });

  test("leaving the loop cancels the stream", async () => {
    const { stream, watched } = streamOf(["data: a\n\ndata: b\n\n", "data: c\n\n"]);
    for await (const { data } of readEvents(stream)) if (data === "a") break;
    expect(watched).toEqual({ pulled: 1, cancelled: "without a reason" });
  });

  test("throws what the stream errors with, after the events before it", async () => {
    const events = readEvents(streamOf(["data: a\n\ndata: b\n"], new Error("gone")).stream);
    expect((await events.next()).value).toEqual({ ...nothing, data: "a" });
    await expect(events.next()).rejects.toThrow("gone");
  });

  test("refuses a block over a limit, and cancels the stream", async () => {
    const text = "data: 12345\n\n";
    const options = { maxLength: 12 };
    const fits = readEvents(streamOf([text, text]).stream, options);
    expect(await collect(fits)).toHaveLength(2);
    const { stream, watched } = streamOf([text, "data: 123", "456\n\n"]);
    const events = readEvents(stream, options);
    expect((await events.next()).value).toEqual({ ...nothing, data: "12345" });
    await expect(events.next()).rejects.toThrow(
      new DecodeError("must not have an event longer than 12 characters"),
    );
    expect(watched.cancelled).toBe("without a reason");
  });

  test("comments that keep a stream open are no part of a block, each for itself they are bounded", async () => {
    const options = { maxLength: 100 };
    const alive = streamOf([
      ...Array.from({ length: 300 }, (_, at) => (at % 2 ? ": still here\n" : ":\n")),
      "data: 1\n\n",
    ]);
    expect(await collect(readEvents(alive.stream, options))).toEqual([{ ...nothing, data: "1" }]);
    // Nor do they make room for what is part of it.
    const mixed = streamOf(Array.from({ length: 40 }, () => ":\ndata: x\n:\n"));
    await expect(collect(readEvents(mixed.stream, options))).rejects.toThrow(
      new DecodeError("must not have an event longer than 100 characters"),
    );
    // What a chunk begins with says nothing about its line.
    const cut = streamOf(Array.from({ length: 40 }, () => ["data: x", ":\n"]).flat());
    await expect(collect(readEvents(cut.stream, options))).rejects.toThrow(
      new DecodeError("must not have an event longer than 100 characters"),
    );
    const endless = streamOf([": ", "x".repeat(60), "x".repeat(60)]);
    await expect(collect(readEvents(endless.stream, options))).rejects.toThrow(
      new DecodeError("must not have an event longer than 100 characters"),
    );
  });

  test("borders of chunks change nothing", async () => {
    const text =
      "\ufeffid: 1\r\nevent: é😀\rdata: a\r\n\r\n: c\n\nretry: 5\n\ndata: ü\n\rdata: x\r\r\n";
    const expected = await read(text);
    expect(expected).toHaveLength(4);
    for (const chunks of everyCut(utf8.encode(text))) {
      expect(await read(...chunks)).toEqual(expected);
    }
  });

  test("reads one long line in many small chunks, and many line ends", async () => {
    const chunks = Array.from({ length: 100_000 }, () => "abcdefgh");
    expect(await read("data: ", ...chunks, "\n\n")).toEqual([
      { ...nothing, data: chunks.join("") },
    ]);
    expect(await read("\r".repeat(500_000))).toEqual([]);
    expect(await read("data:\n".repeat(100_000), "\n")).toEqual([
      { ...nothing, data: "\n".repeat(99_999) },
    ]);
  });

  test("reads what formatEvent wrote, wherever it is cut", async () => {
    const oneLine = fc.string({ unit: "binary" }).map((text) => text.replace(/[\r\n\0]/g, ""));
    const message = fc.record(
      {
        data: fc.string({
          unit: fc.constantFrom("a", " ", ":", "\n", "\0", "\ufeff", "😀", "data:"),
        }),
        event: oneLine.filter((text) => text !== ""),
        id: oneLine,
        retry: fc.nat(),
      },
      { requiredKeys: ["data"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message), fc.array(fc.nat()), async (messages, positions) => {
        const text = messages.map((one) => formatEvent(one) + formatComment(one.data)).join("");
        const expected = messages.map((one) => ({ ...nothing, ...one }));
        expect(await read(...cut(utf8.encode(text), positions))).toEqual(expected);
      }),
    );
  });

  test("naughty strings arrive as data and as an id", async () => {
    const text = naughtyStrings.map((data) => formatEvent({ data, id: data })).join("");
    expect(await read(text)).toEqual(
      naughtyStrings.map((data) => ({ ...nothing, data, id: data })),
    );
  });
});
