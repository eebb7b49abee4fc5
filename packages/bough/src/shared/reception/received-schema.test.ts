import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ReceivedIssue } from "./received.ts";
import { receivedBy } from "./received-schema.ts";
import { jsonLines } from "../../bodies/json-lines/declared.ts";
import { rootResource } from "../../declare/tree/resource.ts";
import { get } from "../../declare/endpoint/verbs.ts";
import type { StandardSchemaV1 } from "../schema/standard-schema.ts";
import type { Fetch } from "../../call/client-options.ts";
import { createClient } from "../../call/create-client.ts";

/** What a schema makes of a value, and what is wrong with it. */
async function seen(schema: StandardSchemaV1, value: unknown, validateResponses = true) {
  const issues: ReceivedIssue[] = [];
  return { value: await receivedBy({ validateResponses }, schema, value, issues), issues };
}

const issuesOf = async (schema: StandardSchemaV1, value: unknown): Promise<unknown> =>
  (await seen(schema, value)).issues;

describe("a received value", () => {
  test.each([
    ["zod", z.object({ a: z.array(z.object({ b: z.number() })) })],
    ["arktype", type({ a: type({ b: "number" }).array() })],
  ])("%s: a refusal counts where input and output are alike", async (_vendor, schema) => {
    expect(await issuesOf(schema, { a: [{ b: 1 }], more: 1 })).toEqual([]);
    expect(await issuesOf(schema, { a: [{ b: "x" }] })).toMatchObject([
      { in: "body", name: "a.0.b" },
    ]);
  });

  test("H3: is refused however many issues there are, and the first of them are told", async () => {
    const said = Array.from({ length: 300_000 }, (_, index) => ({ message: "no", path: [index] }));
    const jsonSchema = { input: () => ({}), output: () => ({}) };
    const validate = (): object => ({ issues: said });
    const schema = { "~standard": { version: 1, vendor: "own", validate, jsonSchema } };
    const issues = (await seen(schema as unknown as StandardSchemaV1, [])).issues;
    expect(issues).toHaveLength(200);
    expect(issues[199]).toMatchObject({ name: "199" });
  });

  test("H3: a name that is long is cut short", async () => {
    const [issue] = (await seen(z.record(z.string(), z.number()), { ["k".repeat(5_000)]: "x" }))
      .issues;
    expect(issue?.name).toBe("k".repeat(200));
  });

  test.each([
    ["a transform", z.string().transform(Number)],
    ["a default", z.object({ a: z.string().default("x") })],
    ["one that cannot say", v.pipe(v.string(), v.transform(Number))],
  ])("the server is trusted with %s", async (_what, schema) => {
    expect(await issuesOf(schema as StandardSchemaV1, 3)).toEqual([]);
  });

  test("is decoded by a schema that goes both ways, validated or not", async () => {
    const codec = z.codec(z.string().regex(/^\d+$/), z.number(), {
      decode: Number,
      encode: String,
    });
    const schema = z.object({ n: codec });
    for (const validates of [true, false]) {
      expect(await seen(schema, { n: "3" }, validates)).toEqual({
        value: { n: 3 },
        issues: [],
      });
      expect((await seen(schema, { n: "x" }, validates)).issues).toMatchObject([{ name: "n" }]);
    }
    expect(await seen(z.string(), 3, false)).toEqual({ value: 3, issues: [] });
  });

  test("waits for a schema that takes its time", async () => {
    const schema = z.string().refine((text) => Promise.resolve(text === "a"));
    expect(await issuesOf(schema, "a")).toEqual([]);
    expect(await issuesOf(schema, "b")).toHaveLength(1);
  });

  describe("one that throws makes an InvalidResponseError", () => {
    const error = new Error("bug");
    const schema: StandardSchemaV1<number> = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: () => {
          throw error;
        },
      },
    };
    const api = rootResource("v1", {
      read: get().response(schema),
      lines: get("lines").response(jsonLines(schema)),
    });
    const answer = (body: string, type: string): Fetch => {
      return async () => Promise.resolve(new Response(body, { headers: { "content-type": type } }));
    };
    const invalid = { name: "InvalidResponseError", cause: error };

    test("for a whole body", async () => {
      const client = createClient({ fetch: answer("1", "application/json") });
      await expect(client.request(api.read)).rejects.toMatchObject(invalid);
    });

    test("for an item of a stream", async () => {
      const client = createClient({ fetch: answer("1\n", "application/jsonl") });
      const lines = await client.request(api.lines).bodyOrThrow();
      await expect(lines[Symbol.asyncIterator]().next()).rejects.toMatchObject({
        ...invalid,
        issues: [{ in: "body", name: "", message: "cannot be read as application/jsonl: bug" }],
      });
    });
  });
});
