// Garbage in: whatever comes, there is one well-formed answer or the connection closes,
// no answer is a server error, and no handler gets what its declaration does not allow.
import { dynamicResource, get, integer, list, oneOf, patch, post, rootResource, type } from "bough";
import { createServer } from "bough/server";
import type { FetchServer } from "bough/types";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Listening } from "bough/node";
import { listening } from "../support/edges.ts";
import { RawClient } from "../support/raw-client.ts";

const Item = z.strictObject({ name: z.string().max(5), count: z.number().int().optional() });
const api = rootResource("a", {
  list: get()
    .parameters({ n: integer({ min: 1, max: 9 }).default(5), o: list(oneOf("x", "y"), { max: 2 }) })
    .response<unknown>(),
  make: post().request(Item).response(type<unknown>()),
  one: dynamicResource("id", integer({ min: 0 }), {
    find: get().response<unknown>(),
    change: patch().headers({ "x-n": integer() }).request(Item).response<unknown>(),
  }),
});

const wrong: unknown[] = [];
const errors: unknown[] = [];
let handled = 0;

function serve(): FetchServer {
  const server = createServer({ onError: (error) => errors.push(error), limits: { idle: 500 } });
  const see = (holds: boolean, what: unknown): null => {
    handled++;
    if (!holds) {
      wrong.push(what);
    }
    return null;
  };
  const isItem = (body: unknown): boolean => Item.safeParse(body).success;
  server.route(api, {
    list: ({ parameters: { n, o } }) =>
      see(n >= 1 && n <= 9 && o.length <= 2 && o.every((each) => /^[xy]$/.test(each)), { n, o }),
    make: ({ body }) => see(isItem(body), body),
    one: {
      find: ({ ids }) => see(Number.isSafeInteger(ids.id) && ids.id >= 0, ids),
      change: ({ body, ids, headers }) =>
        see(isItem(body) && ids.id >= 0 && Number.isSafeInteger(headers["x-n"]), {
          body,
          ids,
          headers,
        }),
    },
  });
  return server;
}

beforeEach(() => {
  wrong.length = 0;
  errors.length = 0;
  handled = 0;
});

const prototypeKeys = Object.getOwnPropertyNames(Object.prototype).toSorted();
function expectUnharmed(): void {
  expect(wrong).toEqual([]);
  expect(errors).toEqual([]);
  expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(prototypeKeys);
}

const TIME = { interruptAfterTimeLimit: 8_000, markInterruptAsFailure: false };
// Nothing but an unknown method is the server's own to be sorry for.
const isAnswer = (status: number): boolean => status < 500 || status === 501;

const pieces = fc.constantFrom(
  "/",
  "a",
  "/a",
  "/a/1",
  "/a/-1",
  "/a/x",
  "?n=1",
  "?n=0",
  "&o=x",
  "&o=z",
  "%",
  "%2F",
  "%zz",
  "..",
  "\\",
  "//",
  "#",
  ";",
  "*",
  "http://h",
  "\0",
  "é",
  "__proto__",
  "?",
  "=",
  "&",
);
const target = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("/a", "/a?n=3&o=x&o=y", "/a/1", "/a/12") },
  {
    weight: 2,
    arbitrary: fc.array(pieces, { maxLength: 6 }).map((parts) => `/a${parts.join("")}`),
  },
  { weight: 1, arbitrary: fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join("")) },
);
const method = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom("GET", "POST", "PATCH", "HEAD", "OPTIONS", "DELETE", "QUERY"),
  },
  { weight: 1, arbitrary: fc.constantFrom("get", "FOO", "__proto__", "TRACE", "CONNECT", "") },
);
const header = fc.oneof(
  fc.constantFrom<[string, string]>(
    ["content-type", "application/json"],
    ["content-type", "text/plain"],
    ["content-type", "application/json;;"],
    ["accept", "text/html"],
    ["accept", "*/*;q="],
    ["x-n", "1"],
    ["x-n", "one"],
    ["host", "a@b"],
    ["content-encoding", "gzip"],
    ["expect", "100-continue"],
    ["content-length", "3"],
    ["transfer-encoding", "chunked"],
    ["connection", "close"],
    ["upgrade", "h2c"],
    ["__proto__", "x"],
  ),
  fc.tuple(fc.string({ minLength: 1, maxLength: 5 }), fc.string({ maxLength: 9 })),
);
const body = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('{"name":"x"}', '{"name":"x","count":1}', '{"name":"toolong"}'),
  },
  { weight: 2, arbitrary: fc.json() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "{",
      "[".repeat(5_000),
      "1e400",
      "\u0000",
      '{"name":"x","__proto__":{}}',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);
const json: [string, string] = ["content-type", "application/json"];
const headers = fc
  .array(header, { maxLength: 4 })
  .chain((some) =>
    fc.constantFrom(some, [json, ...some], [json, ["x-n", "1"] as [string, string], ...some]),
  );

describe("on the fetch edge", () => {
  test("any request has one answer", async () => {
    const server = serve();
    // The time limit decides how many runs there are.
    let [runs, sent] = [0, 0];
    await fc.assert(
      fc.asyncProperty(method, target, headers, body, async (method, target, headers, body) => {
        runs++;
        let request: Request;
        try {
          const init = ["GET", "HEAD"].includes(method) ? {} : { body };
          request = new Request(`http://h.test${target}`, { method, headers, ...init });
        } catch {
          return;
        }
        sent++;
        const response = await server.fetch(request);
        expect(isAnswer(response.status), `${response.status}`).toBe(true);
        const text = await response.text();
        if (text !== "") {
          JSON.parse(text);
          expect(response.headers.get("x-content-type-options")).toBe("nosniff");
        }
        expectUnharmed();
      }),
      { numRuns: 3_000, ...TIME },
    );
    expect(sent).toBeGreaterThan(runs / 10);
    expect(handled).toBeGreaterThan(runs / 100);
  });
});

describe("on the node edge", () => {
  let running: Listening;
  beforeAll(async () => {
    running = await listening(serve(), { drainBytes: 1_000 });
  });
  afterAll(() => running.close({ grace: 0 }));

  /** Sends bytes, ends, and gives the statuses of what was answered until the end. */
  async function statuses(bytes: Uint8Array): Promise<number[]> {
    const client = await RawClient.open(running.port);
    client.write(bytes);
    client.socket.end();
    const timer = setTimeout(() => client.destroy(), 60_000);
    await client.closed;
    clearTimeout(timer);
    const found: number[] = [];
    // Answers to HEAD have no body: what is read behind their head tells them apart.
    while (client.rest !== "") {
      const head =
        /^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)*HTTP\/1\.1 [2-5]\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n(?=HTTP\/1\.1 |$)/.test(
          client.rest,
        );
      found.push((await client.next(head ? "HEAD" : "GET")).status);
    }
    return found;
  }

  const request = fc.tuple(method, target, headers, body).map(([method, target, headers, body]) => {
    const bytes = Buffer.from(body);
    const framed = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
    const lines = [
      `${method} ${target} HTTP/1.1`,
      "host: h.test",
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(framed ? [] : [`content-length: ${bytes.length}`]),
    ];
    return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), bytes]);
  });

  const valid = Buffer.from(
    'PATCH /a/1 HTTP/1.1\r\nhost: h.test\r\nx-n: 1\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{"name":"x"}',
  );
  const mutated = fc
    .array(
      fc.tuple(
        fc.nat(valid.length - 1),
        fc.constantFrom("flip", "cut", "twice", "insert"),
        fc.nat(255),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((changes) =>
      changes.reduce<Buffer>((bytes, [at, kind, value]) => {
        const before = bytes.subarray(0, at);
        const after = bytes.subarray(at);
        switch (kind) {
          case "flip":
            return Buffer.concat([before, Buffer.from([value]), after.subarray(1)]);
          case "cut":
            return before;
          case "twice":
            return Buffer.concat([before, after.subarray(0, 9), after]);
          default:
            return Buffer.concat([before, Buffer.from([value]), after]);
        }
      }, valid),
    );

  test("any bytes have well-formed answers or none", async () => {
    const bytes = fc.oneof(
      { weight: 4, arbitrary: request },
      { weight: 4, arbitrary: mutated },
      { weight: 2, arbitrary: fc.tuple(request, request).map((both) => Buffer.concat(both)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
    );
    let [runs, answered] = [0, 0];
    await fc.assert(
      fc.asyncProperty(bytes, async (bytes) => {
        runs++;
        const found = await statuses(bytes);
        answered += found.length;
        expect(found.every(isAnswer), JSON.stringify(found)).toBe(true);
        expectUnharmed();
      }),
      { numRuns: 1_500, ...TIME },
    );
    expect(answered).toBeGreaterThan(runs / 15);
  }, 240_000);

  test("serves as before afterwards", async () => {
    expect(await statuses(valid)).toEqual([200]);
    expect(handled).toBe(1);
  });
});
