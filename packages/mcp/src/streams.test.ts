import { describe, expect, test } from "vitest";
import { readEvents, readJsonLines } from "./streams.ts";

type Read = typeof readEvents;

/** The items of a text that arrives in chunks of a size. */
async function itemsOf(read: Read, text: string, size = 1, longest = 100): Promise<unknown[]> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) {
        controller.close();
      } else {
        controller.enqueue(bytes.slice(at, (at += size)));
      }
    },
  });
  const items: unknown[] = [];
  for await (const item of read(body, longest)) {
    items.push(item);
  }
  return items;
}

describe.each([1, 2, 3, 1_000])("in chunks of %i bytes", (size) => {
  test("lines are values, and blank lines are none", async () => {
    const text = '\ufeff{"a":1}\n\r\n"ü"\r\n \n[]';
    expect(await itemsOf(readJsonLines, text, size)).toEqual([{ a: 1 }, "ü", []]);
  });

  test("events end with a blank line, of any line end", async () => {
    const text = [
      ": a comment\ndata: 1\n\n",
      "event: a\r\nid: 7\r\ndata: x\r\ndata:y\r\n\r\n",
      "data: null\rretry: 5\r\r",
      "id: 8\n\n",
      "data\n\n",
      "data: never ended\n",
    ];
    expect(await itemsOf(readEvents, text.join(""), size)).toEqual([
      { data: 1 },
      { data: "x\ny", event: "a", id: "7" },
      { data: "null" },
      { data: "" },
    ]);
  });

  test("what is too long is refused, but for comments", async () => {
    await expect(itemsOf(readJsonLines, `"${"a".repeat(100)}"`, size)).rejects.toThrow("100");
    await expect(itemsOf(readEvents, "data: 12345\n".repeat(10), size)).rejects.toThrow("100");
    expect(await itemsOf(readEvents, `${":a\n".repeat(100)}data: 1\n\n`, size)).toHaveLength(1);
  });
});

test("leaving the loop cancels the stream", async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("1\n2\n")),
    cancel: () => void (isCancelled = true),
  });
  for await (const value of readJsonLines(body, 10)) {
    expect(value).toBe(1);
    break;
  }
  expect(isCancelled).toBe(true);
});
