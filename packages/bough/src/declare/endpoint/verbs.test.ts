import { describe, expect, test } from "vitest";
import { z } from "zod";
import { negotiated, noBody, type } from "../body/body.ts";
import { failure } from "../failure/failure.ts";
import { integer, string } from "../parameter/parameter-types.ts";
import type { AnyEndpoint } from "../tree/placement.ts";
import { rootResource } from "../tree/resource.ts";
import { del, get, head, patch, post, put, query } from "./verbs.ts";

const schema = z.object({ name: z.string() });

/** An endpoint of a tree, from its declaration. */
function placed(declared: object): AnyEndpoint {
  return (rootResource({ it: declared } as never) as unknown as { it: AnyEndpoint }).it;
}

/** What can be read back of an endpoint. */
function dataOf(declared: object): object {
  const { method, subpath, request, responses, parameters, headers, failures, meta, description } =
    placed(declared);
  return { method, subpath, request, responses, parameters, headers, failures, meta, description };
}

describe("a verb", () => {
  test("has its method", () => {
    const verbs = [get(), query(), post(), put(), patch(), del(), head()];
    const methods = ["GET", "QUERY", "POST", "PUT", "PATCH", "DELETE", "HEAD"];
    expect(verbs.map((each) => placed(each).method)).toEqual(methods);
  });

  test("is frozen with the calls of its chain, as is the endpoint that it becomes", () => {
    const declared = post().request(schema).response(noBody);
    for (const each of [declared, placed(declared)]) {
      expect(Object.isFrozen(each)).toBe(true);
      expect(Object.isFrozen(Object.getPrototypeOf(each))).toBe(true);
    }
  });

  test("starts with nothing declared", () => {
    expect(dataOf(get())).toEqual({
      method: "GET",
      subpath: "",
      request: undefined,
      responses: [],
      parameters: {},
      headers: {},
      failures: [],
      meta: {},
      description: {},
    });
    expect(placed(get("me/now")).subpath).toBe("me/now");
  });
});

describe("the chain of an endpoint", () => {
  const Taken = failure("taken", 409);

  test("gives a new frozen value each time, the one before unchanged", () => {
    const start = post();
    const all = [
      start,
      start.request<string>(),
      start.response<string>(),
      start.parameters({ a: string() }),
      start.headers({ a: string() }),
      start.failure(Taken),
      start.describe({ summary: "s" }),
      start.meta({ a: 1 }),
    ];
    expect(new Set(all).size).toBe(all.length);
    for (const each of all) {
      expect([Object.isFrozen(each), Object.isFrozen(each["~data"])]).toEqual([true, true]);
    }
    expect(dataOf(start)).toEqual(dataOf(post()));
  });

  test("goes in any order", () => {
    const one = post().request(schema).response<string>().failure(Taken).meta({ a: 1 });
    const other = post().meta({ a: 1 }).failure(Taken).response<string>().request(schema);
    expect(dataOf(one)).toEqual(dataOf(other));
  });

  test("takes bodies by type, schema, or as they are", () => {
    expect(placed(post().request<string>()).request).toBe(negotiated);
    expect(placed(post().request(type<string>())).request).toBe(negotiated);
    expect(placed(post().request(schema)).request).toBe(schema);
    expect(Object.isFrozen(schema)).toBe(false);
  });

  test("takes responses in both forms: 200, 204 for none, or the status given", () => {
    const { responses } = placed(
      get()
        .response<string>()
        .response(schema, { status: 201, headers: { location: string() }, description: "d" })
        .response(noBody),
    );
    expect(responses.map(({ status, body, description }) => [status, body, description])).toEqual([
      [200, negotiated, undefined],
      [201, schema, "d"],
      [204, noBody, undefined],
    ]);
    expect(responses.map(({ headers }) => Object.keys(headers))).toEqual([[], ["location"], []]);
    expect(responses.every((each) => Object.isFrozen(each))).toBe(true);
  });

  test("merges parameters, headers, meta and descriptions; failures in order", () => {
    const Gone = failure("gone", 410);
    const { parameters, headers, meta, description, failures } = placed(
      get()
        .parameters({ a: string() })
        .parameters({ b: integer() })
        .headers({ c: string() })
        .headers({ ["__proto__"]: string() })
        .meta({ x: 1 })
        .meta({ y: 2 })
        .describe({ summary: "s" })
        .describe({ tags: ["t"] })
        .failure(Taken)
        .failure(Gone),
    );
    expect(Object.keys(parameters)).toEqual(["a", "b"]);
    expect(Object.keys(headers)).toEqual(["c", "__proto__"]);
    expect(meta).toEqual({ x: 1, y: 2 });
    expect(description).toEqual({ summary: "s", tags: ["t"] });
    expect(failures).toEqual([Taken, Gone]);
  });

  test("has one failure once, however often it is declared", () => {
    const tree = rootResource("v1", { failures: [Taken] }, { f: get().failure(Taken) });
    expect(tree.f.failures).toEqual([Taken]);
  });
});
