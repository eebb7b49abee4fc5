// One endpoint whose request has bodies that differ in type: the client names one, the handler sees which one
// came, on every host.
import { bytes, get, integer, json, multipart, plainText, post, rootResource, string } from "bough";
import { oneOfBodies, form } from "bough/existing";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import type { Routes } from "bough/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { everyHost } from "../support/node-hosts.ts";
import type { OpenHost } from "../support/node-hosts.ts";

interface Patch {
  readonly name: string;
}
const steps = json(z.array(z.object({ op: z.string() })), {
  mediaType: "application/json-patch+json",
});
const api = rootResource("v1", {
  change: post("change")
    .request(oneOfBodies(json<Patch>(), steps, form({ age: integer() }), plainText()))
    .response<unknown>(),
  left: post("left")
    .request(oneOfBodies(json<Patch>(), plainText()), { optional: true })
    .response<unknown>(),
  upload: post("upload")
    .request(oneOfBodies(json<Patch>(), multipart({ name: string() }), bytes("image/png")))
    .response<unknown>(),
  any: post("any").request(oneOfBodies(json<Patch>(), bytes())).response<unknown>(),
});

const seen: unknown[] = [];
function route(routes: Routes): void {
  const view = routes.around((call, next) => {
    seen.push(call.mediaType);
    return next();
  });
  view.route(api.change, ({ mediaType, body }) => ({ mediaType, body }));
  view.route(api.left, ({ mediaType = null, body = null }) => ({ mediaType, body }));
  view.route(api.upload, ({ mediaType, body }) => ({
    mediaType,
    body:
      mediaType === "multipart/form-data"
        ? body.fields
        : mediaType === "image/png"
          ? body.length
          : body,
  }));
  view.route(api.any, ({ mediaType, body }) => ({
    mediaType,
    body: body instanceof Uint8Array ? body.length : body,
  }));
}

describe.each(everyHost)("bodies that differ in type, on $name", ({ open }) => {
  let host: OpenHost;
  let client: ReturnType<typeof createClient>;
  beforeAll(async () => {
    host = await open(route);
    client = createClient({ baseUrl: `http://127.0.0.1:${host.port}` });
  });
  afterAll(() => host.close());

  test("the handler gets the body that the call names", async () => {
    seen.length = 0;
    const mediaTypes = { patch: "application/json-patch+json" } as const;
    const results = [
      client.request(api.change, { name: "a" }, { mediaType: "application/json" }),
      client.request(api.change, [{ op: "add" }], { mediaType: mediaTypes.patch }),
      client.request(api.change, { age: 3 }, { mediaType: "application/x-www-form-urlencoded" }),
      client.request(api.change, "a", { mediaType: "text/plain" }),
    ];
    expect(await Promise.all(results.map((result) => result.bodyOrThrow()))).toEqual([
      { mediaType: "application/json", body: { name: "a" } },
      { mediaType: "application/json-patch+json", body: [{ op: "add" }] },
      { mediaType: "application/x-www-form-urlencoded", body: { age: 3 } },
      { mediaType: "text/plain", body: "a" },
    ]);
    expect(seen).toHaveLength(4);
    expect(seen).toContain("application/json-patch+json");
  });

  test("a body that was left out has no media type", async () => {
    expect(await client.request(api.left).bodyOrThrow()).toEqual({ mediaType: null, body: null });
    const given = client.request(api.left, "b", { mediaType: "text/plain" });
    expect(await given.bodyOrThrow()).toEqual({ mediaType: "text/plain", body: "b" });
  });

  test("one of them may be multipart or bytes", async () => {
    const parts = client.request(api.upload, { name: "a" }, { mediaType: "multipart/form-data" });
    expect(await parts.bodyOrThrow()).toEqual({
      mediaType: "multipart/form-data",
      body: { name: "a" },
    });
    const image = client.request(api.upload, new Uint8Array(3), { mediaType: "image/png" });
    expect(await image.bodyOrThrow()).toEqual({ mediaType: "image/png", body: 3 });
  });

  test("bytes of any type have the type that the call names", async () => {
    const image = client.request(api.any, new Uint8Array(2), { mediaType: "image/gif" });
    expect(await image.bodyOrThrow()).toEqual({ mediaType: "image/gif", body: 2 });
  });

  test("a body that does not fit its schema is a 400, one of another type a 415", async () => {
    const send = (contentType: string, body: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${host.port}/v1/change`, {
        method: "POST",
        headers: { "content-type": contentType },
        body,
      });
    expect((await send("application/json-patch+json", '[{"op":1}]')).status).toBe(400);
    expect((await send("application/x-www-form-urlencoded", "age=x")).status).toBe(400);
    expect((await send("text/csv", "a")).status).toBe(415);
    expect(await (await send("text/plain; charset=utf-8", "a")).json()).toEqual({
      mediaType: "text/plain",
      body: "a",
    });
  });
});

test("a name that is not declared is refused before anything is sent", async () => {
  const client = createClient({ fetch: () => Promise.reject(new Error("sent")) });
  const mediaType = "text/csv" as "text/plain";
  await expect(client.request(api.change, "a", { mediaType })).rejects.toMatchObject({
    name: "InvalidRequestError",
    issues: [
      {
        in: "body",
        message:
          "cannot be written as text/csv: the request has the media types application/json, application/json-patch+json, application/x-www-form-urlencoded, text/plain",
      },
    ],
  });
});

test("a response of bytes has the type that the handler names", async () => {
  const image = rootResource("image", { get: get().response(oneOfBodies(json<Patch>(), bytes())) });
  const server = createServer();
  server.route(image.get, ({ respond }) => respond(new Uint8Array(2), { mediaType: "image/gif" }));
  const client = createClient({ fetch: server.fetch });
  const result = await client.request(image.get);
  expect(result).toMatchObject({ mediaType: "image/gif", body: new Uint8Array(2) });
  expect(result.response.headers.get("content-type")).toBe("image/gif");
});
