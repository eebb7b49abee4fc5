// Answers with bodies of their own: ranges, files and their names, values of the wrong type,
// what varies by `Accept`.
import {
  body,
  bytes,
  dynamicResource,
  events,
  failure,
  get,
  integer,
  json,
  jsonLines,
  noBody,
  plainText,
  post,
  put,
  rootResource,
  staticResource,
  stream,
  string,
} from "bough";
import { oneOfBodies, form } from "bough/existing";
import type { Codec } from "bough";
import { createServer } from "bough/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { edges } from "../support/edges.ts";
import type { Edge, RowResponse } from "../support/edges.ts";

const TEXT = "0123456789";
const csv: Codec = {
  mediaType: "text/csv",
  encode: (value) => `n\n${(value as { n: number }).n}`,
  decode: () => undefined,
};
const Broken = failure("broken", 409);
const N = z.object({ n: z.number() });

const api = rootResource({
  whole: get("whole").response(bytes("text/plain")),
  change: post("change").response(bytes("text/plain")),
  blob: get("blob").response(stream()),
  piped: get("piped").response(stream()),
  named: get("named")
    .parameters({ name: string({ nul: true }) })
    .response(stream()),
  empty: get("empty").response(bytes()),
  given: get("given").parameters({ as: string() }).response(bytes("image/png")),
  streamed: get("streamed").parameters({ as: string() }).response(stream("image/png")),
  header: get("header")
    .parameters({ value: string({ nul: true }) })
    .response(bytes()),
  numbers: get("numbers").parameters({ as: string() }).response(jsonLines(z.number())),
  ticks: get("ticks").parameters({ as: string() }).response(events(N)),
  text: get("text").response(plainText()),
  values: get("values")
    .parameters({ as: string() })
    .response(form({ n: integer() })),
  items: dynamicResource("item", integer(), {
    find: get()
      .response(oneOfBodies(json(N), body(csv, N)))
      .response(noBody, { status: 304 })
      .failure(Broken),
    change: put().request<number>().response<number>(),
  }),
  several: get("several")
    .response(json<{ n: number }>())
    .response(body<{ n: number }>(csv), { status: 203 }),
  streams: staticResource("streams", {
    either: get().response(oneOfBodies(jsonLines<number>(), events<number>())),
  }),
});

const errors: unknown[] = [];
const state = { cancelled: 0, finished: 0 };
const validators = { etag: '"v1"', "last-modified": "Wed, 21 Oct 2015 07:28:00 GMT" };
const wrong: Record<string, unknown> = {
  text: "text",
  object: {},
  null: null,
  undefined: undefined,
  numbers: [1, 2],
  view: new DataView(new ArrayBuffer(2)),
  shared: new Uint8Array(new SharedArrayBuffer(2)),
  buffer: Buffer.from("ab"),
  array: new ArrayBuffer(2),
  part: new Uint8Array([1, 2, 3, 4]).subarray(1, 3),
  blob: new Blob(["ab"]),
  stream: new Blob(["ab"]).stream(),
  generator: (async function* () {
    yield new Uint8Array(1);
  })(),
};
const server = createServer({ onError: (error) => void errors.push(error) });
server.route(api, {
  whole: ({ respond }) => respond(Buffer.from(TEXT), { headers: validators }),
  change: () => Buffer.from(TEXT),
  blob: ({ respond }) => respond(new Blob([TEXT], { type: "garbage" }), { headers: validators }),
  piped: () => new Blob([TEXT]).stream(),
  named: ({ parameters: { name } }) => new File([TEXT], name),
  empty: () => new Uint8Array(),
  given: ({ parameters }) => wrong[parameters.as] as Uint8Array,
  streamed: ({ parameters: { as } }) => {
    if (as === "locked") {
      const locked = new Blob(["ab"]).stream();
      locked.getReader();
      return locked;
    }
    return wrong[as] as Uint8Array;
  },
  header: ({ parameters: { value }, respond }) =>
    respond(new Blob([TEXT]), { headers: { "x-given": value } }),
  async *numbers({ parameters: { as }, respond }) {
    void respond;
    try {
      yield as === "first" ? ("x" as unknown as number) : 1;
      yield "x" as unknown as number;
    } finally {
      state.finished++;
    }
  },
  ticks: ({ parameters: { as }, respond }) => {
    const sequence = (async function* () {
      try {
        yield as === "event"
          ? { data: { n: 1 }, event: "a\nb" }
          : { n: as === "first" ? ("x" as unknown as number) : 1 };
      } finally {
        state.finished++;
      }
    })();
    return as === "header"
      ? respond(sequence, { headers: { "x-given": "a\r\nb" } })
      : as === "none"
        ? (undefined as unknown as typeof sequence)
        : sequence;
  },
  text: () => "\ud800",
  values: ({ parameters: { as } }) => (as === "wrong" ? { n: 1.5 } : { n: 5 }),
  items: {
    find: ({ ids: { item }, fail, respond, header }) => {
      if (item === 409) {
        fail(Broken);
      }
      if (item === 500) {
        throw new Error("secret");
      }
      return header("if-none-match") === undefined
        ? respond({ n: item }, { status: 200 })
        : respond(undefined, { status: 304 });
    },
    change: ({ body: n }) => n,
  },
  several: ({ respond, header }) =>
    header("x-csv") === undefined
      ? respond({ n: 1 }, { status: 200 })
      : respond({ n: 1 }, { status: 203 }),
  streams: {
    async *either() {
      yield 1;
      yield 2;
    },
  },
});

describe.each(edges.map((kind) => [kind.name, kind] as const))("%s", (_name, kind) => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await kind.open(server);
  });
  afterAll(() => edge.close());
  beforeEach(() => {
    errors.length = 0;
    Object.assign(state, { cancelled: 0, finished: 0 });
  });
  const send = async (
    target: string,
    headers: Readonly<Record<string, string>> = {},
    method = "GET",
  ): Promise<RowResponse> => edge.send({ method, target, headers: Object.entries(headers) });

  describe("Range", () => {
    test.each<[range: string, content: string, contentRange: string]>([
      ["bytes=0-0", "0", "bytes 0-0/10"],
      ["bytes=2-4", "234", "bytes 2-4/10"],
      ["bytes=7-", "789", "bytes 7-9/10"],
      ["bytes=-3", "789", "bytes 7-9/10"],
      ["bytes=-99", TEXT, "bytes 0-9/10"],
      ["bytes=5-99999999999999999999", "56789", "bytes 5-9/10"],
      ["Bytes=9-9", "9", "bytes 9-9/10"],
    ])("%s", async (range, content, contentRange) => {
      for (const target of ["/whole", "/blob"]) {
        const { status, headers, body: text } = await send(target, { range });
        expect([status, text, headers.get("content-range")]).toEqual([206, content, contentRange]);
        expect(headers.get("content-length")).toBe(String(content.length));
        expect([headers.get("accept-ranges"), headers.get("etag")]).toEqual(["bytes", '"v1"']);
      }
    });

    test.each([
      "bytes=0-1,3-4",
      "bytes=4-2",
      "bytes=",
      "bytes=-",
      "bytes=a-b",
      "items=0-1",
      "0-1",
      "bytes=0x1-2",
      "bytes=1 - 2",
      "bytes=--1",
    ])("%s is answered with the whole", async (range) => {
      const { status, headers, body: text } = await send("/whole", { range });
      expect([status, text, headers.get("content-range")]).toEqual([200, TEXT, null]);
    });

    test.each(["bytes=10-", "bytes=10-11", "bytes=-0", "bytes=99999999999999999999-"])(
      "%s cannot be satisfied",
      async (range) => {
        for (const target of ["/whole", "/blob"]) {
          const { status, headers, body: text } = await send(target, { range });
          expect([status, headers.get("content-range")]).toEqual([416, "bytes */10"]);
          expect(JSON.parse(text)).toMatchObject({ type: "urn:bough:range-not-satisfiable" });
        }
      },
    );

    test("of nothing", async () => {
      expect((await send("/empty", { range: "bytes=0-" })).status).toBe(416);
      expect((await send("/empty", { range: "bytes=-1" })).status).toBe(200);
    });

    test.each<[ifRange: string, status: number]>([
      ['"v1"', 206],
      ["Wed, 21 Oct 2015 07:28:00 GMT", 206],
      ['"v2"', 200],
      ['W/"v1"', 200],
      ["Wed, 21 Oct 2015 07:28:01 GMT", 200],
      ["v1", 200],
    ])("If-Range %s: %i", async (ifRange, status) => {
      const answer = await send("/whole", { range: "bytes=0-1", "if-range": ifRange });
      expect(answer.status).toBe(status);
    });

    test("is for GET alone", async () => {
      const head = await send("/blob", { range: "bytes=0-1" }, "HEAD");
      expect([head.status, head.headers.get("content-length"), head.body]).toEqual([200, "10", ""]);
      expect(head.headers.get("accept-ranges")).toBe("bytes");
      const changed = await send("/change", { range: "bytes=0-1" }, "POST");
      expect([changed.status, changed.body, changed.headers.get("accept-ranges")]).toEqual([
        200,
        TEXT,
        null,
      ]);
      const piped = await send("/piped", { range: "bytes=0-1" });
      expect([piped.status, piped.body, piped.headers.get("accept-ranges")]).toEqual([
        200,
        TEXT,
        null,
      ]);
    });

    test("16 KiB of it are read at once", async () => {
      for (const range of [
        `bytes=${"1".repeat(8_000)}-${"2".repeat(7_000)}`,
        `bytes=${"0-1,".repeat(3_000)}`,
        "bytes=".repeat(2_000),
      ]) {
        expect([200, 416]).toContain((await send("/whole", { range })).status);
      }
    });
  });

  describe("a file", () => {
    test("whose type is no media type is sent as bytes", async () => {
      expect((await send("/blob")).headers.get("content-type")).toBe("application/octet-stream");
    });

    test.each<[name: string, header: string]>([
      ["report.pdf", 'attachment; filename="report.pdf"'],
      ['a"b', 'attachment; filename="a\\"b"'],
      ["../../etc/passwd", 'attachment; filename=".._.._etc_passwd"'],
      ["C:\\x.exe", 'attachment; filename="C:_x.exe"'],
      ["..", 'attachment; filename="__"'],
      ["a\r\nset-cookie: b=c", 'attachment; filename="a__set-cookie: b=c"'],
      ["a\0b", 'attachment; filename="a_b"'],
      ["é€.txt", "attachment; filename=\"__.txt\"; filename*=UTF-8''%C3%A9%E2%82%AC.txt"],
      ["%41.txt", "attachment; filename=\"_41.txt\"; filename*=UTF-8''%2541.txt"],
      ["a;b=c", 'attachment; filename="a;b=c"'],
    ])("named %j", async (name, header) => {
      const answer = await send(`/named?name=${encodeURIComponent(name)}`);
      expect([answer.status, answer.headers.get("content-disposition")]).toEqual([200, header]);
      expect([answer.headers.get("set-cookie"), errors]).toEqual([null, []]);
    });

    test("without a name is sent without one", async () => {
      expect((await send("/named?name=")).headers.get("content-disposition")).toBeNull();
    });
  });

  describe("a value", () => {
    test.each(["shared", "buffer", "array", "part", "blob"])("%s is bytes", async (as) => {
      for (const target of ["given", "streamed"]) {
        const answer = await send(`/${target}?as=${as}`);
        expect([answer.status, Buffer.from(answer.body).byteLength, errors]).toEqual([200, 2, []]);
        expect(answer.headers.get("content-length")).toBe("2");
      }
    });

    test.each([
      ["numbers", "is of type Array"],
      ["null", "is null"],
      ["generator", "is of type object"],
    ])("%s is called what it is", async (as, what) => {
      await send(`/given?as=${as}`);
      const bytesAre = "but bytes are a Uint8Array, an ArrayBuffer, a Blob or a File";
      expect(errors).toMatchObject([{ message: `GET /given: the value ${what}, ${bytesAre}` }]);
    });

    test.each(["text", "object", "null", "undefined", "numbers", "view", "stream"])(
      "%s is no bytes",
      async (as) => {
        const answer = await send(`/given?as=${as}`);
        expect([answer.status, errors]).toMatchObject([500, [{ code: "unencodable-response" }]]);
        expect(answer.body).not.toContain("Uint8Array");
      },
    );

    test.each(["text", "object", "null", "undefined", "view", "locked"])(
      "%s is no stream",
      async (as) => {
        const answer = await send(`/streamed?as=${as}`);
        expect([answer.status, errors.length]).toEqual([500, 1]);
      },
    );

    test.each(["a\r\nx-injected: 1", "a\nb", "\0", "€"])("%j is no header", async (value) => {
      const answer = await send(`/header?value=${encodeURIComponent(value)}`);
      expect([answer.status, answer.headers.get("x-injected")]).toEqual([500, null]);
      expect(errors).toMatchObject([{ code: "invalid-header" }]);
    });

    test("text with a lone surrogate is no text, a form that is refused no form", async () => {
      expect([(await send("/text")).status, errors]).toMatchObject([
        500,
        [{ code: "unencodable-response" }],
      ]);
      expect((await send("/values?as=wrong")).status).toBe(500);
      expect((await send("/values?as=right")).body).toBe("n=5");
    });
  });

  describe("a sequence", () => {
    test.each(["/numbers?as=first", "/ticks?as=first", "/ticks?as=event", "/ticks?as=header"])(
      "%s fails before its first item: 500, and it is ended",
      async (target) => {
        const answer = await send(target);
        expect([answer.status, errors.length, state.finished]).toEqual([500, 1, 1]);
      },
    );

    test.each<[target: string, code: string, message: RegExp]>([
      [
        "/numbers?as=first",
        "invalid-response",
        /^GET \/numbers: an item is refused by its schema\n  .+/,
      ],
      [
        "/ticks?as=first",
        "invalid-response",
        /^GET \/ticks: an item is refused by its schema\n  \/n .+/,
      ],
      [
        "/ticks?as=event",
        "unencodable-response",
        /^GET \/ticks: an item cannot be encoded: the event of an event must be one line$/,
      ],
    ])("%s says which endpoint gave an item that is not sent", async (target, code, message) => {
      await send(target);
      expect(errors).toMatchObject([
        { name: "HandlerError", code, message: expect.stringMatching(message) as unknown },
      ]);
    });

    test("that is none is a 500", async () => {
      expect([(await send("/ticks?as=none")).status, errors]).toMatchObject([
        500,
        [{ code: "unencodable-response" }],
      ]);
    });

    test("with a later item that is refused breaks, and is ended", async () => {
      await expect(send("/numbers?as=later")).rejects.toThrow();
      expect([errors.length, state.finished]).toEqual([1, 1]);
    });

    test("answers HEAD without content, and is ended", async () => {
      const head = await send("/ticks?as=right", {}, "HEAD");
      expect([head.status, head.headers.get("content-type"), head.body]).toEqual([
        200,
        "text/event-stream",
        "",
      ]);
      expect([state.finished, errors]).toEqual([1, []]);
    });

    test("of events is neither stored nor held back", async () => {
      const { headers, body: text } = await send("/ticks?as=right");
      expect(text).toBe('data: {"n":1}\n\n');
      expect([headers.get("cache-control"), headers.get("x-accel-buffering")]).toEqual([
        "no-store",
        "no",
      ]);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    });
  });

  describe("what varies by Accept", () => {
    const JSON_TYPE = "application/json";
    test.each<[accept: string | undefined, mediaType: string | undefined]>([
      [undefined, JSON_TYPE],
      ["*/*", JSON_TYPE],
      ["text/csv", "text/csv"],
      ["text/*", "text/csv"],
      ["TEXT/CSV", "text/csv"],
      ["application/json;q=0.5, text/csv", "text/csv"],
      ["application/json;q=0.5, text/csv;q=0.5", JSON_TYPE],
      ["text/csv;q=0.1, */*;q=0.2", JSON_TYPE],
      ["application/json;q=0, */*", "text/csv"],
      ["application/json;q=0, text/csv;q=0.001", "text/csv"],
      ["garbage", JSON_TYPE],
      ["text/csv;q=2", JSON_TYPE],
      ["text/csv;q=0", undefined],
      ["*/*;q=0", undefined],
      ["text/html, image/*", undefined],
      ["application/json;charset=utf-16", undefined],
    ])("%s: %s", async (accept, mediaType) => {
      const answer = await send("/5", accept === undefined ? {} : { accept });
      expect(answer.headers.get("vary")).toBe("Accept");
      if (mediaType === undefined) {
        expect(answer.status).toBe(406);
        expect(JSON.parse(answer.body)).toMatchObject({ type: "urn:bough:not-acceptable" });
      } else {
        expect([answer.status, answer.headers.get("content-type")]).toEqual([200, mediaType]);
      }
    });

    test.each<[name: string, target: string, method: string, status: number]>([
      ["a failure", "/409", "GET", 409],
      ["an exception", "/500", "GET", 500],
      ["HEAD", "/5", "HEAD", 200],
      ["a method that is not there", "/5", "DELETE", 405],
      ["OPTIONS", "/5", "OPTIONS", 204],
    ])("so says %s", async (_what, target, method, status) => {
      const answer = await send(target, {}, method);
      expect([answer.status, answer.headers.get("vary")]).toEqual([status, "Accept"]);
    });

    test("so says a 304", async () => {
      const answer = await send("/5", { "if-none-match": '"x"' });
      expect([answer.status, answer.headers.get("vary"), answer.body]).toEqual([304, "Accept", ""]);
    });

    test("a 406 hides no rejection that comes before, and no failure", async () => {
      const accept = "text/event-stream";
      expect((await send("/5", { accept })).status).toBe(406);
      expect((await send("/x", { accept })).status).toBe(404);
      expect((await send("/5", { accept }, "DELETE")).status).toBe(405);
    });

    test.each<[target: string, accept: string]>([
      ["/whole", "image/png"],
      ["/streamed?as=blob", "image/jpeg"],
      ["/text", "text/html"],
      ["/numbers?as=x", "application/json"],
      ["/ticks?as=x", "application/json"],
      ["/values?as=x", "application/json"],
      ["/several", "text/html"],
      ["/streams", "text/html"],
    ])("406: %s as %s", async (target, accept) => {
      const answer = await send(target, { accept });
      expect([answer.status, state.finished, errors]).toEqual([406, 0, []]);
    });

    test("bytes of any type are always acceptable", async () => {
      expect((await send("/blob", { accept: "text/html" })).status).toBe(200);
    });

    test("over several responses each is acceptable", async () => {
      expect((await send("/several", { accept: "text/csv", "x-csv": "1" })).status).toBe(203);
      expect((await send("/several", { accept: "application/json" })).status).toBe(200);
    });

    test("streams are chosen like everything else", async () => {
      const lines = await send("/streams");
      expect([lines.headers.get("content-type"), lines.body]).toEqual([
        "application/jsonl",
        "1\n2\n",
      ]);
      const ticks = await send("/streams", { accept: "text/event-stream" });
      expect([ticks.headers.get("content-type"), ticks.body]).toEqual([
        "text/event-stream",
        "data: 1\n\ndata: 2\n\n",
      ]);
      expect([lines.headers.get("vary"), ticks.headers.get("vary")]).toEqual(["Accept", "Accept"]);
    });

    test.each([
      ",",
      ";",
      '"',
      " ",
      "\\",
      "a/b,",
      "a/b;q=",
      '";',
      "*/*;q=0.1,",
      'text/csv;a="\\\\",',
    ])("8 KiB of %j are read at once", async (unit) => {
      const accept = `x${unit.repeat(Math.floor(8_000 / unit.length))}`;
      expect([200, 406]).toContain((await send("/5", { accept })).status);
    });
  });
});
