// JSON and text with media types of their own: what is sent, and what is read as it, on both edges.
import { get, json, plainText, post, put, rootResource, type } from "bough";
import { oneOfBodies } from "bough/existing";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { edges } from "../support/edges.ts";
import type { Edge, RowResponse } from "../support/edges.ts";

const Named = z.object({ name: z.string() });
const First = z.object({ name: z.string() }).transform(({ name }) => `one ${name}`);
const Second = z.object({ name: z.string() }).transform(({ name }) => `two ${name}`);

const api = rootResource({
  patch: post("patch")
    .request(json(type<unknown>(), { mediaType: "application/merge-patch+json" }))
    .response(json(Named, { mediaType: "application/scim+json" })),
  text: put("text")
    .request(plainText({ mediaType: "text/csv" }))
    .response(plainText({ mediaType: "application/sql" })),
  html: get("html").response(plainText({ mediaType: "text/html; charset=utf-8" })),
  several: post("several")
    .request(oneOfBodies(json(Named), json(Named, { mediaType: "application/scim+json" })))
    .response(oneOfBodies(json(Named), json(Named, { mediaType: "application/scim+json" }))),
  versions: post("versions")
    .request(
      oneOfBodies(
        json(First, { mediaType: "application/json; version=1" }),
        json(Second, { mediaType: "application/json; version=2" }),
      ),
    )
    .response<string>(),
});

const server = createServer();
server.route(api, {
  patch: () => ({ name: "Ada", secret: true }),
  text: ({ body }) => body.toUpperCase(),
  html: () => "<p>é</p>",
  several: ({ body }) => body,
  versions: ({ body }) => body,
});

describe.each(edges)("media types by name on $name", ({ open }) => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await open(server);
  });
  afterAll(() => edge.close());

  const send = (
    target: string,
    contentType: string,
    { body = '{"name":"a"}', accept = "*/*" } = {},
  ): Promise<RowResponse> =>
    edge.send({
      method: target === "/text" ? "PUT" : "POST",
      target,
      headers: [
        ["content-type", contentType],
        ["accept", accept],
      ],
      body,
    });

  test("the content has the declared media type, and the schema still decides what leaves", async () => {
    const { status, headers, body } = await send("/patch", "application/merge-patch+json");
    expect([status, headers.get("content-type"), body]).toEqual([
      200,
      "application/scim+json",
      '{"name":"Ada"}',
    ]);
  });

  test.each([
    ["/patch", "application/json", 415],
    ["/patch", "application/other+json", 415],
    ["/patch", "Application/Merge-Patch+JSON; a=b", 200],
    ["/patch", "application/merge-patch+json; charset=latin1", 415],
    ["/text", "text/csv; charset=UTF-8; header=present", 200],
    ["/text", "text/csv; charset=latin1", 415],
    ["/text", "text/plain", 415],
    ["/several", "application/json", 200],
    ["/several", "application/scim+json", 200],
    ["/several", "application/hal+json", 200],
    ["/several", "text/plain", 415],
  ])("%s reads %s: %i", async (target, type, status) => {
    expect((await send(target, type)).status).toBe(status);
  });

  test("text has a charset where browsers would guess one", async () => {
    const { headers } = await send("/text", "text/csv", { body: "a" });
    expect(headers.get("content-type")).toBe("application/sql");
    const html = await edge.send({ target: "/html" });
    expect(html.headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  test.each([
    ["*/*", "application/json"],
    ["application/scim+json", "application/scim+json"],
    ["application/scim+json;q=0.5, application/json;q=0.4", "application/scim+json"],
  ])("Accept: %s is answered with %s", async (accept, expected) => {
    const { headers } = await send("/several", "application/json", { accept });
    expect(headers.get("content-type")).toBe(expected);
  });

  test("a parameter tells two versions of one type apart", async () => {
    for (const [type, expected] of [
      ["application/json; version=1", "one a"],
      ['application/json;version="2"', "two a"],
      ["application/json; version=3", "one a"],
    ] as const) {
      expect(JSON.parse((await send("/versions", type)).body)).toBe(expected);
    }
  });
});

test("the client sends and asks for the declared media types", async () => {
  const seen: (string | null)[] = [];
  const client = createClient({
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      seen.push(headers.get("content-type"), headers.get("accept"));
      return server.fetch(new Request(url, init));
    },
  });
  expect(await client.request(api.patch, { name: null }).bodyOrThrow()).toEqual({ name: "Ada" });
  expect(await client.request(api.text, "é").bodyOrThrow()).toBe("É");
  expect(seen).toEqual([
    "application/merge-patch+json",
    "application/scim+json",
    "text/csv; charset=utf-8",
    "application/sql",
  ]);
});
