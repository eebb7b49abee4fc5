// Bodies that are refused, on both edges: what is no content of its type never reaches a
// handler, and what breaks while a handler reads it is the rejection all the same.
import {
  bytes,
  file,
  get,
  integer,
  json,
  jsonLines,
  list,
  multipart,
  body,
  plainText,
  post,
  query,
  rootResource,
  stream,
  string,
} from "bough";
import { oneOfBodies, form } from "bough/existing";
import type { Codec } from "bough";
import { createServer } from "bough/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { edges } from "../support/edges.ts";
import type { Edge, RowRequest, RowResponse } from "../support/edges.ts";

const hex: Codec = {
  mediaType: "text/x-hex",
  encode: (value) => String(value),
  decode: (content) => Number.parseInt(new TextDecoder().decode(content), 16),
};

const api = rootResource({
  text: post("text").request(plainText()).response<unknown>(),
  form: post("form")
    .request(form({ name: string(), age: integer().optional(), tags: list(string()) }))
    .response<unknown>(),
  json: post("json").request(json<number>()).response<unknown>(),
  plain: post("plain").request<number>().response<unknown>(),
  png: post("png").request(bytes("image/png")).response<unknown>(),
  any: post("any").request(bytes()).response<unknown>(),
  video: post("video").request(stream("video/mp4")).response<unknown>(),
  lines: post("lines")
    .request(jsonLines(z.number().max(9)))
    .response<unknown>(),
  either: post("either")
    .request(oneOfBodies(json<number>(), body<number>(hex)))
    .response<unknown>(),
  upload: post("upload")
    .request(
      multipart({
        title: string(),
        tags: list(string()),
        picture: file({ maxBytes: 10, mediaTypes: ["image/*", "text/plain"] }),
        note: file().optional(),
        remark: string().optional(),
      }),
    )
    .response<unknown>(),
  ask: query("ask").request(plainText()).response<unknown>(),
  none: post("none").response<unknown>(),
  bare: get("bare").response<unknown>(),
  skip: post("skip")
    .request(multipart({ picture: file({ maxBytes: 10 }) }))
    .response<unknown>(),
  swallow: post("swallow").request(stream()).response<unknown>(),
  swallowLines: post("swallow-lines").request(jsonLines<number>()).response(jsonLines<number>()),
  tiny: post("tiny")
    .request(multipart({ a: list(string()), f: file().list({ max: 2 }) }))
    .response<unknown>(),
});

const handled: string[] = [];
const errors: unknown[] = [];
const server = createServer({ onError: (error) => void errors.push(error) });
const echo = ({ body: value, endpoint }: { body?: unknown; endpoint: { path: string } }) => {
  handled.push(endpoint.path);
  return value ?? null;
};
server.route(api.text, echo);
server.route(api.form, echo);
server.route(api.json, echo);
server.route(api.plain, echo);
server.route(api.either, echo);
server.route(api.ask, echo);
server.route(api.none, echo);
server.route(api.bare, echo);
server.route(api.png, ({ body: content }) => (handled.push("/png"), content.byteLength));
server.route(api.any, ({ body: content }) => (handled.push("/any"), content.byteLength));
server.route(
  api.video,
  async ({ body: content }) => {
    handled.push("/video");
    return (await new Response(content as never).arrayBuffer()).byteLength;
  },
  { limits: { body: 100 } },
);
server.route(api.lines, async ({ body: items }) => {
  handled.push("/lines");
  let sum = 0;
  for await (const item of items) {
    sum += item;
  }
  return sum;
});
server.route(api.upload, async ({ body: { fields, files } }) => {
  handled.push("/upload");
  const seen: unknown[] = [];
  for await (const part of files) {
    seen.push([part.name, part.filename ?? null, await part.text()]);
  }
  return { fields, seen };
});
server.route(api.skip, async ({ body: { files } }) => {
  const names: unknown[] = [];
  for await (const part of files) {
    names.push(part.name);
  }
  return names;
});
server.route(
  api.swallow,
  async ({ body: content }) => {
    try {
      await new Response(content as never).arrayBuffer();
    } catch {}
    return "looks whole";
  },
  { limits: { body: 10 } },
);
server.route(api.swallowLines, async function* ({ body: items }) {
  try {
    for await (const item of items) {
      yield item;
    }
  } catch {}
});
server.route(
  api.tiny,
  async ({ body: { fields, files } }) => {
    let count = 0;
    for await (const part of files) {
      await part.bytes();
      count++;
    }
    return { fields, count };
  },
  { limits: { parts: 3, body: 400 } },
);

type Line = readonly [name: string, value: string];
const typed = (mediaType: string): readonly Line[] => [["content-type", mediaType]];
const to = (
  target: string,
  mediaType: string | undefined,
  content?: string | Uint8Array,
  method = "POST",
): RowRequest => ({
  method,
  target,
  headers: mediaType === undefined ? [] : typed(mediaType),
  ...(content === undefined ? {} : { body: content }),
});

const TYPE = "multipart/form-data; boundary=B";
const part = (disposition: string, content: string, type = ""): string =>
  `--B\r\nContent-Disposition: form-data; ${disposition}\r\n${type === "" ? "" : `Content-Type: ${type}\r\n`}\r\n${content}\r\n`;
const title = part('name="title"', "t");
const picture = part('name="picture"; filename="p.txt"', "content", "text/plain");
const invalid = Uint8Array.of(0x61, 0xff, 0x61);

function told({ body: text }: RowResponse): unknown {
  const { errors: all } = JSON.parse(text) as { errors?: readonly { message: string }[] };
  return all;
}

describe.each(edges.map((kind) => [kind.name, kind] as const))("%s", (_name, kind) => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await kind.open(server);
  });
  afterAll(() => edge.close());
  beforeEach(() => {
    handled.length = 0;
    errors.length = 0;
  });

  describe("the media type", () => {
    test.each<[target: string, mediaType: string | undefined, accept: string]>([
      ["/text", "application/json", "text/plain; charset=utf-8"],
      ["/text", undefined, "text/plain; charset=utf-8"],
      ["/text", "text/plain; charset=iso-8859-1", "text/plain; charset=utf-8"],
      ["/text", "text/plain, text/plain", "text/plain; charset=utf-8"],
      ["/text", "text", "text/plain; charset=utf-8"],
      ["/text", "constructor", "text/plain; charset=utf-8"],
      ["/text", "text/plain+json", "text/plain; charset=utf-8"],
      ["/form", "multipart/form-data; boundary=B", "application/x-www-form-urlencoded"],
      [
        "/form",
        "application/x-www-form-urlencoded; charset=utf-16",
        "application/x-www-form-urlencoded",
      ],
      ["/json", 'text/plain; a="application/json"', "application/json"],
      ["/json", "application/json garbage", "application/json"],
      ["/json", undefined, "application/json"],
      ["/plain", "application/jsonl", "application/json"],
      ["/png", "image/jpeg", "image/png"],
      ["/png", undefined, "image/png"],
      ["/png", "image/png; =", "image/png"],
      ["/any", "image/", "*/*"],
      ["/video", "video/mpeg", "video/mp4"],
      ["/lines", "application/json", "application/jsonl"],
      ["/lines", "application/jsonl; charset=utf-16le", "application/jsonl"],
      ["/either", "text/plain", "application/json, text/x-hex"],
      ["/either", undefined, "application/json, text/x-hex"],
      ["/upload", "application/x-www-form-urlencoded", "multipart/form-data"],
      ["/upload", "multipart/mixed; boundary=B", "multipart/form-data"],
    ])("answers 415 to %s as %s", async (target, mediaType, accept) => {
      const answer = await edge.send(to(target, mediaType, "1"));
      expect([answer.status, handled]).toEqual([415, []]);
      expect(answer.headers.get("accept")).toBe(accept);
      expect(answer.headers.get("accept-post")).toBe(accept);
    });

    test.each<[target: string, mediaType: string, content: string, value: unknown]>([
      ["/text", 'TEXT/Plain; Charset="UTF-8"', "é", "é"],
      ["/text", "text/plain", "é", "é"],
      ["/json", "application/vnd.x+json", "1", 1],
      ["/plain", "application/vnd.x+json; charset=utf-8", "1", 1],
      ["/either", "application/problem+json", "16", 16],
      ["/either", "text/x-hex", "10", 16],
      ["/lines", "application/x-ndjson; charset=utf-8", "1\n2", 3],
      ["/any", "image/png; x=y", "12", 2],
      ["/png", "IMAGE/png", "12", 2],
    ])("reads %s as %s", async (target, mediaType, content, value) => {
      const answer = await edge.send(to(target, mediaType, content));
      expect([answer.status, JSON.parse(answer.body)]).toEqual([200, value]);
    });

    test("of bytes of any type may be left out", async () => {
      expect((await edge.send(to("/any", undefined, "123"))).body).toBe("3");
    });

    test("of a QUERY must be there", async () => {
      const missing = await edge.send(to("/ask", undefined, "q", "QUERY"));
      expect([missing.status, told(missing)]).toEqual([
        400,
        [{ in: "header", name: "content-type", message: "is missing (RFC 10008 2)" }],
      ]);
      const other = await edge.send(to("/ask", "text/html", "q", "QUERY"));
      expect([other.status, other.headers.get("accept-query")]).toEqual([
        415,
        "text/plain; charset=utf-8",
      ]);
      expect(handled).toEqual([]);
    });

    test.each(["/text", "/form", "/any", "/video", "/lines", "/upload"])(
      "%s refuses a content encoding",
      async (target) => {
        const headers: Line[] = [["content-encoding", "gzip"]];
        const answer = await edge.send({ method: "POST", target, headers, body: "x" });
        expect([answer.status, answer.headers.get("accept-encoding"), handled]).toEqual([
          415,
          "identity",
          [],
        ]);
      },
    );
  });

  describe("content that is none of its type", () => {
    test.each<[name: string, request: RowRequest, errors: unknown]>([
      [
        "text in no UTF-8",
        to("/text", "text/plain", invalid),
        [{ in: "body", message: "must be valid UTF-8", pointer: "" }],
      ],
      [
        "a form in no UTF-8",
        to("/form", "application/x-www-form-urlencoded", invalid),
        [{ in: "body", message: "must be valid UTF-8", pointer: "" }],
      ],
      [
        "a form with a broken escape",
        to("/form", "application/x-www-form-urlencoded", "name=%zz&age=x"),
        [
          { in: "body", message: expect.any(String) as unknown, pointer: "/name" },
          { in: "body", message: expect.any(String) as unknown, pointer: "/age" },
        ],
      ],
      [
        "a form with escapes that are no UTF-8",
        to("/form", "application/x-www-form-urlencoded", "name=%ff"),
        [{ in: "body", message: expect.any(String) as unknown, pointer: "/name" }],
      ],
      [
        "an empty form",
        to("/form", "application/x-www-form-urlencoded", ""),
        [{ in: "body", message: "is missing", pointer: "/name" }],
      ],
      [
        "too many names",
        to("/form", "application/x-www-form-urlencoded", `name=a${"&x=1".repeat(1_001)}`),
        [{ in: "body", message: "must have at most 1000 names", pointer: "" }],
      ],
      [
        "no JSON",
        to("/json", "application/json", '{"a":'),
        [{ in: "body", message: "must be valid JSON", pointer: "" }],
      ],
      [
        "empty JSON",
        to("/json", "application/json", ""),
        [{ in: "body", message: "must not be empty", pointer: "" }],
      ],
      [
        "an empty negotiated body",
        to("/plain", "application/json", ""),
        [{ in: "body", message: "is missing", pointer: "" }],
      ],
      ["no body", to("/plain", undefined), [{ in: "body", message: "is missing", pointer: "" }]],
      [
        "JSON in no UTF-8",
        to("/json", "application/json", invalid),
        [{ in: "body", message: "must be valid UTF-8", pointer: "" }],
      ],
    ])("is answered 400: %s", async (_what, request, expected) => {
      const answer = await edge.send(request);
      expect([answer.status, told(answer), handled]).toEqual([400, expected, []]);
    });

    test.each<[name: string, content: string | Uint8Array, error: object]>([
      [
        "in no UTF-8",
        Uint8Array.of(0x31, 0x0a, 0xff, 0x0a),
        { pointer: "", message: "must be valid UTF-8, line 2" },
      ],
      ["no JSON", "1\n{", { pointer: "", message: "must be valid JSON, line 2" }],
      [
        "too deep",
        `1\n${"[".repeat(65)}${"]".repeat(65)}`,
        { pointer: "", message: "must not be nested deeper than 64 levels, line 2" },
      ],
      [
        "what its schema refuses",
        "1\n10\n",
        { pointer: "/1", message: expect.any(String) as unknown },
      ],
    ])("lines: %s", async (_what, content, error) => {
      const answer = await edge.send(to("/lines", "application/jsonl", content));
      expect([answer.status, told(answer)]).toEqual([400, [{ in: "body", ...error }]]);
      expect(errors).toEqual([]);
    });

    test("empty text, bytes, streams and lines are there", async () => {
      expect((await edge.send(to("/text", "text/plain", ""))).body).toBe('""');
      expect((await edge.send(to("/any", undefined))).body).toBe("0");
      expect((await edge.send(to("/video", "video/mp4", ""))).body).toBe("0");
      expect((await edge.send(to("/lines", "application/jsonl", "\n \r\n"))).body).toBe("0");
    });

    test("a body where none is declared is not read", async () => {
      expect((await edge.send(to("/none", "text/plain", "x"))).body).toBe("null");
      expect((await edge.send(to("/none", "application/json", "{"))).status).toBe(200);
    });
  });

  describe("a multipart body", () => {
    test("arrives", async () => {
      const answer = await edge.send(
        to("/upload", TYPE, `preamble\r\n${title}${picture}--B--\r\nrest`),
      );
      expect(JSON.parse(answer.body)).toEqual({
        fields: { title: "t", tags: [] },
        seen: [["picture", "p.txt", "content"]],
      });
    });

    test.each<[name: string, mediaType: string, content: string | Uint8Array, error: object]>([
      ["without a boundary", "multipart/form-data", `${title}--B--`, { pointer: "" }],
      [
        "with an empty boundary",
        'multipart/form-data; boundary=""',
        `${title}--B--`,
        { pointer: "" },
      ],
      [
        "with a boundary that is too long",
        `multipart/form-data; boundary=${"b".repeat(252)}`,
        "",
        { pointer: "" },
      ],
      ["that is empty", TYPE, "", { pointer: "" }],
      ["without any part", TYPE, "--B--\r\n", { pointer: "/title", message: "is missing" }],
      [
        "that ends in a field",
        TYPE,
        '--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nt',
        { pointer: "" },
      ],
      [
        "with a field that stands behind its file",
        TYPE,
        `${picture}${title}--B--`,
        {
          pointer: "/title",
          message: "is missing before the first file: move this field before the files in the form",
        },
      ],
      [
        "with a file for a required field",
        TYPE,
        `${part('name="title"; filename="t.txt"', "t", "text/plain")}${picture}--B--`,
        { pointer: "/title", message: "must be a field, received a file" },
      ],
      [
        "with a file for an optional field",
        TYPE,
        `${title}${part('name="remark"; filename="r.txt"', "x", "text/plain")}${picture}--B--`,
        { pointer: "/remark", message: "must be a field, received a file" },
      ],
      ["without its file", TYPE, `${title}--B--`, { pointer: "/picture", message: "is missing" }],
      [
        "with a field twice",
        TYPE,
        `${title}${title}${picture}--B--`,
        { pointer: "/title", message: "is given more than once" },
      ],
      [
        "with a field in no UTF-8",
        TYPE,
        new Uint8Array([
          ...Buffer.from(part('name="title"', "\xff"), "latin1"),
          ...Buffer.from(`${picture}--B--`),
        ]),
        { pointer: "" },
      ],
      [
        "with a field in another charset",
        TYPE,
        `${part('name="title"', "t", "text/plain; charset=utf-16")}${picture}--B--`,
        { pointer: "" },
      ],
      [
        "with a part without a name",
        TYPE,
        `--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n${title}--B--`,
        { pointer: "" },
      ],
      [
        "with a bare line end in a name",
        TYPE,
        `${part('name="a\nb"', "x")}${title}--B--`,
        { pointer: "" },
      ],
    ])("is refused before its handler runs: %s", async (_what, mediaType, content, error) => {
      const answer = await edge.send(to("/upload", mediaType, content));
      expect([answer.status, handled, errors]).toEqual([400, [], []]);
      expect(told(answer)).toContainEqual(expect.objectContaining({ in: "body", ...error }));
    });

    test.each<[name: string, content: string, status: number, error: object | undefined]>([
      [
        "that ends in a file",
        `${title}--B\r\nContent-Disposition: form-data; name="picture"\r\nContent-Type: text/plain\r\n\r\nhalf`,
        400,
        { pointer: "" },
      ],
      ["that ends after a file", `${title}${picture}`, 400, { pointer: "" }],
      [
        "with a field after a file",
        `${title}${picture}${part('name="tags"', "late")}--B--`,
        400,
        {
          pointer: "/tags",
          message: "comes after a file: move this field before the files in the form",
        },
      ],
      [
        "with a file twice",
        `${title}${picture}${picture}--B--`,
        400,
        { pointer: "/picture", message: "is given more than once" },
      ],
      [
        "with a file of another type",
        `${title}${part('name="picture"; filename="p"', "x", "video/mp4")}--B--`,
        400,
        { pointer: "/picture", message: "must be image/*, text/plain" },
      ],
      [
        "with a file of no type at all",
        `${title}${part('name="picture"; filename="p"', "x", "garbage")}--B--`,
        400,
        { pointer: "/picture" },
      ],
      [
        "with a file that is too large",
        `${title}${part('name="picture"', "12345678901", "text/plain")}--B--`,
        413,
        undefined,
      ],
      [
        "whose file was not chosen",
        `${title}${part('name="picture"; filename=""', "", "application/octet-stream")}--B--`,
        400,
        { pointer: "/picture", message: "is missing" },
      ],
      [
        "with a file for an optional field",
        `${title}${picture}${part('name="remark"; filename="r.txt"', "x", "text/plain")}--B--`,
        400,
        { pointer: "/remark", message: "must be a field, received a file" },
      ],
      [
        "with another file only",
        `${title}${part('name="note"', "x")}--B--`,
        400,
        { pointer: "/picture", message: "is missing" },
      ],
    ])("is refused while its handler reads: %s", async (_what, content, status, error) => {
      const answer = await edge.send(to("/upload", TYPE, content));
      expect([answer.status, errors]).toEqual([status, []]);
      if (error !== undefined) {
        expect(told(answer)).toEqual([expect.objectContaining({ in: "body", ...error })]);
      }
    });

    test("fields that are not declared are ignored, and so are files", async () => {
      const other = `${part('name="__proto__"', "x")}${part('name="toString"; filename="f"', "y")}`;
      const answer = await edge.send(
        to("/upload", TYPE, `${title}${other}${picture}${other}--B--`),
      );
      expect(JSON.parse(answer.body)).toEqual({
        fields: { title: "t", tags: [] },
        seen: [["picture", "p.txt", "content"]],
      });
      expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
    });

    test("a file name that is a path is data, and filename* is ignored", async () => {
      const named = part(`name="picture"; filename="../%zz"; filename*=%zz''x`, "c", "text/plain");
      const answer = await edge.send(to("/upload", TYPE, `${title}${named}--B--`));
      expect(JSON.parse(answer.body)).toMatchObject({ seen: [["picture", "../%zz", "c"]] });
    });

    test("a file that nobody reads is skipped, whatever its size", async () => {
      const large = part('name="picture"', "x".repeat(200_000));
      const answer = await edge.send(to("/skip", TYPE, `${large}--B--`));
      // Its bytes count for the whole body, not for its own bound.
      expect([answer.status, answer.body]).toEqual([200, '["picture"]']);
    });

    test("has as many parts and files as its limits allow", async () => {
      const a = part('name="a"', "x");
      const f = part('name="f"', "x");
      const send = async (content: string) => edge.send(to("/tiny", TYPE, `${content}--B--`));
      expect((await send(a + a + f)).body).toBe('{"fields":{"a":["x","x"]},"count":1}');
      expect((await send(a + a + a + a)).status).toBe(413);
      expect((await send(a + f + f + f)).status).toBe(413);
      expect((await send(f + f)).body).toBe('{"fields":{"a":[]},"count":2}');
      expect(told(await send(f + f + f))).toEqual([
        { in: "body", pointer: "/f", message: "must have at most 2 files" },
      ]);
      expect((await send(part('name="a"', "x".repeat(401)))).status).toBe(413);
      expect(
        (await send(part('name="a"', "x".repeat(201)) + part('name="a"', "x".repeat(201)))).status,
      ).toBe(413);
      expect(errors).toEqual([]);
    });
  });

  describe("what a handler makes of a body that broke", () => {
    test("is not answered, though it swallows the error", async () => {
      const answer = await edge.send(to("/swallow", "a/b", "12345678901"));
      expect([answer.status, errors]).toEqual([413, []]);
    });

    test("nor when it is a sequence that has not begun", async () => {
      const answer = await edge.send(to("/swallow-lines", "application/jsonl", "{"));
      expect([answer.status, told(answer), errors]).toEqual([
        400,
        [{ in: "body", pointer: "", message: "must be valid JSON, line 1" }],
        [],
      ]);
    });

    test("a stream over its limit is 413", async () => {
      const answer = await edge.send(to("/video", "video/mp4", "x".repeat(101)));
      expect([answer.status, errors]).toEqual([413, []]);
    });
  });
});
