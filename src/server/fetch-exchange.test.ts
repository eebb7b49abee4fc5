import { get, list, rootResource, string, type } from "bough";
import { createServer } from "bough/server";
import { describe, expect, test } from "vitest";

const api = rootResource("v1", {
  text: get("text").response<string>(),
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
