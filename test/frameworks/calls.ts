// What a framework between the socket and the server could change: methods that it knows, statuses that it replaces,
// bodies that it reads or keeps until they are complete.

import { createClient } from "bough/client";
import { expect, test } from "vitest";
import { api } from "../../examples/frameworks/api/api.ts";

const PICTURE_BYTES = 300_000;

/** Calls a server of the API that listens, through its framework. */
export function testCalls(origin: () => string): void {
  const url = (path: string): string => `${origin()}/api/v1${path}`;
  const client = () => createClient({ baseUrl: `${origin()}/api` });

  test("GET and HEAD respond with the same header fields, and HEAD without a body", async () => {
    const got = await fetch(url("/users"));
    expect([got.status, await got.json()]).toEqual([
      200,
      [expect.objectContaining({ name: "Ada" })],
    ]);
    const head = await fetch(url("/users"), { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
  });

  test("a declared failure and an unknown path are the server's own 404", async () => {
    const missing = await client().request(
      api.users.user("7d1e9a52-3c44-4c1b-8a39-2f6f0e4b9c10").find,
    );
    expect(missing).toMatchObject({ status: 404, failure: { name: "user-not-found" } });
    const unknown = await fetch(url("/nothing"));
    expect([unknown.status, unknown.headers.get("content-type")]).toEqual([
      404,
      "application/problem+json",
    ]);
  });

  test("a method that isn't declared is a 405 that names the others", async () => {
    const response = await fetch(url("/users"), { method: "DELETE" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test("an upload arrives whole", async () => {
    const picture = new Uint8Array(PICTURE_BYTES).fill(7);
    const added = await client().request(api.pictures.add, {
      title: "Lake",
      picture: { content: picture, filename: "lake.png", mediaType: "image/png" },
    });
    expect(added.bodyOrThrow()).toEqual({ title: "Lake", bytes: PICTURE_BYTES });
  });

  test("an event arrives while its stream is open, and leaving ends the handler", async () => {
    const live = await client().request(api.ticks.live).bodyOrThrow();
    for await (const tick of live) {
      expect(tick).toBe(1);
      expect(await client().request(api.ticks.open).bodyOrThrow()).toBe(1);
      break;
    }
    await expect.poll(() => client().request(api.ticks.open).bodyOrThrow()).toBe(0);
  });

  test("the framework responds outside of the base path", async () => {
    const response = await fetch(`${origin()}/`);
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining("A page"),
    ]);
  });
}
