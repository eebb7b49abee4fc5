import { expect, test } from "vitest";
import { inspect } from "node:util";
import { get, rootResource, staticResource } from "bough";
import { createServer, HandlerError } from "bough/server";
import { z } from "zod";

const api = rootResource("v1", {
  notes: staticResource("notes", { find: get().response<string>(), neighbour: get("neighbour") }),
});
const records = rootResource("records", {
  numbers: get("numbers").response(z.record(z.string(), z.number())),
  any: get("any").response<Record<string, number>>(),
  circle: get("circle").response<Record<string, number>>(),
});

test("a logged error names its endpoint, and does not show the whole declaration", async () => {
  const heard: unknown[] = [];
  const server = createServer({ onError: (error) => void heard.push(error) });
  server.route(api.notes.find, ({ respond }) => respond("x", { status: 299 as never }));
  await server.fetch("http://h/v1/notes");

  const [error] = heard;
  expect(error).toBeInstanceOf(HandlerError);
  expect(error).toHaveProperty("endpoint", api.notes.find);
  expect(inspect(error)).toContain("HandlerError: GET /v1/notes: responded with status 299");
  expect(inspect(error)).toContain("code: 'undeclared-status'");
  expect(inspect(error)).not.toContain("neighbour");
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: "HandlerError",
    code: "undeclared-status",
    issues: [],
  });
});

test("an error forges no lines, and tells a terminal nothing, by what a value is called", async () => {
  const heard: Error[] = [];
  const server = createServer({ onError: (error) => void heard.push(error as Error) });
  const name = "no\r\n2026-01-01 INFO all is well\u001B[2J\u009B2J";
  const shown = "no%0D%0A2026-01-01 INFO all is well%1B[2J%C2%9B2J";
  server.route(records.numbers, () => ({ [name]: "one" as never }));
  server.route(records.any, () => ({ [name]: Number.NaN }));
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  server.route(records.circle, () => circle as Record<string, number>);
  await server.fetch("http://h/records/numbers");
  await server.fetch("http://h/records/any");
  await server.fetch("http://h/records/circle");

  const [refused, unencodable, circular] = heard;
  expect(refused?.message).toBe(
    `GET /records/numbers: the value is refused by its schema\n  /${shown} Invalid input: expected number, received string`,
  );
  expect(refused).toHaveProperty("issues.0.message", expect.stringContaining(`/${name} `));
  expect(unencodable?.message).toBe(
    `GET /records/any: the value cannot be encoded: NaN at /${shown} has no JSON form`,
  );
  expect(circular?.message).toMatch(/structure to JSON --> starting at .* closes the circle$/);
});
