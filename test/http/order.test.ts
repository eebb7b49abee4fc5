// The order of refusals: if a request has two faults, the earlier step responds. ARCHITECTURE.md has the table.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer as createHttp2Server, connect } from "node:http2";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { apiKey, bytes, dynamicResource, failure, get, integer, patch, rootResource } from "bough";
import { allOf } from "bough/existing";
import { toListener } from "bough/node";
import { authenticate, createServer, memoryStore } from "bough/server";
import type { FetchServer, IdempotencyStore } from "bough/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { edges, listening, requestBytes } from "../support/edges.ts";
import type { Edge, RowRequest } from "../support/edges.ts";
import { exchangeRaw, RawClient } from "../support/raw-client.ts";
import { readingOf } from "../support/reading-of.ts";

const Denied = failure("denied", 403);
const Unknown = failure("unknown", 401);
const Session = apiKey("session", { cookie: "session" });
const Device = apiKey("device", { cookie: "device" });
const Key = apiKey("key", { query: "key" });
const api = rootResource({
  made: dynamicResource("id", integer(), {
    make: patch()
      .security(allOf(Session, Device), Key)
      .parameters({ limit: integer() })
      .headers({ "x-page": integer() })
      .request(z.number())
      .response<number>()
      .failure(Denied, Unknown)
      .idempotent()
      .conditional(),
    later: patch("later").security(allOf(Session, Device), Key).request<number>(),
    file: get("file").parameters({ limit: integer() }).response(bytes("text/plain")),
  }),
});

/** Everything in which a request can be wrong, in the order in which Bough refuses it: the rows of the table. */
const steps = [
  "target",
  "host",
  "path",
  "method",
  "no handler",
  "repeated credential",
  "other site",
  "credential",
  "scope",
  "guard",
  "second guard",
  "length",
  "coding",
  "type",
  "accept",
  "parameters",
  "content",
  "schema",
  "no version",
  "reused key",
  "changed version",
] as const;
type Step = (typeof steps)[number];

const invalid = { status: 400, type: "urn:bough:invalid-request" };
const unsupported = { status: 415, type: "urn:bough:unsupported-media-type" };
const forbidden = { status: 403, type: "urn:bough:forbidden" };

/** What the response says, so that two steps of one status are told apart. */
const refusals: Record<Step, object> = {
  target: { status: 414, type: "urn:bough:uri-too-long" },
  host: { ...invalid, errors: [expect.objectContaining({ in: "header", name: "host" })] },
  path: { status: 404, type: "urn:bough:not-found" },
  method: { status: 405, type: "urn:bough:method-not-allowed" },
  "no handler": { status: 501, type: "urn:bough:not-implemented" },
  "repeated credential": {
    ...invalid,
    errors: [{ in: "query", name: "key", message: "is given more than once" }],
  },
  "other site": { ...forbidden, detail: expect.any(String) },
  credential: { status: 401, type: "urn:bough:unauthorized" },
  scope: forbidden,
  guard: { status: 401, type: "urn:problem-type:unknown" },
  "second guard": { status: 403, type: "urn:problem-type:denied" },
  length: { status: 413, type: "urn:bough:content-too-large" },
  coding: { ...unsupported, detail: "the body must not have a content encoding" },
  type: { ...unsupported, detail: expect.stringContaining("application/json") },
  accept: { status: 406, type: "urn:bough:not-acceptable" },
  parameters: {
    ...invalid,
    errors: [
      expect.objectContaining({ in: "query", name: "limit" }),
      expect.objectContaining({ in: "header", name: "x-page" }),
      expect.objectContaining({ in: "header", name: "if-match" }),
      expect.objectContaining({ in: "header", name: "idempotency-key" }),
    ],
  },
  content: {
    ...invalid,
    errors: [{ in: "body", pointer: "", message: expect.stringContaining("JSON") }],
  },
  schema: {
    ...invalid,
    errors: [{ in: "body", pointer: "", message: expect.stringContaining("expected number") }],
  },
  "no version": { status: 428, type: "urn:bough:precondition-required" },
  "reused key": { status: 422, type: "urn:bough:idempotency-key-reused" },
  "changed version": { status: 412, type: "urn:bough:precondition-failed" },
};

function requestWith(faults: readonly Step[]): RowRequest {
  const has = (step: Step): boolean => faults.includes(step);
  const query = [
    `limit=${has("parameters") ? "x" : "1"}`,
    ...(has("repeated credential") ? ["key=good", "key=good"] : []),
    ...(has("target") ? ["x".repeat(9_000)] : []),
  ];
  const content = has("content") ? "x" : has("schema") ? '"a"' : "1";
  const body = content + (has("length") ? " ".repeat(99) : "");
  return {
    method: has("method") ? "DELETE" : "PATCH",
    target: `/${has("path") ? "x" : "1"}${has("no handler") ? "/later" : ""}?${query.join("&")}`,
    headers: [
      ["host", has("host") ? "a@b" : "h.test"],
      [
        "cookie",
        `session=${has("credential") ? "stale" : "good"}; device=${has("scope") ? "other" : "good"}`,
      ],
      ["sec-fetch-site", has("other site") ? "cross-site" : "same-origin"],
      ["content-type", has("type") ? "text/plain" : "application/json"],
      ...(has("coding") ? [["content-encoding", "gzip"] as const] : []),
      ["accept", has("accept") ? "text/html" : "application/json"],
      ["x-page", has("parameters") ? "x" : "1"],
      ["idempotency-key", keyWith(has)],
      ...versionWith(has),
      ...(has("guard") ? [["x-unknown", "1"] as const] : []),
      ...(has("second guard") ? [["x-denied", "1"] as const] : []),
      // The Fetch edge gets the length as a runtime passes it: by a header.
      ["content-length", String(body.length)],
    ],
    body,
  };
}

function keyWith(has: (step: Step) => boolean): string {
  return has("parameters") ? "a b" : has("reused key") ? "known" : crypto.randomUUID();
}

function versionWith(has: (step: Step) => boolean): RowRequest["headers"] & object {
  if (has("parameters")) {
    return [["if-match", "malformed"]];
  }
  return has("no version") ? [] : [["if-match", has("changed version") ? '"1"' : '"2"']];
}

/** Knows one key, of another request. */
const kept = memoryStore();
const KNOWN = createHash("sha256").update("known").digest("hex");
const knowing: IdempotencyStore = {
  run: async (request, execute) => {
    if (request.key === KNOWN) {
      await kept.run({ ...request, fingerprint: "" }, async () => ({
        status: 200,
        headers: [],
        body: null,
      }));
    }
    return kept.run(request, execute);
  },
};

function serve(ran: string[]): FetchServer {
  const server = createServer({ limits: { body: 10, idle: 200 }, onError: () => undefined });
  server.route(api.made.file, ({ ids, respond }) =>
    ids.id === 2 ? Promise.reject(new Error("broken")) : respond(new Blob(["0123456789"])),
  );
  server
    .secured([
      authenticate(Session, (session) => (session === "good" ? "ada" : undefined)),
      authenticate(Device, (device, { forbid }) => (device === "good" ? device : forbid())),
      authenticate(Key, (key) => key),
    ])
    .guard([Unknown], ({ header, fail }) => {
      ran.push("guard");
      return header("x-unknown") === undefined ? {} : fail(Unknown);
    })
    .guard([Denied], async ({ header, fail }) => {
      await Promise.resolve();
      ran.push("second guard");
      return header("x-denied") === undefined ? {} : fail(Denied);
    })
    .idempotent({ store: knowing, scope: () => "all" })
    .route(api.made.make, (call) => {
      ran.push("handler");
      call.expect(2);
      return call.body;
    });
  return server;
}

describe.each(edges)("the order of refusals on the $name edge", ({ open }) => {
  const ran: string[] = [];
  let edge: Edge;
  beforeAll(async () => {
    edge = await open(serve(ran));
  });
  afterAll(() => edge.close());

  const pairs = steps.flatMap((first, at) =>
    [undefined, ...steps.slice(at + 1)].map((second) => ({ first, second })),
  );

  test.each(pairs)("$first before $second", async ({ first, second }) => {
    ran.length = 0;
    const { status, body } = await edge.send(
      requestWith(second === undefined ? [first] : [first, second]),
    );
    expect(JSON.parse(body)).toMatchObject(refusals[first]);
    expect(status).toBe((JSON.parse(body) as { status: number }).status);
    const guards = Math.max(0, steps.indexOf(first) - steps.indexOf("guard") + 1);
    const handled = first === "changed version" ? ["handler"] : [];
    expect(ran).toEqual([...["guard", "second guard"].slice(0, guards), ...handled]);
  });

  test("if everything is wrong, the first step responds", async () => {
    const { status } = await edge.send(requestWith(steps));
    expect(status).toBe(414);
  });

  test("a request without faults reaches the handler", async () => {
    ran.length = 0;
    expect(await edge.send(requestWith([]))).toMatchObject({ status: 200, body: "1" });
    expect(ran).toEqual(["guard", "second guard", "handler"]);
  });

  test("an unknown path before an unknown method, which comes before credentials", async () => {
    const { headers = [] } = requestWith(["credential"]);
    const unknown = { method: "PROPFIND", headers };
    expect(await edge.send({ ...unknown, target: "/x" })).toMatchObject({ status: 404 });
    expect(await edge.send({ ...unknown, target: "/1" })).toMatchObject({ status: 501 });
  });

  test("parameters before a range, and a thrown error before it", async () => {
    const headers = [["range", "bytes=90-"]] as const;
    const statusOf = async (target: string): Promise<number> =>
      (await edge.send({ target, headers })).status;
    expect(await statusOf("/1/file?limit=x")).toBe(400);
    expect(await statusOf("/2/file?limit=1")).toBe(500);
    expect(await statusOf("/1/file?limit=1")).toBe(416);
  });
});

describe("the order of refusals on Node alone", () => {
  const chunked = (faults: readonly Step[], chunks: string): Buffer => {
    const { headers = [], ...rest } = requestWith(faults);
    const framed = headers.filter(([name]) => name !== "content-length");
    const head = { ...rest, headers: [...framed, ["transfer-encoding", "chunked"] as const] };
    return requestBytes({ ...head, body: chunks });
  };
  const tooLong = `14\r\n"${"x".repeat(19)}\r\n`;
  const statusOf = async (data: string | Uint8Array): Promise<number> => {
    const { port, close } = await listening(serve([]));
    const { status } = await exchangeRaw(port, data);
    await close({ grace: 0 });
    return status;
  };

  test("parameters before a body that does not arrive, or is too long", async () => {
    expect(await statusOf(chunked(["parameters"], "1\r\n1\r\n"))).toBe(400);
    expect(await statusOf(chunked(["parameters"], tooLong))).toBe(400);
  });

  test("a body that does not arrive, or is too long, before its content", async () => {
    expect(await statusOf(chunked(["content"], "1\r\nx\r\n"))).toBe(408);
    expect(await statusOf(chunked(["content"], tooLong))).toBe(413);
  });

  const target = `/${"x".repeat(9_000)}`;
  const lines = Array.from({ length: 1_001 }, (_, at) => [`x-${at}`, ""] as const);

  test("too many header lines before an empty coding, which comes before the target", async () => {
    // node:http keeps 2,000 names and values unless its owner says otherwise, so this is not `listen`.
    const { createServer: createHttp } = await import("node:http");
    const http = createHttp({ maxHeaderSize: 65_536 }, toListener(serve([])));
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    const { port } = http.address() as AddressInfo;
    const coding = [["transfer-encoding", ""]] as const;
    const ask = async (headers: RowRequest["headers"] = []): Promise<number> =>
      (await exchangeRaw(port, requestBytes({ target, headers }))).status;
    expect(await ask([...coding, ...lines])).toBe(431);
    expect(await ask(coding)).toBe(400);
    expect(await ask()).toBe(414);
    http.close();
  });

  test("a server that closes before the target", async () => {
    const { port, close, server } = await listening(serve([]));
    const read = readingOf(server);
    const client = await RawClient.open(port);
    const half = `GET ${target} HTTP/1.1\r\nho`;
    client.write(half);
    await read(half.length);
    const closed = close();
    expect(await client.write("st: h.test\r\n\r\n").next()).toMatchObject({ status: 503 });
    await closed;
  });

  test("HTTP/2 before the target", async () => {
    // A listener of HTTP/1.1 does not have the type of one of HTTP/2.
    const http2 = createHttp2Server(toListener(serve([])) as never);
    http2.listen(0, "127.0.0.1");
    await once(http2, "listening");
    const client = connect(`http://127.0.0.1:${(http2.address() as AddressInfo).port}`);
    const sent = client.request({ ":path": target });
    const [head] = (await once(sent, "response")) as [Record<string, unknown>];
    expect(head[":status"]).toBe(505);
    client.close();
    http2.close();
  });
});

test("ARCHITECTURE.md lists the steps in this order", () => {
  const text = readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8");
  const section = text.split("## The order of refusals")[1]?.split("\n## ")[0] ?? "";
  const rows = [...section.matchAll(/^\| (?:\d+)? *\| ([^|]+?) +\| (\d{3})/gm)];
  const named = rows.flatMap(([, step, status]) => (step === undefined ? [] : [[step, status]]));
  const own = named.filter(([step]) => steps.some((one) => one === step));
  const expected = steps.map((step) => [
    step,
    String((refusals[step] as { status: number }).status),
  ]);
  expect(own).toEqual(expected.filter(([step]) => step !== "second guard" && step !== "guard"));
});
