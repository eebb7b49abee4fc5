// Requests that wait on one connection behind another that is unanswered: they hear that their
// client has left, though node-server does not.
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { get, rootResource, stream } from "bough";
import { routing } from "bough/hono";
import { Hono } from "hono";
import { expect, onTestFinished, test, vi } from "vitest";
import { RawClient } from "../../../../../test/support/raw-client.ts";

const api = rootResource("v1", {
  held: get("held").response<string>(),
  endless: get("endless").response(stream("text/plain")),
  guarded: get("guarded").response<string>(),
});

async function open() {
  const app = new Hono();
  const state = { heard: [] as string[], held: [] as (() => void)[], late: undefined as unknown };
  const note = (signal: AbortSignal, what: string): void =>
    signal.addEventListener("abort", () => state.heard.push(what));
  routing(app).route(api, {
    held: ({ signal }) =>
      new Promise((resolve) => {
        note(signal, "held");
        state.held.push(() => resolve("held"));
      }),
    endless: () => new ReadableStream({ cancel: () => void state.heard.push("endless") }),
    guarded: (call) =>
      new Promise((resolve) => {
        state.held.push(() => {
          state.late = call.signal.aborted;
          resolve("");
        });
      }),
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const asked = vi.fn();
  server.on("request", asked);
  const client = await RawClient.open((server.address() as AddressInfo).port);
  const ask = async (...paths: string[]): Promise<void> => {
    client.write(paths.map((path) => `GET /v1/${path} HTTP/1.1\r\nhost: h.test\r\n\r\n`).join(""));
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(paths.length));
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { client, ask, state };
}

test("K1: the signal and the stream of a pipelined request end when its client leaves", async () => {
  const noted = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => noted.mockRestore());
  const { client, ask, state } = await open();
  await ask("held", "held", "endless");
  client.destroy();
  await vi.waitFor(() => expect(state.heard.toSorted()).toEqual(["endless", "held", "held"]));
});

test("K1: a signal that is read after the client has left is aborted", async () => {
  const { client, ask, state } = await open();
  await ask("held", "guarded");
  client.destroy();
  await vi.waitFor(() => expect(state.heard).toEqual(["held"]));
  state.held[1]?.();
  expect(state.late).toBe(true);
});

test("the signal of a pipelined request that is answered does not abort", async () => {
  const { client, ask, state } = await open();
  await ask("held", "held");
  state.held.forEach((answer) => answer());
  expect([await client.next(), await client.next()]).toMatchObject([
    { body: '"held"' },
    { body: '"held"' },
  ]);
  client.destroy();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(state.heard).toEqual([]);
});
