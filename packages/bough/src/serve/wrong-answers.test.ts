// What a handler gives in plain JavaScript beside its value: told to `onError`, and never dropped.
import { failure } from "../declare/failure/failure.ts";
import { rootResource } from "../declare/tree/resource.ts";
import { get } from "../declare/endpoint/verbs.ts";
import { expect, test } from "vitest";
import { createServer } from "./create-server.ts";

const Gone = failure("gone", 410);
const api = rootResource({ one: get("one").response<string>().failure(Gone) });
const remedy = 'pass an object, { headers: { "x-name": value } }';

test.each([
  [{ headers: new Headers({ "x-a": "1" }) }, `an object (Headers): ${remedy}`],
  [{ headers: new Map([["x-a", "1"]]) }, `an object (Map): ${remedy}`],
  [{ headers: [["x-a", "1"]] }, `a list: ${remedy}`],
  [{ headers: "x-a: 1" }, `"x-a: 1": ${remedy}`],
  [{ headers: null }, `null: ${remedy}`],
])("respond and fail with %o", async (options, fault) => {
  const errors: unknown[] = [];
  const server = createServer({ onError: (error) => void errors.push(error) });
  server.route(api.one, ({ respond, fail, request }) =>
    request.headers.has("x-fail")
      ? fail(Gone, undefined, options as never)
      : respond("a", options as never),
  );
  for (const headers of [{}, { "x-fail": "1" }]) {
    expect((await server.fetch("http://h/one", { headers })).status).toBe(500);
    expect(errors.pop()).toMatchObject({
      code: "invalid-header",
      message: `GET /one: the response headers are ${fault}`,
    });
  }
});

test.each([201, "created", null])("respond with %o for its options", async (options) => {
  const errors: unknown[] = [];
  const server = createServer({ onError: (error) => void errors.push(error) });
  server.route(api.one, ({ respond }) => respond("a", options as never));
  expect((await server.fetch("http://h/one")).status).toBe(500);
  expect(errors).toEqual([
    new TypeError(
      `respond: expected an options object { status, headers, cookies, mediaType }, received ${JSON.stringify(options)}`,
    ),
  ]);
});
