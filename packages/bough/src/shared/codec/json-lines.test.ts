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
import { formatLine, readLines } from "./json-lines.ts";
import { defaultJson } from "./json.ts";

const utf8 = new TextEncoder();
const decode = (bytes: Uint8Array): unknown => defaultJson.decode(bytes, { depth: 8 });

const parse = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

const lines = (chunks: (string | Uint8Array)[], maxBytes = 1000): AsyncGenerator =>
  readLines(streamOf(chunks).stream, { maxBytes, decode });
const read = (...chunks: (string | Uint8Array)[]): Promise<unknown[]> => collect(lines(chunks));

describe("formatLine", () => {
  test("writes one line", () => {
    expect(formatLine({ a: "b\r\nc\u2028" })).toBe('{"a":"b\\r\\nc\u2028"}\n');
    expect(formatLine(null)).toBe("null\n");
  });

  test("refuses what has no JSON form", () => {
    expect(() => formatLine(undefined)).toThrow(
      new TypeError("a value of type undefined has no JSON form"),
    );
  });
});

describe("readLines", () => {
  test.each([
    ["1\n2\n", [1, 2]],
    ["1\r\n2\r\n", [1, 2]],
    ["1\n2", [1, 2]],
    ["1\n2\r", [1, 2]],
    ["\n\r\n \t\n1\n\n", [1]],
    ["\ufeff1\n", [1]],
    ["\ufeff\n1", [1]],
    ["\ufeff", []],
    ["", []],
    [' {"a": [1]} \n', [{ a: [1] }]],
  ])("reads %j", async (text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  test.each([
    ['1\n\n{"a"\n2\n', "must be valid JSON, line 3"],
    ["1\r2\n", "must be valid JSON, line 1"],
    ["1\n[[[[[[[[[1]]]]]]]]]", "must not be nested deeper than 8 levels, line 2"],
  ])("refuses %j", async (text, message) => {
    await expect(read(text)).rejects.toThrow(new DecodeError(message));
  });

  test("refuses what is not UTF-8, and keeps where in the value the fault is", async () => {
    await expect(read("1\n", Uint8Array.of(0x22, 0xff, 0x22))).rejects.toThrow(
      "must be valid UTF-8, line 2",
    );
    await expect(read('{"a":1e400}')).rejects.toMatchObject({ pointer: "/a" });
  });

  test("makes a DecodeError of what another decoder throws, and repeats nothing of it", async () => {
    const { stream } = streamOf(["secret"]);
    await expect(collect(readLines(stream, { maxBytes: 10, decode: parse }))).rejects.toThrow(
      new DecodeError("must be valid, line 1"),
    );
  });

  test("holds a line to its limit, its end and a byte order mark not counted", async () => {
    expect(await collect(lines(["\ufeff12345\r\n12345\n12345"], 5))).toEqual([12345, 12345, 12345]);
    for (const chunks of [["1\n123456"], ["1\n123456\n"], ["1\n", "123", "456\r\n"]]) {
      const values = lines(chunks, 5);
      expect((await values.next()).value).toBe(1);
      await expect(values.next()).rejects.toThrow(
        new DecodeError("must not have a line longer than 5 bytes, line 2"),
      );
    }
  });

  test("refuses a line that is too long before it ends, and cancels the stream", async () => {
    const { stream, watched } = streamOf(Array.from({ length: 1000 }, () => "12345678"));
    await expect(collect(readLines(stream, { maxBytes: 100, decode }))).rejects.toThrow(
      "longer than 100 bytes",
    );
    expect(watched.pulled).toBeLessThan(20);
    expect(watched.cancelled).toBe("without a reason");
  });

  test("leaving the loop cancels the stream", async () => {
    const { stream, watched } = streamOf(["1\n2\n", "3\n"]);
    for await (const value of readLines(stream, { maxBytes: 10, decode })) {
      if (value === 1) break;
    }
    expect(watched).toEqual({ pulled: 1, cancelled: "without a reason" });
  });

  test("throws what the stream errors with, after the values before it", async () => {
    const { stream } = streamOf(["1\n2"], new Error("gone"));
    const values = readLines(stream, { maxBytes: 10, decode });
    expect((await values.next()).value).toBe(1);
    await expect(values.next()).rejects.toThrow("gone");
  });

  test("borders of chunks change nothing", async () => {
    const text = '\ufeff{"a":"é😀"}\r\n\r\n[1,\t2]\n\n"x"';
    const expected = await read(text);
    expect(expected).toEqual([{ a: "é😀" }, [1, 2], "x"]);
    for (const chunks of everyCut(utf8.encode(text))) {
      expect(await read(...chunks)).toEqual(expected);
    }
  });

  test("reads one long line in many small chunks", async () => {
    const chunks = Array.from({ length: 200_000 }, () => "abcdefgh");
    const values = await collect(lines(['"', ...chunks, '"'], Infinity));
    expect(values).toEqual([chunks.join("")]);
  });

  test("reads what formatLine wrote, wherever it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 4 })),
        fc.array(fc.nat()),
        async (values, positions) => {
          const text = values.map(formatLine).join("");
          const { stream } = streamOf(cut(utf8.encode(text), positions));
          // -0 is 0 in JSON.
          const read = readLines(stream, { maxBytes: Infinity, decode: parse });
          expect(await collect(read)).toEqual(JSON.parse(JSON.stringify(values)));
        },
      ),
    );
  });

  test("naughty strings arrive as values", async () => {
    const text = naughtyStrings.map(formatLine).join("");
    expect(await collect(lines([text], Infinity))).toEqual(naughtyStrings);
  });
});
