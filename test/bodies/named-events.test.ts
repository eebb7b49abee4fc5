// Events whose name says what their data is: both sides, reconnecting, and servers that are newer than their client.
import { bytes, get, json, plainText, query, rootResource, type, verify } from "bough";
import { namedEvents } from "bough/existing";
import type { AnyResource } from "bough";
import { contractOf } from "bough/contract";
import { createClient } from "bough/client";
import { openApi } from "bough-openapi";
import { createServer } from "bough/server";
import type { ExtractedSchemas } from "bough/server";
import { describe, expect, test } from "vitest";
import { z } from "zod";

interface Booking {
  readonly name: string;
}
const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const changes = {
  created: type<Booking>(),
  removed: type<{ id: string }>(),
  moved: z.object({ at: instant }),
  note: plainText(),
  strict: json(z.object({ n: z.number() })),
  message: type<number>(),
};
const api = rootResource({
  live: get("live").response(namedEvents(changes)),
  asked: query("asked")
    .request<number>()
    .response(namedEvents(changes, { end: "[DONE]" })),
});

const older = rootResource({
  live: get("live").response(namedEvents({ removed: changes.removed }, { end: "[DONE]" })),
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
  }
  return found;
}

/** The events that a client gets of what a handler yields, and the errors of the server. */
async function sent(
  given: readonly unknown[],
  schemas?: ExtractedSchemas,
): Promise<{ readonly events: unknown; readonly errors: readonly string[] }> {
  const errors: string[] = [];
  const server = createServer({
    ...(schemas && { schemas }),
    onError: (error: unknown) => void errors.push(String(error)),
  });
  server.route(api.live, () => given as never);
  const client = createClient({ fetch: server.fetch });
  const events = await Promise.resolve(client.request(api.live).bodyOrThrow())
    .then((stream) => all(stream))
    .catch((error: unknown) => String(error));
  return { events, errors };
}

/** The events of a text, as the client reads it. */
const read = (text: string): Promise<unknown> =>
  Promise.resolve(
    createClient({
      fetch: async () => new Response(text, { headers: { "content-type": "text/event-stream" } }),
    })
      .request(api.live, { timeout: 60_000 })
      .bodyOrThrow(),
  )
    .then((stream) => all(stream))
    .catch((error: unknown) => String(error));

describe("named events", () => {
  test("have the data of their name on both sides", async () => {
    const at = new Date(0);
    const given = [
      { event: "created", data: { name: "a" } },
      { event: "moved", data: { at }, id: "7" },
      { event: "note", data: "two\nlines" },
      { event: "strict", data: { n: 1 }, retry: 5 },
      { event: "removed", data: { id: "" }, id: "" },
      { event: "message", data: 1 },
    ];
    expect(await sent(given)).toEqual({
      events: [
        { event: "created", data: { name: "a" }, id: "" },
        { event: "moved", data: { at }, id: "7" },
        { event: "note", data: "two\nlines", id: "7" },
        { event: "strict", data: { n: 1 }, id: "7" },
        { event: "removed", data: { id: "" }, id: "" },
        { event: "message", data: 1, id: "" },
      ],
      errors: [],
    });
  });

  test.each([
    [{ event: "changed", data: 1 }, 'received the event "changed"'],
    [{ event: "toString", data: 1 }, 'received the event "toString"'],
    [{ event: "__proto__", data: 1 }, 'received the event "__proto__"'],
    [{ data: 1 }, "received the event undefined"],
    [1, "received the event undefined"],
    [null, "received the event undefined"],
    [{ event: "created" }, 'received "created" without data'],
    [{ event: "strict", data: { n: "1" } }, "is refused by its schema"],
    [{ event: "note", data: 1 }, "plain text is a string"],
    [{ event: "created", data: 1n }, "a value of type bigint has no JSON form"],
    [{ event: "created", data: {}, id: "a\nb" }, "the id of an event must be one line"],
  ])("refuses to send %o", async (item, text) => {
    const { errors } = await sent([item]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("HandlerError: GET /live: ");
    expect(errors[0]).toContain(text);
  });

  test("that a client does not know are skipped, and their ids count", async () => {
    const text = [
      "event: created\ndata: 1\nid: 1\n\n",
      "event: later\ndata: not JSON\nid: 2\n\n",
      "event: __proto__\ndata: 1\n\n",
      "event: toString\ndata: 1\n\n",
      'event: removed\ndata: {"id":"a"}\n\n',
      "data: 5\n\n",
    ];
    expect(await read(text.join(""))).toEqual([
      { event: "created", data: 1, id: "1" },
      { event: "removed", data: { id: "a" }, id: "2" },
      { event: "message", data: 5, id: "2" },
    ]);
    expect(await read("event: created\ndata: not JSON\n\n")).toContain("InvalidResponseError");
    expect(await read('event: strict\ndata: {"n":"1"}\n\n')).toContain("InvalidResponseError");
  });

  test("reconnect after the id of a skipped event, and end with the last event", async () => {
    const asked: (string | null)[] = [];
    const pieces = [
      "event: later\ndata: 1\nid: 9\nretry: 1\n\n",
      "event: removed\ndata: {}\n\ndata: [DONE]\n\n",
    ];
    const client = createClient({
      fetch: async (_url, init) => {
        asked.push(new Headers(init?.headers).get("last-event-id"));
        const text = pieces.shift() ?? "";
        return new Response(text, { headers: { "content-type": "text/event-stream" } });
      },
    });
    const stream = await client.request(older.live).bodyOrThrow();
    expect(await all(stream)).toEqual([{ event: "removed", data: {}, id: "9" }]);
    expect(asked).toEqual([null, "9"]);
  });

  test("end the handler when the reader leaves", async () => {
    let isLeft = false;
    const server = createServer();
    server.route(api.asked, async function* () {
      try {
        for (let n = 0; ; n++) {
          yield { event: "message", data: n };
        }
      } finally {
        isLeft = true;
      }
    });
    const stream = await createClient({ fetch: server.fetch }).request(api.asked, 1).bodyOrThrow();
    for await (const { event, data } of stream) {
      expect(event).toBe("message");
      if (data === 2) {
        break;
      }
    }
    await expect.poll(() => isLeft).toBe(true);
  });

  test("are validated by the schemas of their types", async () => {
    const name = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
    const id = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
    const schemas = (events: object): ExtractedSchemas => ({
      format: 1,
      digest: "",
      components: {},
      endpoints: {
        "GET /live": { responses: { "200": { "text/event-stream": { events } } } },
      } as never,
    });
    const complete = schemas({ created: name, removed: id, message: { type: "number" } });
    const given = { event: "created", data: { name: "a", secret: 1 } };
    expect(await sent([given], complete)).toEqual({
      events: [{ event: "created", data: { name: "a" }, id: "" }],
      errors: [],
    });
    const refused = await sent([{ event: "removed", data: { name: "a" } }], complete);
    expect(refused.errors[0]).toContain("is refused by its schema");
    expect(() =>
      createServer({ schemas: schemas({ created: name }) }).route(api.live, () => []),
    ).toThrow(
      'the event "removed" of its response 200 as text/event-stream is not in the given schemas',
    );
  });
});

describe("the map of named events", () => {
  const booking = { type: "object", properties: { name: { type: "string" } } } as const;
  const described = rootResource({
    live: get("live").response(
      namedEvents(
        { created: z.object({ name: z.string() }), note: plainText() },
        { end: "[DONE]" },
      ),
    ),
  });
  const info = { title: "", version: "1" };

  test("is in the contract", () => {
    const content = contractOf(described).endpoints[0]?.responses?.[0]?.content[0];
    expect(content).toMatchObject({
      kind: "events",
      mediaType: "text/event-stream",
      end: "[DONE]",
      events: {
        created: { kind: "negotiated", mediaType: "application/json", schema: booking },
        note: { kind: "text", mediaType: "text/plain", schema: { type: "string" } },
      },
    });
    expect(content).not.toHaveProperty("item");
  });

  test.each(["3.1", "3.2"] as const)("is in a document of OpenAPI %s", (version) => {
    const event = (name: string, data: object): object => ({
      type: "object",
      properties: {
        data,
        event: { const: name },
        id: { type: "string" },
        retry: { type: "integer", minimum: 0 },
      },
      required: ["event", "data"],
    });
    const data: unknown = expect.objectContaining(booking);
    const itemSchema = {
      anyOf: [
        event("created", {
          type: "string",
          contentMediaType: "application/json",
          contentSchema: data,
        }),
        event("note", { type: "string" }),
        { type: "object", properties: { data: { const: "[DONE]" } }, required: ["data"] },
      ],
    };
    const { paths } = openApi(described, { info, version });
    expect(paths["/live"]).toHaveProperty(["get", "responses", "200", "content"], {
      "text/event-stream":
        version === "3.2"
          ? { itemSchema }
          : { schema: { anyOf: [data, { type: "string" }] }, "x-itemSchema": itemSchema },
    });
  });

  test("has names of one line, and data of JSON or text", () => {
    const faultsOf = (events: object): string => {
      const live = get("live").response(namedEvents(events as never));
      try {
        verify(rootResource({ live }) as AnyResource);
        return "";
      } catch (error) {
        return String(error);
      }
    };
    expect(faultsOf({ created: type<Booking>() })).toBe("");
    expect(faultsOf({})).toContain("has no named events");
    expect(faultsOf({ "": type<Booking>() })).toContain('an event with the name ""');
    expect(faultsOf({ "a\nb": type<Booking>() })).toContain("use a name of one line");
    expect(faultsOf({ created: bytes() })).toContain("is neither JSON nor text");
    expect(faultsOf({ created: namedEvents(changes) })).toContain("is neither JSON nor text");
  });
});
