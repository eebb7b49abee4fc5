import { expect, test } from "vitest";
import { inspect } from "node:util";
import { get, rootResource, staticResource } from "bough";
import { createServer, HandlerError } from "bough/server";

const api = rootResource("v1", {
  notes: staticResource("notes", { find: get().response<string>(), neighbour: get("neighbour") }),
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
