import { describe, expect, test } from "vitest";
import { collect, streamOf } from "../../../../../test/support/chunks.ts";
import { type Piece, streamOfPieces } from "./piece-stream.ts";

const utf8 = new TextEncoder();

const textOf = async (pieces: readonly Piece[]): Promise<string> =>
  new Response(streamOfPieces(pieces) as ReadableStream<Uint8Array<ArrayBuffer>>).text();

/** A stream that gives nothing and never ends. */
const silent = (): { stream: ReadableStream<Uint8Array>; reasons: unknown[] } => {
  const reasons: unknown[] = [];
  return { stream: new ReadableStream({ cancel: (reason) => void reasons.push(reason) }), reasons };
};

async function* generated(left: string[]): AsyncGenerator<Uint8Array> {
  try {
    yield utf8.encode("a");
    yield utf8.encode("b");
  } finally {
    left.push("left");
  }
}

describe("streamOfPieces", () => {
  test("gives one piece after another", async () => {
    const { stream } = streamOf(["c", "", "d"]);
    const pieces = ["é", utf8.encode("a"), "", new Blob(["b"]), stream, generated([]), "!"];
    expect(await textOf(pieces)).toBe("éabcdab!");
    expect(await textOf([])).toBe("");
    expect(await textOf([streamOf([]).stream, new Blob()])).toBe("");
  });

  test("pulls no more than its reader does", async () => {
    const { stream, watched } = streamOf(["a", "b", "c"]);
    const reader = streamOfPieces(["x", stream]).getReader();
    await reader.read();
    expect(watched.pulled).toBe(0);
    await reader.read();
    await reader.read();
    expect(watched.pulled).toBe(2);
  });

  test("locks its streams at once", () => {
    const { stream } = streamOf([]);
    streamOfPieces(["x", stream]);
    expect(stream.locked).toBe(true);
    expect(() => streamOfPieces([stream])).toThrow(TypeError);
  });

  test("whoever leaves ends all sources, even one that is silent", async () => {
    const left: string[] = [];
    const [first, second] = [silent(), silent()];
    const reader = streamOfPieces([
      generated(left),
      first.stream,
      generated([]),
      second.stream,
    ]).getReader();
    for (let count = 0; count < 2; count++) await reader.read();
    const waiting = reader.read();
    await new Promise(setImmediate);
    await reader.cancel("enough");
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect([left, first.reasons, second.reasons]).toEqual([["left"], ["enough"], ["enough"]]);
  });

  test("an iteration that has begun is ended", async () => {
    const left: string[] = [];
    const reader = streamOfPieces([generated(left), new Blob(["b"])]).getReader();
    await reader.read();
    await reader.cancel();
    expect(left).toEqual(["left"]);
  });

  test("fails as a source does, and ends the others", async () => {
    const { stream, reasons } = silent();
    const failure = new Error("gone");
    const body = streamOfPieces(["x", streamOf(["a"], failure).stream, stream]);
    await expect(collect(body)).rejects.toThrow(failure);
    expect(reasons).toEqual([failure]);
  });

  test("takes nothing but bytes", async () => {
    const texts = new ReadableStream({ start: (controller) => controller.enqueue("text") });
    await expect(textOf([texts])).rejects.toThrow(
      new TypeError("the content of a file must come as chunks of Uint8Array"),
    );
  });
});
