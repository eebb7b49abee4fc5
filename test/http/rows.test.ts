// The rows of HTTP, each on every edge.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { edges } from "../support/edges.ts";
import type { Edge } from "../support/edges.ts";
import { library } from "../support/library-api.ts";
import { PROBLEM, rows } from "./rows.ts";

describe.each(edges)("on the $name edge", ({ name: kind, open }) => {
  const running = library();
  let edge: Edge;
  beforeAll(async () => {
    edge = await open(running.server);
  });
  afterAll(() => edge.close());
  beforeEach(() => {
    running.handled.length = 0;
    running.errors.length = 0;
  });

  const like = kind === "node" ? "node" : "fetch";
  const here = rows.filter(({ only = like }) => only === like);

  test.each(here)("$name", async ({ request, status, headers = {}, body, handled }) => {
    const guardedBefore = running.guarded();
    const response = await edge.send(request);
    expect(response.status).toBe(status);
    for (const [name, value] of Object.entries(headers)) {
      expect([name, response.headers.get(name)]).toEqual([name, value]);
    }
    if (body !== undefined) {
      expect(response.body === "" ? "" : JSON.parse(response.body)).toEqual(body);
    }
    if (status >= 400 && response.body !== "") {
      expect(Object.fromEntries(response.headers)).toMatchObject(PROBLEM);
    }
    expect(running.errors).toEqual([]);
    expect(running.handled).toEqual(
      handled === undefined ? [] : [expect.objectContaining(handled)],
    );
    if (handled !== undefined && !["number", "upload"].includes(handled.name)) {
      expect(running.guarded()).toBe(guardedBefore + 1);
    }
    expect(({} as { admin?: number }).admin).toBeUndefined();
  });

  test("has no two rows of one name", () => {
    const names = here.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
