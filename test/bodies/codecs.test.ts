// Codecs of other libraries, from a client through a server and back: CBOR, MessagePack, and a
// format of one's own beside JSON. These are the recipes of docs/guide/formats.md.
import * as messagePackLibrary from "@msgpack/msgpack";
import { body, failure, get, json, post, put, rootResource, type } from "bough";
import { oneOfBodies } from "bough/existing";
import type { Codec } from "bough";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import * as cborg from "cborg";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const cbor: Codec = {
  mediaType: "application/cbor",
  encode: (value) => cborg.encode(value),
  decode: (bytes) => cborg.decode(bytes) as unknown,
};
const messagePack: Codec = {
  mediaType: "application/vnd.msgpack",
  encode: (value) => messagePackLibrary.encode(value),
  decode: (bytes) => messagePackLibrary.decode(bytes),
};

interface User {
  readonly name: string;
  readonly tags: readonly string[];
}
interface Picture {
  readonly name: string;
  readonly pixels: Uint8Array;
}
const NewUser = z.object({ name: z.string().min(1), tags: z.array(z.string()).default([]) });
const Taken = failure(409).body<{ readonly name: string }>();

const api = rootResource("v1", {
  user: put("user").request(NewUser).response<User>().failure(Taken),
  // JSON has no bytes, the codecs of this API have: that is what `unchecked` says.
  picture: put("picture")
    .request(type<Picture>({ unchecked: true }))
    .response(type<Picture>({ unchecked: true })),
  cbor: post("cbor").request(body<Picture>(cbor)).response(body<Picture>(cbor)),
  table: put("table")
    .request(
      body(csvOf(["name", "age"]), z.array(z.object({ name: z.string(), age: z.coerce.number() }))),
    )
    .response(oneOfBodies(json<Row[]>(), body<Row[]>(csvOf(["name", "age"])))),
  none: get("none"),
});
interface Row {
  readonly name: string;
  readonly age: number;
}

/** A codec that says which version it is of. */
function versioned(version?: string): Codec {
  return {
    mediaType: `application/vnd.rows+json${version === undefined ? "" : `; version=${version}`}`,
    encode: String,
    decode: () => version ?? "none",
  };
}

/** Rows without quotes, which is all that these tests need. */
function csvOf(columns: readonly string[]): Codec {
  return {
    mediaType: "text/csv",
    encode: (value) =>
      (value as Readonly<Record<string, unknown>>[])
        .map((row) => columns.map((name) => String(row[name])).join(","))
        .join("\r\n"),
    decode: (content) =>
      new TextDecoder()
        .decode(content)
        .split("\r\n")
        .map((line) => {
          const cells = line.split(",");
          return Object.fromEntries(columns.map((name, index) => [name, cells[index]]));
        }),
  };
}

const server = createServer({ codecs: [json(), cbor, messagePack] });
server.route(api, {
  user: ({ body: user, fail }) => (user.name === "taken" ? fail(Taken, { name: "taken" }) : user),
  picture: ({ body: { name, pixels } }) => ({ name, pixels: pixels.map((pixel) => 255 - pixel) }),
  cbor: ({ body: picture }) => picture,
  table: ({ body: rows }) => rows,
  none: () => undefined,
});

const user = { name: "Ada", tags: ["a", "b"] };

describe.each([
  ["CBOR", cbor, 0xa2],
  ["MessagePack", messagePack, 0x82],
])("%s", (_, codec, first) => {
  const codecs = [codec, json()];

  test("goes both ways", async () => {
    const wire: { sent?: unknown; headers?: Headers } = {};
    const client = createClient({
      codecs,
      fetch: async (url, init) => {
        wire.sent = init.body;
        wire.headers = new Headers(init.headers);
        return server.fetch(url, init);
      },
    });
    const result = await client.request(api.user, user);
    expect(result.bodyOrThrow()).toEqual(user);
    expect((wire.sent as Uint8Array)[0]).toBe(first);
    expect(wire.headers?.get("content-type")).toBe(codec.mediaType);
    expect(wire.headers?.get("accept")).toBe(`${codec.mediaType}, application/json`);
    expect(result.response.headers.get("content-type")).toBe("application/json");
    const asked = await client.request(api.user, user, { accept: codec.mediaType });
    expect(asked.bodyOrThrow()).toEqual(user);
    expect(asked.response.headers.get("content-type")).toBe(codec.mediaType);
    expect(asked.response.headers.get("vary")).toBe("Accept");
  });

  test("carries bytes", async () => {
    const client = createClient({ codecs: [codec], fetch: server.fetch });
    const given = { name: "a", pixels: Uint8Array.from([0, 1, 255]) };
    const picture = await client.request(api.picture, given).bodyOrThrow();
    expect(picture.name).toBe("a");
    expect([...picture.pixels]).toEqual([255, 254, 0]);
  });

  test("carries a failure's own shape, and problem details as JSON", async () => {
    const client = createClient({ codecs: [codec], fetch: server.fetch });
    const result = await client.request(api.user, { name: "taken" });
    expect(result.failedWith(Taken) && result.failure.body).toEqual({ name: "taken" });
    expect(result.response.headers.get("content-type")).toBe(codec.mediaType);
    await expect(client.request(api.user, { name: "" })).rejects.toMatchObject({
      name: "RejectionError",
      status: 400,
      errors: [{ in: "body", pointer: "/name" }],
    });
  });

  test("is answered 400 where the bytes are none of it", async () => {
    const deep = new Uint8Array(100_000).fill(codec === cbor ? 0x81 : 0x91);
    for (const body of [Uint8Array.of(), Uint8Array.of(0xc1), deep]) {
      const headers = { "content-type": codec.mediaType };
      const answer = await server.fetch("http://localhost/v1/user", {
        method: "PUT",
        headers,
        body,
      });
      expect(answer.status).toBe(400);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
    }
  });

  test("is refused before sending where it cannot hold the value", async () => {
    const client = createClient({ codecs: [codec], fetch: server.fetch });
    const name = (): void => undefined;
    await expect(client.request(api.user, { name: name as never })).rejects.toMatchObject({
      name: "InvalidRequestError",
    });
  });
});

describe("negotiation", () => {
  const put = async (headers: Record<string, string>, content: BodyInit = JSON.stringify(user)) =>
    server.fetch("http://localhost/v1/user", {
      method: "PUT",
      headers: { "content-type": "application/json", ...headers },
      body: content,
    });

  test.each([
    ["", "application/json"],
    ["*/*", "application/json"],
    ["application/*", "application/json"],
    ["application/cbor", "application/cbor"],
    ["application/json;q=0.5, application/cbor", "application/cbor"],
    ["application/cbor;q=0.5, application/vnd.msgpack;q=0.8", "application/vnd.msgpack"],
    ["*/*;q=0.1, application/vnd.msgpack;q=0.2", "application/vnd.msgpack"],
    ["application/json;q=0, */*", "application/cbor"],
    ["text/html, application/cbor;q=0.1", "application/cbor"],
  ])("answers Accept: %s with %s", async (accept, mediaType) => {
    const answer = await put(accept === "" ? {} : { accept });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, mediaType]);
    expect(answer.headers.get("vary")).toBe("Accept");
  });

  test.each(["text/html", "application/json;q=0, application/cbor;q=0"])(
    "answers 406 to Accept: %s",
    async (accept) => {
      const answer = await put({ accept });
      expect(await answer.json()).toMatchObject({
        status: 406,
        type: "urn:bough:not-acceptable",
        detail:
          "this endpoint responds with application/json, application/cbor, application/vnd.msgpack",
      });
    },
  );

  test("answers 415 to what no codec reads, and says what is read", async () => {
    const answer = await put({ "content-type": "application/xml" }, "<a/>");
    expect(answer.status).toBe(415);
    expect(answer.headers.get("accept")).toBe(
      "application/json, application/cbor, application/vnd.msgpack",
    );
  });

  test("rejects as 406 and 415 in a client whose codecs the server lacks", async () => {
    const other: Codec = { ...cbor, mediaType: "application/x-other" };
    const client = createClient({ codecs: [other], fetch: server.fetch });
    await expect(client.request(api.user, user)).rejects.toMatchObject({ status: 415 });
    const asking = createClient({ codecs: [json(), cbor], fetch: server.fetch });
    await expect(
      asking.request(api.user, user, { accept: "application/x-other" }),
    ).rejects.toMatchObject({ status: 406 });
  });
});

describe("a body of a codec of its own", () => {
  test("goes by that codec, whatever the client's and the server's are", async () => {
    const plain = createServer();
    plain.route(api.cbor, ({ body: picture }) => picture);
    const client = createClient({ fetch: plain.fetch });
    const given = { name: "a", pixels: Uint8Array.of(1, 2) };
    const result = await client.request(api.cbor, given);
    expect(result.bodyOrThrow()).toEqual(given);
    expect(result.response.headers.get("content-type")).toBe("application/cbor");
  });

  test("is validated by its schema, and answered as the client asks", async () => {
    const client = createClient({ fetch: server.fetch });
    const rows = [
      { name: "Ada", age: 36 },
      { name: "Grace", age: 85 },
    ];
    const first = await client.request(api.table, rows);
    expect(first.response.headers.get("content-type")).toBe("application/json");
    expect(first.bodyOrThrow()).toEqual(rows);
    const csv = await server.fetch("http://localhost/v1/table", {
      method: "PUT",
      headers: { "content-type": "text/csv; charset=utf-8", accept: "text/csv" },
      body: "Ada,36\r\nGrace,85",
    });
    expect([csv.status, await csv.text()]).toEqual([200, "Ada,36\r\nGrace,85"]);
    const wrong = await server.fetch("http://localhost/v1/table", {
      method: "PUT",
      headers: { "content-type": "text/csv" },
      body: "Ada,old",
    });
    expect(await wrong.json()).toMatchObject({ status: 400, errors: [{ pointer: "/0/age" }] });
    const latin = await server.fetch("http://localhost/v1/table", {
      method: "PUT",
      headers: { "content-type": "text/csv; charset=latin1" },
      body: "Ada,36",
    });
    expect(latin.status).toBe(415);
  });

  test.each([
    ["application/vnd.rows+json", "none"],
    ["application/vnd.rows+json; charset=utf-8", "none"],
    ["application/vnd.rows+json; version=1", "1"],
    ['application/vnd.rows+json; Version="2"; charset=UTF-8', "2"],
    ["application/vnd.rows+json; version=3", "none"],
  ])("of one type are told apart by their parameters: %s", async (contentType, read) => {
    const versions = rootResource({
      negotiated: put("negotiated").request<unknown>().response<unknown>(),
      either: put("either")
        .request(oneOfBodies(body(versioned("1")), body(versioned("2")), body(versioned())))
        .response<unknown>(),
    });
    const codecs = [versioned("1"), versioned("2"), versioned()];
    const server = createServer({ codecs: [...codecs, json()] });
    server.route(versions, {
      negotiated: ({ body: given }) => given,
      either: ({ body: given }) => given,
    });
    for (const path of ["negotiated", "either"]) {
      const answer = await server.fetch(`http://localhost/${path}`, {
        method: "PUT",
        headers: { "content-type": contentType, accept: "application/json" },
        body: "[]",
      });
      expect([answer.status, await answer.json()]).toEqual([200, read]);
    }
  });
});
