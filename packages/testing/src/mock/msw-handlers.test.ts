// A mock behind MSW on this Node. examples/conduit has it in Chromium.
import { failure, get, post, rootResource, staticResource } from "bough";
import { createClient } from "bough/client";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { createMock } from "./create-mock.ts";
import { handlers } from "../msw.ts";

const Note = z.object({ id: z.string(), text: z.string() });
const Full = failure("full", 409);
const api = rootResource("v1", {
  notes: staticResource("notes", {
    list: get().response(z.array(Note)),
    create: post()
      .request(Note.pick({ text: true }))
      .response(Note)
      .failure(Full),
  }),
});

describe("the handlers of a mock for MSW", () => {
  const mock = createMock(api);
  const other = http.get("https://api.example.test/health", () => HttpResponse.text("fine"));
  const server = setupServer(
    other,
    ...handlers(mock, "https://api.example.test"),
    ...handlers(mock, "https://example.test/backend/"),
  );
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  beforeEach(() => mock.reset());
  afterAll(() => server.close());

  test("respond to the client, by state and by what a test tells", async () => {
    const client = createClient({ baseUrl: "https://api.example.test", retry: 0 });
    const note = await client.request(api.notes.create, { text: "one" }).bodyOrThrow();
    expect(await client.request(api.notes.list).bodyOrThrow()).toEqual([note]);
    mock.fail(api.notes.create, Full, undefined, { times: 1 });
    expect((await client.request(api.notes.create, { text: "two" })).failedWith(Full)).toBe(true);
    expect(mock.calls(api.notes.create).map(({ body }) => body.text)).toEqual(["one", "two"]);
  });

  test("know a base path", async () => {
    const client = createClient({ baseUrl: "https://example.test/backend" });
    const note = await client.request(api.notes.create, { text: "one" }).bodyOrThrow();
    expect(note.text).toBe("one");
  });

  test("break connections", async () => {
    mock.cut(api.notes.create, { times: 1 });
    mock.cut(api.notes.list, { afterBytes: 1, times: 1 });
    const url = "https://api.example.test/v1/notes";
    const body = JSON.stringify({ text: "one" });
    const headers = { "content-type": "application/json" };
    const cut = await fetch(url, { method: "POST", body, headers });
    await expect(cut.text()).rejects.toThrow();
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  });

  test("pass on what the API does not have", async () => {
    mock.reject(api.notes.list, 503);
    expect((await fetch("https://api.example.test/v1/notes")).status).toBe(503);
    expect((await fetch("https://api.example.test/v1/notes", { method: "PUT" })).status).toBe(405);
    // Nothing has this name.
    await expect(fetch("https://api.example.test/v1/other")).rejects.toThrow("fetch failed");
    expect(await (await fetch("https://api.example.test/health")).text()).toBe("fine");
  });
});
