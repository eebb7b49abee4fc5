// One endpoint with representations that differ in type, as OpenAI has it: a flag in the body decides
// between JSON and a stream of events, on every host.
import { bytes, events, get, json, plainText, post, rootResource, type } from "bough";
import { oneOfBodies } from "bough/existing";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import type { Routes } from "bough/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyHost } from "../support/node-hosts.ts";
import type { OpenHost } from "../support/node-hosts.ts";

interface Completion {
  readonly text: string;
}
interface Chunk {
  readonly delta: string;
}
const api = rootResource("v1", {
  complete: post("completions")
    .request<{ readonly prompt: string; readonly stream?: boolean }>()
    .response(oneOfBodies(json<Completion>(), events<Chunk>({ end: "[DONE]" }))),
  named: get("named").response(
    oneOfBodies(plainText(), json(type<string>(), { mediaType: "application/x-text+json" })),
  ),
});

function route(routes: Routes): void {
  routes.route(api.complete, ({ body, respond }) => {
    async function* chunks(): AsyncGenerator<Chunk> {
      for (const delta of body.prompt) {
        yield { delta };
      }
    }
    return body.stream === true
      ? respond(chunks(), { mediaType: "text/event-stream" })
      : respond({ text: body.prompt }, { mediaType: "application/json" });
  });
  routes.route(api.named, ({ respond }) => respond("a", { mediaType: "application/x-text+json" }));
}

describe.each(everyHost)("an endpoint whose body decides what it answers, on $name", ({ open }) => {
  let host: OpenHost;
  beforeAll(async () => {
    host = await open(route);
  });
  afterAll(() => host.close());

  test("the client reads what the handler chose", async () => {
    const client = createClient({ baseUrl: `http://127.0.0.1:${host.port}` });
    const whole = await client.request(api.complete, { prompt: "ab" });
    expect(whole).toMatchObject({ mediaType: "application/json", body: { text: "ab" } });
    const streamed = await client.request(api.complete, { prompt: "ab", stream: true });
    const deltas: string[] = [];
    if (streamed.ok && streamed.mediaType === "text/event-stream") {
      for await (const { delta } of streamed.body) {
        deltas.push(delta);
      }
    }
    expect(deltas).toEqual(["a", "b"]);
    expect(await client.request(api.named)).toMatchObject({
      mediaType: "application/x-text+json",
      body: "a",
    });
  });

  test("the choice is sent whatever Accept says, and a client that asked for another rejects", async () => {
    const url = `http://127.0.0.1:${host.port}`;
    const answer = await fetch(`${url}/v1/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: '{"prompt":"a","stream":true}',
    });
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      200,
      "text/event-stream",
      'data: {"delta":"a"}\n\ndata: [DONE]\n\n',
    ]);
    const client = createClient({ baseUrl: url });
    const asked = client.request(
      api.complete,
      { prompt: "a", stream: true },
      { accept: "application/json" },
    );
    await expect(asked).rejects.toMatchObject({
      name: "InvalidResponseError",
      issues: [
        {
          in: "header",
          name: "content-type",
          message: "must be application/json, as the call asks, received text/event-stream",
        },
      ],
    });
    const fits = client.request(api.complete, { prompt: "a" }, { accept: "application/json" });
    expect(await fits.bodyOrThrow()).toEqual({ text: "a" });
  });
});

test("a call that asks for what codecs write rejects another representation", async () => {
  const either = rootResource({
    read: get().response(oneOfBodies(type<Completion>(), plainText(), bytes())),
  });
  const server = createServer();
  server.route(either.read, ({ respond }) => respond("a", { mediaType: "text/plain" }));
  const client = createClient({ fetch: server.fetch });
  await expect(client.request(either.read, { accept: "application/json" })).rejects.toMatchObject({
    name: "InvalidResponseError",
    issues: [{ message: "must be application/json, as the call asks, received text/plain" }],
  });
  await expect(client.request(either.read, { accept: "image/gif" })).rejects.toMatchObject({
    name: "InvalidResponseError",
    issues: [{ message: "must be image/gif, as the call asks, received text/plain" }],
  });
  for (const options of [{}, { accept: "text/plain" }, { accept: "text/*, application/json" }]) {
    expect(await client.request(either.read, options)).toMatchObject({
      mediaType: "text/plain",
      body: "a",
    });
  }
});

test.each(["text/csv", "TEXT/PLAIN", "", "toString"])(
  "a handler that responds with %j, which is not declared, is a 500",
  async (mediaType) => {
    const errors: unknown[] = [];
    const server = createServer({ onError: (error) => errors.push(error) });
    server.route(api.named, ({ respond }) =>
      respond("a", { mediaType: mediaType as "text/plain" }),
    );
    expect((await server.fetch(new Request("http://h/v1/named"))).status).toBe(500);
    expect(errors).toMatchObject([
      {
        code: "undeclared-media-type",
        message: `GET /v1/named: responded with the media type ${JSON.stringify(mediaType)}, but declares text/plain, application/x-text+json`,
      },
    ]);
  },
);
