import { bytes, get, list, rootResource, string, type } from "bough";
import { createServer } from "bough/server";
import { describe, expect, test, vi } from "vitest";

const api = rootResource("v1", {
  text: get("text").response<string>(),
  bytes: get("bytes").response(bytes()),
  empty: get("empty"),
  cookies: get("cookies").response(type<string>(), { headers: { "set-cookie": list(string()) } }),
});

const asked = (
  server: { readonly fetch: (url: string) => Promise<Response> },
  path: string,
): Promise<Response> => server.fetch(`http://h.test/v1/${path}`);

describe("a Response", () => {
  test.each(["a", "é€😀", "€".repeat(6_000)])("tells the bytes of its text %#", async (text) => {
    const server = createServer();
    server.route(api.text, () => text);
    const response = await asked(server, "text");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
    expect(new TextDecoder().decode(bytes)).toBe(JSON.stringify(text));
    expect([...response.headers.keys()].toSorted()).toEqual([
      "content-length",
      "content-type",
      "x-content-type-options",
    ]);
  });

  test.each([
    [
      "may grow",
      new Uint8Array(Reflect.construct(ArrayBuffer, [2, { maxByteLength: 4 }]) as ArrayBuffer),
    ],
    ["is shared", new Uint8Array(new SharedArrayBuffer(2))],
    ["is shared, as a Buffer", Buffer.from(new SharedArrayBuffer(2))],
  ])("has the bytes of memory that %s", async (_, content) => {
    const codec = { mediaType: "a/b", encode: () => content, decode: () => undefined };
    const server = createServer({ codecs: [codec] });
    server.route(api.text, () => "");
    server.route(api.bytes, () => content);
    for (const path of ["text", "bytes"]) {
      const response = await asked(server, path);
      expect([response.status, new Uint8Array(await response.arrayBuffer())]).toEqual([
        200,
        new Uint8Array(2),
      ]);
    }
  });

  test("is a 500 in place of one that the platform refuses", async () => {
    const taken = new Uint8Array(2);
    structuredClone(taken, { transfer: [taken.buffer] });
    const codec = { mediaType: "a/b", encode: () => taken, decode: () => undefined };
    const onError = vi.fn();
    const server = createServer({ codecs: [codec], onError, cors: { origins: "*" } });
    server.route(api.text, () => "");
    const response = await asked(server, "text");
    expect(response.status).toBe(500);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(onError).toHaveBeenCalledTimes(1);
  });

  test("tells its length where the name of that header is a value of another", async () => {
    const server = createServer();
    server.route(api.empty, ({ respond }) =>
      respond(undefined, {
        status: 200,
        headers: { "access-control-expose-headers": "content-length" },
      }),
    );
    expect((await asked(server, "empty")).headers.get("content-length")).toBe("0");
  });

  test("has every line of a header, and headers with the names of an object's members", async () => {
    const headers = {
      "set-cookie": ["a=1", "b=2"],
      "X-Own": "a",
      constructor: "b",
      ...(JSON.parse('{"__proto__":"c"}') as object),
    };
    const server = createServer();
    server.route(api.cookies, ({ respond }) => respond("a", { headers }));
    const response = await asked(server, "cookies");
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(["x-own", "constructor", "__proto__"].map((name) => response.headers.get(name))).toEqual(
      ["a", "b", "c"],
    );
    expect(response.headers.get("content-length")).toBe("3");
  });
});
