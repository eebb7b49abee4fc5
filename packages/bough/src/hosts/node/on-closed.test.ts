import { get, rootResource, stream, type } from "bough";
import { listen, type Listening } from "bough/node";
import { createServer } from "bough/server";
import { afterEach, describe, expect, test } from "vitest";
import { RawClient } from "../../../../../test/support/raw-client.ts";

const api = rootResource({
  first: get("first").response(type<string>()),
  second: get("second").response(type<string>()),
  stream: get("stream").response(stream("text/plain")),
});

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close({ grace: 0 })));
});

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: h.test\r\n\r\n`;

describe("a request that is pipelined behind another", () => {
  test("K1: its signal aborts when its client leaves", async () => {
    const server = createServer();
    const begun: AbortSignal[] = [];
    let left = (): void => undefined;
    const bothLeft = new Promise<void>((resolve) => (left = resolve));
    const wait = ({ signal }: { readonly signal: AbortSignal }): Promise<string> =>
      new Promise((resolve) => {
        begun.push(signal);
        signal.addEventListener("abort", () => {
          resolve("late");
          if (begun.every(({ aborted }) => aborted)) {
            left();
          }
        });
        if (begun.length === 2) {
          client.socket.destroy();
        }
      });
    server.route(api, { first: wait, second: wait, stream: () => new Uint8Array() });
    const listening = await listen(server);
    open.push(listening);
    const client = await RawClient.open(listening.port);
    client.write(request("/first") + request("/second"));
    await bothLeft;
    expect(begun).toHaveLength(2);
  });

  test.each(["before", "after"])(
    "K1: its stream is cancelled when its client leaves %s it begins",
    async (when) => {
      const server = createServer();
      let cancelled = (): void => undefined;
      const cancel = new Promise<void>((resolve) => (cancelled = resolve));
      const endless = (): ReadableStream<Uint8Array> =>
        new ReadableStream(
          {
            pull: (controller) => {
              controller.enqueue(new Uint8Array(65_536));
              client.socket.destroy();
            },
            cancel: cancelled,
          },
          { highWaterMark: 0 },
        );
      server.route(api, {
        first: () => new Promise(() => undefined),
        second: () => "second",
        stream: async ({ request }) => {
          if (when === "before") {
            client.socket.destroy();
            await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
          }
          return endless();
        },
      });
      const listening = await listen(server);
      open.push(listening);
      const client = await RawClient.open(listening.port);
      client.write(request("/first") + request("/stream"));
      await cancel;
      expect(client.rest).toBe("");
    },
  );

  test("many of them are no leak in Node's eyes", async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on("warning", warned);
    const server = createServer();
    const signals: AbortSignal[] = [];
    let release = (_: string): void => undefined;
    const released = new Promise<string>((resolve) => (release = resolve));
    const wait = ({ signal }: { readonly signal: AbortSignal }): Promise<string> => {
      signals.push(signal);
      if (signals.length === 20) {
        release("all");
      }
      return released;
    };
    server.route(api, { first: wait, second: wait, stream: () => new Uint8Array() });
    const listening = await listen(server);
    open.push(listening);
    const client = await RawClient.open(listening.port);
    client.write(request("/first").repeat(20));
    for (let count = 0; count < 20; count++) {
      expect((await client.next()).body).toBe('"all"');
    }
    client.socket.destroy();
    await client.closed;
    await listening.close();
    process.off("warning", warned);
    expect(warnings).toEqual([]);
    expect(signals.some(({ aborted }) => aborted)).toBe(false);
  });
});
