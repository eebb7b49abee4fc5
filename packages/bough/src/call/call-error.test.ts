import { dynamicResource, failure, get, post, rootResource, string, type } from "bough";
import { createClient } from "bough/client";
import { describe, expect, test } from "vitest";

const Gone = failure("gone", 410);
const api = rootResource("v1", {
  add: post("add").request<unknown>().response(type<unknown>()).failure(Gone),
});
const FORGED = "no\r\n2026-01-01 INFO all is well\u001B[2J\u009B2J";

async function errorOf(status: number, mediaType: string, body: string): Promise<Error> {
  const headers = { "content-type": mediaType };
  const client = createClient({ fetch: async () => new Response(body, { status, headers }) });
  try {
    await client.request(api.add, {}).bodyOrThrow();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}

function problem(status: number, members: object): Promise<Error> {
  return errorOf(status, "application/problem+json", JSON.stringify({ status, ...members }));
}

describe("the text of an error", () => {
  test("is one line that a terminal shows as it is, whatever was answered", async () => {
    const shown = "no%0D%0A2026-01-01 INFO all is well%1B[2J%C2%9B2J";
    const told = { type: "urn:bough:invalid-request", title: "Bad Request" };

    const rejected = await problem(400, { ...told, errors: [{ in: "body", message: FORGED }] });
    expect(rejected.message).toBe(
      `POST http://localhost/v1/add: rejected with 400 urn:bough:invalid-request: body ${shown}`,
    );
    expect((await problem(400, { ...told, detail: FORGED })).message).toBe(
      `POST http://localhost/v1/add: rejected with 400 urn:bough:invalid-request: ${shown}`,
    );
    expect((await problem(410, { type: "urn:problem-type:gone", title: FORGED })).message).toBe(
      `POST http://localhost/v1/add: failed with 410 gone: ${shown}`,
    );
    expect((await errorOf(200, "text/\u009B2J", "")).message).toBe(
      "POST http://localhost/v1/add: received 200 text/%C2%9B2J, expected application/json: see text",
    );
    expect((await errorOf(200, "application/json", "\u001B[2J")).message).not.toContain("\u001B");
  });

  test("has origin and base path of the client, and the template without ids and query", async () => {
    const found = rootResource("v1", {
      user: dynamicResource("user", {
        find: get().parameters({ token: string() }).response<string>(),
      }),
    });
    const fetch = (): Promise<Response> => Promise.resolve(new Response("", { status: 404 }));
    for (const baseUrl of ["http://localhost/api", "http://localhost/api/"]) {
      const client = createClient({ baseUrl, fetch });
      const call = client.request(found.user("ada").find, { parameters: { token: "s3cret" } });
      await expect(call).rejects.toThrow("GET http://localhost/api/v1/{user}: received 404");
    }
  });

  test("is only the text: its facts are what was answered", async () => {
    const errors = [{ in: "body", pointer: "/a", message: FORGED }];
    const error = await problem(400, { type: "urn:bough:invalid-request", title: FORGED, errors });
    expect(error).toMatchObject({ title: FORGED, errors });
  });
});
