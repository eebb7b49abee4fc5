import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isBody, negotiated, noBody, type } from "./body.ts";
import type { Definition } from "./definition.ts";
import type { EndpointDeclaration } from "./endpoint.ts";
import { failure } from "./failure.ts";
import { integer, string } from "./parameter-types.ts";
import { del, get, head, patch, post, put, query } from "./verbs.ts";

const dataOf = (declared: EndpointDeclaration<Definition>) => declared["~data"];
const schema = z.object({ name: z.string() });

describe("a verb", () => {
  test("has its method", () => {
    const verbs = [get(), query(), post(), put(), patch(), del(), head()];
    expect(verbs.map((each) => each["~data"].method)).toEqual([
      "GET",
      "QUERY",
      "POST",
      "PUT",
      "PATCH",
      "DELETE",
      "HEAD",
    ]);
  });

  test("starts with nothing declared", () => {
    expect(get()["~data"]).toEqual({
      method: "GET",
      subpath: "",
      request: undefined,
      responses: [],
      parameters: {},
      headers: {},
      failures: [],
      meta: {},
      description: {},
      twice: [],
    });
    expect(get("me/now")["~data"].subpath).toBe("me/now");
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
      for (const [name, part] of Object.entries(each["~data"])) {
        expect([name, Object.isFrozen(part)]).toEqual([name, true]);
      }
    }
    expect(start["~data"]).toEqual(post()["~data"]);
  });

  test("goes in any order", () => {
    const one = post().request(schema).response<string>().failure(Taken).meta({ a: 1 });
    const other = post().meta({ a: 1 }).failure(Taken).response<string>().request(schema);
    expect(one["~data"]).toEqual(other["~data"]);
  });

  test("takes bodies by type, schema, or as they are", () => {
    expect(post().request<string>()["~data"].request).toBe(negotiated);
    expect(post().request(type<string>())["~data"].request).toBe(negotiated);
    expect(post().request(schema)["~data"].request).toBe(schema);
    expect(Object.isFrozen(schema)).toBe(false);
  });

  test("takes responses in both forms: 200, 204 for none, or the status given", () => {
    const replies = get()
      .response<string>()
      .response(schema, { status: 201, headers: { location: string() }, description: "d" })
      .response(noBody);
    expect(
      replies["~data"].responses.map(({ status, body, description }) => [
        status,
        body,
        description,
      ]),
    ).toEqual([
      [200, negotiated, undefined],
      [201, schema, "d"],
      [204, noBody, undefined],
    ]);
    expect(Object.keys(replies["~data"].responses[1]?.headers ?? {})).toEqual(["location"]);
    expect(replies["~data"].responses.every((each) => Object.isFrozen(each))).toBe(true);
  });

  test("merges parameters, headers, meta and descriptions; failures in order", () => {
    const Gone = failure("gone", 410);
    const { parameters, headers, meta, description, failures } = dataOf(
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

  test("keeps what was declared twice, for verify to tell of", () => {
    const untyped = post() as unknown as Record<string, (...given: unknown[]) => typeof untyped>;
    const twice = untyped["request"]?.()
      ["request"]?.(schema)
      ["response"]?.()
      ["response"]?.(schema)
      ["parameters"]?.({ a: string(), b: string() })
      ["parameters"]?.({ a: string() })
      ["headers"]?.({ toString: string() })
      ["headers"]?.({ toString: string() });
    expect((twice as unknown as EndpointDeclaration<Definition>)["~data"].twice).toEqual([
      "the request body",
      "the status 200",
      'the parameter "a"',
      'the header "toString"',
    ]);
  });

  test("does not take an inherited name for one declared", () => {
    expect(get().parameters({ toString: string() })["~data"].twice).toEqual([]);
  });
});

describe("isBody", () => {
  test("knows bodies from schemas and all else", () => {
    expect([noBody, type<string>(), schema, {}, null, undefined, "x"].map(isBody)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
