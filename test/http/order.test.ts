// The fixed order of rejection: of two faults in one request the earlier step answers.
import { dynamicResource, failure, integer, post, rootResource } from "bough";
import { createServer } from "bough/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { edges } from "../support/edges.ts";
import type { Edge, RowRequest } from "../support/edges.ts";

const Denied = failure("denied", 403);
const Unknown = failure("unknown", 401);
const api = rootResource({
  made: dynamicResource("id", integer(), {
    make: post()
      .parameters({ limit: integer() })
      .headers({ "x-page": integer() })
      .request<number>()
      .response<number>()
      .failure(Denied, Unknown),
  }),
});

/** Everything in which a request can be wrong, in the order in which it is told. */
const steps = [
  "target",
  "host",
  "path",
  "method",
  "guard",
  "second guard",
  "length",
  "type",
  "accept",
  "parameters",
  "body",
] as const;
type Step = (typeof steps)[number];

const answers: Record<Step, string> = {
  target: "414 urn:bough:uri-too-long",
  host: "400 urn:bough:invalid-request",
  path: "404 urn:bough:not-found",
  method: "405 urn:bough:method-not-allowed",
  guard: "401 urn:problem-type:unknown",
  "second guard": "403 urn:problem-type:denied",
  length: "413 urn:bough:content-too-large",
  type: "415 urn:bough:unsupported-media-type",
  accept: "406 urn:bough:not-acceptable",
  parameters: "400 urn:bough:invalid-request",
  body: "400 urn:bough:invalid-request",
};

// Where two steps answer alike, what they say tells them apart.
const told: Partial<Record<Step, object[]>> = {
  host: [{ in: "header", name: "host" }],
  parameters: [
    { in: "query", name: "limit" },
    { in: "header", name: "x-page" },
  ],
  body: [{ in: "body", pointer: "" }],
};

function requestWith(faults: readonly Step[]): RowRequest {
  const has = (step: Step): boolean => faults.includes(step);
  const query = has("target") ? "x".repeat(9_000) : `limit=${has("parameters") ? "x" : "1"}`;
  return {
    method: has("method") ? "DELETE" : "POST",
    target: `/${has("path") ? "x" : "1"}?${query}`,
    headers: [
      ["host", has("host") ? "a@b" : "h.test"],
      ["content-type", has("type") ? "text/plain" : "application/json"],
      ["accept", has("accept") ? "text/html" : "application/json"],
      ["x-page", has("parameters") ? "x" : "1"],
      ...(has("guard") ? [["x-unknown", "1"] as [string, string]] : []),
      ...(has("second guard") ? [["x-denied", "1"] as [string, string]] : []),
      // The Fetch edge is told the length as a runtime tells it: by a header.
      ["content-length", has("length") ? "100" : "1"],
    ],
    body: `${has("body") ? "x" : "1"}${has("length") ? " ".repeat(99) : ""}`,
  };
}

describe.each(edges)("the order of rejection on the $name edge", ({ open }) => {
  const ran: string[] = [];
  let edge: Edge;
  beforeAll(async () => {
    const server = createServer({ limits: { body: 10 } });
    server
      .with([Unknown], ({ header, fail }) => {
        ran.push("guard");
        return header("x-unknown") === undefined ? {} : fail(Unknown);
      })
      .with([Denied], async ({ header, fail }) => {
        await Promise.resolve();
        ran.push("second guard");
        return header("x-denied") === undefined ? {} : fail(Denied);
      })
      .route(api.made.make, ({ body }) => {
        ran.push("handler");
        return body;
      });
    edge = await open(server);
  });
  afterAll(() => edge.close());

  const pairs = steps.flatMap((first, at) =>
    [undefined, ...steps.slice(at + 1)].map((second) => ({ first, second })),
  );

  test.each(pairs)("$first before $second", async ({ first, second }) => {
    ran.length = 0;
    const faults = second === undefined ? [first] : [first, second];
    const { status, body } = await edge.send(requestWith(faults));
    const problem = JSON.parse(body) as { type: string; errors?: object[] };
    expect(`${status} ${problem.type}`).toBe(answers[first]);
    if (told[first] !== undefined) {
      expect(problem.errors).toEqual(told[first].map((error) => expect.objectContaining(error)));
    }
    const at = steps.indexOf(first);
    expect(ran).toEqual(
      ["guard", "second guard"].slice(0, Math.max(0, at - steps.indexOf("guard") + 1)),
    );
  });

  test("everything wrong at once is told by the first step", async () => {
    const { status } = await edge.send(requestWith(steps));
    expect(status).toBe(414);
  });

  test("nothing wrong reaches the handler", async () => {
    ran.length = 0;
    expect(await edge.send(requestWith([]))).toMatchObject({ status: 200, body: "1" });
    expect(ran).toEqual(["guard", "second guard", "handler"]);
  });
});
