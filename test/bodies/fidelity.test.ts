// What arrives is what was sent, or the client refused it before sending: properties and the
// Big List of Naughty Strings, and answers cut at every offset.
import {
  bytes,
  events,
  file,
  get,
  json,
  jsonLines,
  list,
  multipart,
  plainText,
  post,
  rootResource,
  stream,
  string,
} from "bough";
import { form } from "bough/existing";
import { createClient, CallError, InvalidRequestError } from "bough/client";
import type { Client } from "bough/client";
import { createServer } from "bough/server";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { listening as listen } from "../support/edges.ts";
import type { Listening } from "bough/node";
import { collect, cut, everyCut, naughtyStrings } from "../support/chunks.ts";

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const shape = {
  one: string(),
  ["a/b~c é"]: string().optional(),
  many: list(string()),
  ["__proto__"]: string().optional(),
};
const fields = { ...shape, joined: list(string(), { style: "comma" }) };
const api = rootResource({
  text: post("text").request(plainText()).response(plainText()),
  form: post("form").request(form(fields)).response(form(fields)),
  json: post("json").request(json()).response(json()),
  events: post("events").request(jsonLines()).response(events()),
  lines: post("lines").request(jsonLines()).response(jsonLines()),
  bytes: post("bytes").request(bytes()).response(bytes()),
  stream: post("stream").request(stream()).response(stream()),
  upload: post("upload")
    .request(multipart({ ...shape, file: file(), files: file().list() }))
    .response<unknown>(),
  cutText: get("text").response(plainText()),
  cutForm: get("form").response(form(shape)),
  cutLines: get("lines").response(jsonLines(z.object({ at: instant, text: z.string() }))),
  cutEvents: get("events").response(events(z.object({ at: instant, text: z.string() }))),
});

const errors: unknown[] = [];
const server = createServer({ onError: (error) => void errors.push(error) });
const values = [
  { at: new Date(0), text: "é€😀\n\r\n\u2028\ufeff" },
  { at: new Date(1), text: "" },
];
async function* each(): AsyncGenerator<(typeof values)[number]> {
  yield* values;
}
server.route(api, {
  text: ({ body }) => body,
  form: ({ body }) => body,
  json: ({ body }) => body,
  async *events({ body }) {
    for await (const data of body) {
      yield { data };
    }
  },
  lines: ({ body }) => body,
  bytes: ({ body }) => body,
  stream: ({ body }) => body,
  upload: async ({ body: { fields, files } }) => {
    const seen: unknown[] = [];
    for await (const { name, filename, mediaType, ...part } of files) {
      seen.push([name, filename ?? null, mediaType, await part.text()]);
    }
    return { fields, seen };
  },
  cutText: () => values[0]?.text ?? "",
  cutForm: () => ({ one: "é +&=%", many: ["", "a,b"], "a/b~c é": "€" }),
  cutLines: each,
  cutEvents: each,
});

let at: Listening;
beforeAll(async () => {
  at = await listen(server);
});
afterAll(() => at.close({ grace: 0 }));

/** What came back, or `refused` where the client sent nothing. */
async function sent<T>(call: Promise<T>): Promise<T | "refused"> {
  return call.catch((error: unknown) => {
    if (error instanceof InvalidRequestError) {
      return "refused" as const;
    }
    throw error;
  });
}
// JSON has no -0, and the server refuses keys that set a prototype.
const jsonValue = fc
  .jsonValue({ maxDepth: 4 })
  .map((value) => JSON.stringify(value))
  .filter((value) => !value.includes("__proto__"))
  .map((value) => JSON.parse(value) as unknown);
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(...naughtyStrings),
);
const wellFormed = (value: string): boolean => !/\p{Surrogate}/u.test(value);
/** What `string()` takes. */
const isText = (value: string): boolean => wellFormed(value) && !value.includes("\0");

describe.each([["in memory"], ["on a socket"]])("%s", (where) => {
  const runs = { numRuns: where === "in memory" ? 150 : 30 };
  const client = (): Client =>
    where === "in memory"
      ? createClient({ fetch: server.fetch })
      : createClient({ baseUrl: at.url });

  test("naughty strings as text", async () => {
    for (const value of naughtyStrings) {
      const back = await sent(client().request(api.text, value).bodyOrThrow());
      expect(back).toBe(wellFormed(value) ? value : "refused");
    }
  });

  test("naughty strings as values of a form", async () => {
    const many = naughtyStrings.filter(wellFormed);
    const back = await client().request(api.form, { one: "", many }).bodyOrThrow();
    expect(back.many).toEqual(many);
  });

  test("naughty strings as JSON, lines and data of events", async () => {
    expect(await client().request(api.json, naughtyStrings).bodyOrThrow()).toEqual(naughtyStrings);
    const lines = await client().request(api.lines, naughtyStrings).bodyOrThrow();
    expect(await collect(lines)).toEqual(naughtyStrings);
    const data = await client().request(api.events, naughtyStrings).bodyOrThrow();
    expect(await collect(data)).toEqual(naughtyStrings);
  });

  test("naughty strings as fields and names of files", async () => {
    const many = naughtyStrings.filter(wellFormed);
    // A form cannot say these three as they are.
    const named = many.filter((name) => !/%(?:22|0D|0A)/.test(name));
    const files = named.map((filename) => ({ content: new Blob(["x"]), filename }));
    for (const [first, part] of [
      [many, files.slice(0, 250)],
      [[], files.slice(250)],
    ] as const) {
      const call = client().request(api.upload, {
        one: "",
        many: first,
        file: new Blob(["y"]),
        files: part,
      });
      const back = (await call.bodyOrThrow()) as { fields: { many: string[] }; seen: string[][] };
      expect(back.fields.many).toEqual(first);
      expect(back.seen.slice(1).map(([, filename]) => filename)).toEqual(
        // No name is none.
        part.map(({ filename }) => (filename === "" ? null : filename)),
      );
    }
    const refused = { one: "", file: { content: new Blob(), filename: "a%22" } };
    expect(await sent(client().request(api.upload, refused).bodyOrThrow())).toBe("refused");
  });

  test("any form", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.option(text, { nil: undefined }),
        fc.array(text, { maxLength: 5 }),
        async (one, other, many) => {
          const given = {
            one,
            ...(other === undefined ? {} : { "a/b~c é": other, ["__proto__"]: other }),
            many,
            // A comma would end the element, so the client refuses it.
            joined: many.map((text) => text.replaceAll(",", "")),
          };
          const back = await sent(client().request(api.form, given).bodyOrThrow());
          const all = [one, other ?? "", ...many];
          if (all.every(isText)) {
            expect(Object.entries(back)).toEqual(expect.arrayContaining(Object.entries(given)));
            expect(Object.keys(back).toSorted()).toEqual(
              other === undefined
                ? expect.arrayContaining(["one", "many", "joined"])
                : Object.keys(given).toSorted(),
            );
          } else {
            expect(back).toBe("refused");
          }
        },
      ),
      runs,
    );
  });

  test("empty elements of a form's comma list", async () => {
    for (const joined of [[], [""], ["", ""], ["", "a"], ["a", ""]]) {
      const back = await client().request(api.form, { one: "", joined }).bodyOrThrow();
      expect(back.joined).toEqual(joined);
    }
  });

  test("any JSON, as a whole, as lines and as data", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(jsonValue, { maxLength: 4 }), async (items) => {
        expect(await client().request(api.json, items).bodyOrThrow()).toEqual(items);
        expect(await collect(await client().request(api.lines, items).bodyOrThrow())).toEqual(
          items,
        );
        expect(await collect(await client().request(api.events, items).bodyOrThrow())).toEqual(
          items,
        );
      }),
      runs,
    );
  });

  test("large integers, as a whole, as lines and as data, also for a strict client", async () => {
    const items = [2 ** 53, -(2 ** 53), 2 ** 60, 1e20, [1e21]];
    const strict = createClient({
      ...(where === "in memory" ? { fetch: server.fetch } : { baseUrl: at.url }),
      codecs: [json()],
    });
    for (const one of [client(), strict]) {
      expect(await one.request(api.json, items).bodyOrThrow()).toEqual(items);
      expect(await collect(await one.request(api.lines, items).bodyOrThrow())).toEqual(items);
      expect(await collect(await one.request(api.events, items).bodyOrThrow())).toEqual(items);
    }
  });

  test("any bytes, in any chunks", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 500 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        async (content, borders) => {
          const given = Uint8Array.from(content);
          expect(await client().request(api.bytes, given).bodyOrThrow()).toEqual(given);
          const chunks = cut(given, borders);
          const back = await client()
            .request(
              api.stream,
              (async function* () {
                yield* chunks;
              })(),
            )
            .bodyOrThrow();
          expect(new Uint8Array(await new Response(back as never).arrayBuffer())).toEqual(given);
        },
      ),
      runs,
    );
  });

  test("any multipart body", async () => {
    const name = fc.option(text, { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        name,
        fc.array(text, { maxLength: 3 }),
        async (one, content, filename, many) => {
          const given = { one, many, file: { content: new Blob([content]), filename } };
          const back = await sent(client().request(api.upload, given).bodyOrThrow());
          const refused =
            ![one, ...many].every(isText) ||
            !wellFormed(filename ?? "") ||
            /%(?:22|0D|0A)/.test(filename ?? "");
          expect(back).toEqual(
            refused
              ? "refused"
              : {
                  fields: { one, many },
                  seen: [
                    [
                      "file",
                      filename === "" ? null : (filename ?? null),
                      "application/octet-stream",
                      new TextDecoder().decode(new TextEncoder().encode(content)),
                    ],
                  ],
                },
          );
        },
      ),
      runs,
    );
  });

  test("nothing of it was an error of the server", () => {
    expect(errors).toEqual([]);
  });
});

describe("an answer in other chunks is the same answer", () => {
  const chunked = (response: Response, chunks: readonly Uint8Array[]): Response => {
    const rest = [...chunks];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = rest.shift();
        if (next === undefined) {
          controller.close();
        } else {
          controller.enqueue(next);
        }
      },
    });
    return new Response(body as never, response);
  };
  async function readAll(
    name: "cutText" | "cutForm" | "cutLines" | "cutEvents",
    client: Client,
  ): Promise<unknown> {
    if (name === "cutText" || name === "cutForm") {
      return name === "cutText"
        ? client.request(api.cutText).bodyOrThrow()
        : client.request(api.cutForm).bodyOrThrow();
    }
    return name === "cutLines"
      ? collect(await client.request(api.cutLines).bodyOrThrow())
      : collect(await client.request(api.cutEvents).bodyOrThrow());
  }

  test.each(["cutText", "cutForm", "cutLines", "cutEvents"] as const)("%s", async (name) => {
    const expected = await readAll(name, createClient({ fetch: server.fetch }));
    const response = await server.fetch(`http://h${api[name].path}`);
    const content = new Uint8Array(await response.clone().arrayBuffer());
    for (const chunks of everyCut(content)) {
      const client = createClient({
        fetch: () => Promise.resolve(chunked(response, chunks)),
      });
      expect(await readAll(name, client)).toEqual(expected);
    }
  });

  test.each(["cutText", "cutForm", "cutLines", "cutEvents"] as const)(
    "garbage for %s is one of the client's errors, or a value",
    async (name) => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.uint8Array({ maxLength: 60 }),
            text.map((value) => new TextEncoder().encode(value)),
          ),
          fc.boolean(),
          async (content, breaks) => {
            const right = (await server.fetch(`http://h${api[name].path}`)).headers;
            const client = createClient({
              fetch: () => {
                const body = new ReadableStream<Uint8Array>({
                  start(controller) {
                    controller.enqueue(Uint8Array.from(content));
                    if (breaks) {
                      controller.error(new Error("cut"));
                    } else {
                      controller.close();
                    }
                  },
                });
                return Promise.resolve(new Response(body as never, { headers: right }));
              },
              reconnect: { attempts: 0 },
            });
            const outcome = await readAll(name, client).then(
              () => "value",
              (error: unknown) => error,
            );
            if (breaks) {
              expect(outcome).toBeInstanceOf(CallError);
            } else if (outcome !== "value") {
              expect(outcome).toBeInstanceOf(CallError);
            }
          },
        ),
        { numRuns: 100 },
      );
    },
  );
});
