// Failures and responses for a range of statuses, and bare failures with any body, on every host: the host
// changes neither status nor content, and an error format of the root applies to rejections only.
import {
  bytes,
  events,
  failure,
  get,
  integer,
  json,
  noBody,
  plainText,
  post,
  rootResource,
  string,
  type,
} from "bough";
import { oneOfBodies } from "bough/existing";
import { createClient, isRejection } from "bough/client";
import type { Routes } from "bough/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyHost } from "../support/node-hosts.ts";
import type { OpenHost } from "../support/node-hosts.ts";

interface Errors {
  readonly errors: readonly string[];
}
const SCIM = "application/scim+json";

const Client4 = failure("4XX").body(plainText()).headers({ "x-code": integer() });
const Server5 = failure("5XX");
const Other = failure("other").body<{ readonly code: number }>();
const Several = failure(403).body(
  oneOfBodies(
    json<{ readonly denied: string }>(),
    json(type<{ readonly denied: string }>(), { mediaType: SCIM }),
  ),
);
const Raw = failure(418).body(bytes("image/png"));
const Stream = failure(503).body(events(plainText()));

const api = rootResource(
  "api",
  { rejections: type<Errors>(), failures: [Other] },
  {
    ranges: get("ranges")
      .parameters({ kind: string(), status: integer() })
      .response(type<number>(), { status: "2XX" })
      .failure(Client4, Server5),
    rest: post("rest").request<{ readonly a: number }>().response<string>(),
    bodies: get("bodies")
      .parameters({ kind: string() })
      .response(noBody)
      .failure(Several, Raw, Stream),
  },
);

function register(routes: Routes): void {
  routes.rejections(api, ({ status, title }, { respond }) =>
    respond({ errors: [title] }, { status }),
  );
  routes.route(api.ranges, ({ parameters: { kind, status }, fail, respond }) => {
    if (kind === "client") fail(Client4, "näh", { status, headers: { "x-code": 7 } });
    if (kind === "server") fail(Server5, undefined, { status });
    if (kind === "thrown") throw new Error("not shown");
    return respond(status, { status });
  });
  routes.route(api.rest, ({ body, fail }) => fail(Other, { code: body.a }, { status: body.a }));
  routes.route(api.bodies, ({ parameters: { kind }, fail }) => {
    if (kind === "several") fail(Several, { denied: "no" });
    if (kind === "raw") fail(Raw, new Uint8Array([0, 255]));
    return fail(Stream, words());
  });
}
async function* words(): AsyncGenerator<string> {
  yield "one";
  yield "two";
}

describe.each(everyHost)("$name", ({ name, open }) => {
  // NestJS has its own words for exceptions.
  const failed = name.startsWith("NestJS")
    ? { statusCode: 500, message: "Internal server error" }
    : { errors: ["Internal Server Error"] };
  let host: OpenHost;
  let url: string;
  beforeAll(async () => {
    host = await open(register, { onError: () => undefined });
    url = `http://127.0.0.1:${host.port}`;
  });
  afterAll(() => host.close());
  const client = (accept?: string): ReturnType<typeof createClient> =>
    createClient({ baseUrl: url, headers: accept === undefined ? {} : { accept } });
  const submit = (content: string): Promise<Response> =>
    fetch(`${url}/api/rest`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: content,
    });

  test.each([400, 404, 413, 418, 499])(
    "sends the status %d of 4XX with its text",
    async (status) => {
      const answer = await fetch(`${url}/api/ranges?kind=client&status=${status}`);
      expect(answer.status).toBe(status);
      expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(answer.headers.get("bough-rejection")).toBeNull();
      expect(await answer.text()).toBe("näh");
      const result = await client().request(api.ranges, { parameters: { kind: "client", status } });
      expect(result).toMatchObject({
        ok: false,
        status,
        headers: { "x-code": 7 },
        failure: { name: "4XX", status, body: "näh" },
      });
    },
  );

  test.each([500, 503, 599])("sends the status %d of 5XX without content", async (status) => {
    const answer = await fetch(`${url}/api/ranges?kind=server&status=${status}`);
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      status,
      null,
      "",
    ]);
    const result = await client().request(api.ranges, { parameters: { kind: "server", status } });
    expect(result).toMatchObject({ ok: false, failure: { name: "5XX", status, body: undefined } });
  });

  test.each([200, 206, 299])("sends the status %d of 2XX", async (status) => {
    const result = await client().request(api.ranges, { parameters: { kind: "", status } });
    expect(result).toMatchObject({ ok: true, status, body: status });
  });

  test.each([400, 422, 500])("sends the status %d of an inherited failure", async (status) => {
    const answer = await submit(`{"a":${status}}`);
    expect([answer.status, await answer.json()]).toEqual([status, { code: status }]);
    const result = await client().request(api.rest, { a: status });
    expect(result).toMatchObject({ failure: { name: "other", status, body: { code: status } } });
  });

  test("sends rejections and exceptions in the format of the root, not as a failure", async () => {
    const refused = await submit("{");
    expect([refused.status, refused.headers.get("bough-rejection"), await refused.json()]).toEqual([
      400,
      "invalid-request",
      { errors: ["Bad Request"] },
    ]);
    const thrown = await fetch(`${url}/api/ranges?kind=thrown&status=0`);
    expect([thrown.status, await thrown.json()]).toEqual([500, failed]);
    if (!("errors" in failed)) return;
    const again = client().request(api.ranges, { parameters: { kind: "thrown", status: 0 } });
    const error = await again.then(undefined, (reason: unknown) => reason);
    expect(isRejection(error, api) && [error.status, error.body]).toEqual([500, failed]);
  });

  test("refuses a status outside the range with a 500", async () => {
    for (const [kind, status] of [
      ["client", 500],
      ["server", 404],
      ["", 404],
    ] as const) {
      const answer = await fetch(`${url}/api/ranges?kind=${kind}&status=${status}`);
      expect([answer.status, await answer.json()]).toEqual([500, failed]);
    }
  });

  test.each([
    [SCIM, SCIM],
    ["application/json", "application/json"],
    ["text/html", "application/json"], // a failure is never a 406
  ])("chooses the format of a failure by Accept: %s", async (accept, sent) => {
    const answer = await fetch(`${url}/api/bodies?kind=several`, { headers: { accept } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([403, sent]);
    expect(await answer.json()).toEqual({ denied: "no" });
  });

  test("sends bytes and events of a failure", async () => {
    const raw = await client().request(api.bodies, { parameters: { kind: "raw" } });
    if (!raw.failedWith(Raw)) throw new Error("another result");
    expect([...raw.failure.body]).toEqual([0, 255]);
    const stream = await client().request(api.bodies, { parameters: { kind: "stream" } });
    if (!stream.failedWith(Stream)) throw new Error("another result");
    const got: string[] = [];
    for await (const word of stream.failure.body) got.push(word);
    expect([stream.status, got]).toEqual([503, ["one", "two"]]);
  });
});
