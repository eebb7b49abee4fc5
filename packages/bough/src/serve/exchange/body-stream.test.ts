import { describe, expect, test, vi } from "vitest";
import { streamOf } from "../../../../../test/support/chunks.ts";
import { BrokenBody } from "./exchange.ts";
import { openStream } from "./body-stream.ts";

const bounds = { limit: 4, idle: 1_000 };
const textOf = async (stream: ReadableStream<Uint8Array>): Promise<string> =>
  new Response(stream as never).text();

describe("openStream", () => {
  test.each<[chunks: string[], text: string]>([
    [[], ""],
    [["1234"], "1234"],
    [["1", "", "2", "34"], "1234"],
  ])("gives the chunks %o", async (chunks, text) => {
    const broken = vi.fn();
    expect(await textOf(openStream(streamOf(chunks).stream, bounds, broken))).toBe(text);
    expect(broken).not.toHaveBeenCalled();
  });

  test.each([[["12345"]], [["1234", "5"]], [["1", "2", "3", "4", "5", "6"]]])(
    "breaks past its limit: %o",
    async (chunks) => {
      const broken = vi.fn();
      const { stream, watched } = streamOf(chunks);
      await expect(textOf(openStream(stream, bounds, broken))).rejects.toBeInstanceOf(BrokenBody);
      expect(broken.mock.calls).toEqual([["too-large"]]);
      expect(watched.cancelled).toBeInstanceOf(BrokenBody);
    },
  );

  test("breaks when its source does", async () => {
    const broken = vi.fn();
    const { stream } = streamOf(["1"], new Error("cut"));
    await expect(textOf(openStream(stream, bounds, broken))).rejects.toMatchObject({
      fault: "gone",
    });
    expect(broken.mock.calls).toEqual([["gone"]]);
  });

  test("breaks when nothing comes, which counts only while somebody reads", async () => {
    const broken = vi.fn();
    const stream = openStream(new ReadableStream(), { limit: 4, idle: 10 }, broken);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(broken).not.toHaveBeenCalled();
    await expect(textOf(stream)).rejects.toMatchObject({ fault: "timeout" });
    expect(broken.mock.calls).toEqual([["timeout"]]);
  });

  test("breaks when somebody else has the source, or had it", async () => {
    const { stream } = streamOf(["1"]);
    stream.getReader();
    const had = streamOf(["1"]).stream;
    for (const [source, taken] of [
      [stream, false],
      [had, true],
    ] as const) {
      const broken = vi.fn();
      const opened = openStream(source, { ...bounds, taken }, broken);
      await expect(textOf(opened)).rejects.toMatchObject({ fault: "taken" });
      expect(broken.mock.calls).toEqual([["taken"]]);
    }
  });

  test("takes nothing before it is read, and a chunk for each read", async () => {
    const { stream, watched } = streamOf(["1", "2", "3"]);
    const reader = openStream(stream, bounds, vi.fn()).getReader();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(watched.pulled).toBe(0);
    await reader.read();
    expect(watched.pulled).toBe(1);
    await reader.cancel("enough");
    expect(watched.cancelled).toBe("enough");
  });

  test("cancels a source that was never read", async () => {
    const { stream, watched } = streamOf(["1"]);
    await openStream(stream, bounds, vi.fn()).cancel("enough");
    expect([watched.pulled, watched.cancelled]).toEqual([0, "enough"]);
  });
});
