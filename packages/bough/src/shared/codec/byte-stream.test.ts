import { describe, expect, test } from "vitest";
import { streamOf } from "../../../../../test/support/chunks.ts";
import { relayed, type RelayEnd } from "./byte-stream.ts";

describe("relayed", () => {
  const ends: [RelayEnd, unknown][] = [];
  const over = (end: RelayEnd, reason?: unknown): void => void ends.push([end, reason]);

  test("tells once how it ended, before its source is cancelled", async () => {
    ends.length = 0;
    const whole = relayed(streamOf(["a"]).stream, { over });
    expect(await new Response(whole as ReadableStream<Uint8Array<ArrayBuffer>>).text()).toBe("a");

    const failure = new Error("broken");
    await expect(relayed(streamOf([], failure).stream, { over }).getReader().read()).rejects.toBe(
      failure,
    );

    const { stream, watched } = streamOf(["a"]);
    const before: unknown[] = [];
    const left = relayed(stream, {
      over: (end, reason) => {
        over(end, reason);
        before.push(watched.cancelled);
      },
    });
    await left.cancel("enough");
    expect([before, watched.cancelled]).toEqual([[undefined], "enough"]);

    const controller = new AbortController();
    const silent = new ReadableStream<Uint8Array>();
    const aborted = relayed(silent, { over, signal: controller.signal }).getReader().read();
    controller.abort("late");
    await expect(aborted).rejects.toBe("late");
    expect(ends).toEqual([
      ["whole", undefined],
      ["broken", failure],
      ["left", "enough"],
      ["aborted", "late"],
    ]);
  });

  test("neither ends nor breaks after it has left its source", async () => {
    ends.length = 0;
    let leave: (reason: unknown) => void = () => undefined;
    const { stream, watched } = streamOf(["a", "b"]);
    const reader = relayed(stream, { over, leaving: (given) => (leave = given) }).getReader();
    await reader.read();
    leave("closed");
    expect([ends, watched.cancelled]).toEqual([[["left", "closed"]], "closed"]);
    const settled = reader.read().then(
      () => "settled",
      () => "settled",
    );
    const pause = new Promise((resolve) => setTimeout(resolve, 20, "pending"));
    expect(await Promise.race([settled, pause])).toBe("pending");
  });

  test("locks a source at its first read, and a given reader at once", () => {
    const lazy = streamOf(["a"]).stream;
    relayed(lazy, {});
    const eager = streamOf(["a"]).stream;
    relayed(eager.getReader(), {});
    expect([lazy.locked, eager.locked]).toEqual([false, true]);
  });
});
