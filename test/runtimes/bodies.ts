// Every kind of body between a client of Bough's and a host, on a socket.
import { expect, test } from "vitest";
import { RawClient, linesOf } from "../support/raw-client.ts";
import { app, FILE_TEXT } from "./app.ts";
import type { Running } from "./launch.ts";
import { isLimited } from "./limits.ts";
import { clientOf } from "./probing.ts";

const { bodies } = app;
const MEBIBYTE = 1_048_576;

async function sizeOf(body: ReadableStream<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
  }
  return size;
}

async function* chunks(count: number, size: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index++) {
    yield new Uint8Array(size).fill(index);
  }
}

/** Tests of a host that is running. */
export function testBodies(running: () => Running): void {
  test("text, forms and JSON", async () => {
    const client = clientOf(running());
    expect(await client.request(bodies.text, "hé\r\n€").bodyOrThrow()).toBe("hé\r\n€");
    expect(await client.request(bodies.text, "").bodyOrThrow()).toBe("");
    const form = { name: "a&b=c +%é", age: 3, tags: ["x", "y z"] };
    expect(await client.request(bodies.form, form).bodyOrThrow()).toEqual(form);
    const made = await client.request(bodies.made, 7);
    expect([made.status, made.ok && made.body]).toEqual([201, 7]);
  });

  test("multipart with files", async () => {
    const large = new File([new Uint8Array(300_000)], 'a "large" é.bin');
    const sent = { title: "é\r\n", files: [large, new Blob(["small"])] };
    const uploaded = await clientOf(running()).request(bodies.upload, sent).bodyOrThrow();
    expect(uploaded.title).toBe("é\r\n");
    expect(uploaded.files.map(({ filename, size }) => [filename ?? null, size])).toEqual([
      [large.name, 300_000],
      [null, 5],
    ]);
  });

  test("streams up, down, and both at once", async () => {
    const client = clientOf(running());
    expect(await client.request(bodies.length, chunks(10, 50_000)).bodyOrThrow()).toBe(500_000);
    const back = await client.request(bodies.echo, chunks(8, 65_536)).bodyOrThrow();
    expect(await sizeOf(back)).toBe(524_288);
    // What comes back is there before the rest is sent.
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    async function* held(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array([1]);
      await released;
      yield new Uint8Array([2]);
    }
    const echoed = await client.request(bodies.echo, held()).bodyOrThrow();
    const reader = echoed.getReader();
    expect((await reader.read()).value).toEqual(new Uint8Array([1]));
    release();
    expect((await reader.read()).value).toEqual(new Uint8Array([2]));
    expect((await reader.read()).done).toBe(true);
  });

  test("lines there and back", async () => {
    const seen: number[] = [];
    for await (const line of await clientOf(running())
      .request(bodies.lines, [1, 2, 3])
      .bodyOrThrow()) {
      seen.push(line);
    }
    expect(seen).toEqual([2, 3, 4]);
  });

  test("events, and their place after a break", async () => {
    const parameters = { to: 5, breakAt: 3 };
    const seen: number[] = [];
    const events = await clientOf(running()).request(bodies.ticks, { parameters }).bodyOrThrow();
    for await (const { n } of events) {
      seen.push(n);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  test("ranges of a file", async () => {
    const ask = async (range: string) => {
      const client = await RawClient.open(running().port);
      client.write(`GET /app/bodies/file HTTP/1.1\r\nhost: h.test\r\nrange: ${range}\r\n\r\n`);
      const answer = await client.next();
      client.destroy();
      expect(linesOf(answer, "content-length")).toEqual([String(answer.body.length)]);
      return [answer.status, linesOf(answer, "content-range"), answer.body];
    };
    expect(await ask("bytes=2-5")).toEqual([206, ["bytes 2-5/10"], FILE_TEXT.slice(2, 6)]);
    expect(await ask("bytes=-3")).toEqual([206, ["bytes 7-9/10"], FILE_TEXT.slice(-3)]);
    expect((await ask("bytes=99-")).slice(0, 2)).toEqual([416, ["bytes */10"]]);
    expect(await ask("lines=1-2")).toEqual([200, [], FILE_TEXT]);
  });

  test("a body over the limit, to a client that writes all of it first", async () => {
    const client = await RawClient.open(running().port);
    client.write(
      `POST /app/bodies/made HTTP/1.1\r\nhost: h.test\r\ncontent-type: application/json\r\ncontent-length: ${2 * MEBIBYTE}\r\n\r\n`,
    );
    client.write(Buffer.alloc(2 * MEBIBYTE, 0x20));
    await client.flushed();
    const answer = await client.next().catch(() => undefined);
    client.destroy();
    if (answer !== undefined || !isLimited(running().runtime, "earlyAnswers")) {
      expect([answer?.status, JSON.parse(answer?.body ?? "")]).toMatchObject([
        413,
        { type: "urn:bough:content-too-large" },
      ]);
    }
  });
}
