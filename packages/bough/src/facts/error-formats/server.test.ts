import {
  body,
  bytes,
  dynamicResource,
  failure,
  get,
  integer,
  json,
  plainText,
  post,
  rootResource,
  staticResource,
  type,
  type Codec,
  verify,
} from "bough";
import { oneOfBodies } from "bough/existing";
import { createClient } from "bough/client";
import { createServer, type ServerOptions, HandlerError, RouteError } from "bough/server";
import type { Rejected, FetchServer } from "bough/types";
import { describe, expect, test } from "vitest";
import { z } from "zod";

interface Errors {
  readonly errors: { readonly body: readonly string[] };
}

const Busy = failure("busy", 503);
const api = rootResource(
  "api",
  { rejections: type<Errors>() },
  {
    read: get("read").response<string>().failure(Busy),
    send: post("send").request<number>().response<number>(),
    open: get("open").response<string>(),
    items: staticResource("items", {
      item: dynamicResource("item", integer(), { find: get().response<number>() }),
    }),
  },
);
const plain = rootResource("plain", { read: get("read").response<string>() });

const PROBLEM = "application/problem+json";
const say = ({ status, title, errors }: Rejected): Errors => ({
  errors: { body: [`${status} ${title}`, ...errors.map(({ message }) => message)] },
});

interface Heard {
  readonly error: unknown;
  readonly template: string | undefined;
}

function serve(options: ServerOptions = {}): { server: FetchServer; heard: Heard[] } {
  const heard: Heard[] = [];
  const server = createServer({
    onError: (error, call) => heard.push({ error, template: call?.endpoint.template }),
    ...options,
  });
  return { server, heard };
}

function ask(server: FetchServer, path: string, init?: RequestInit): Promise<Response> {
  return server.fetch(`http://h${path}`, init);
}

function send(server: FetchServer, path: string, text: string, type = "application/json") {
  return ask(server, path, { method: "POST", body: text, headers: { "content-type": type } });
}

async function shown(response: Response): Promise<unknown> {
  return [response.status, response.headers.get("bough-rejection"), await response.json()];
}

describe("rejections below a root that declares them", () => {
  const { server, heard } = serve({ limits: { body: 20, target: 100 } });
  server.rejections(api, say);
  server.route(api.read, () => {
    throw new Error("own");
  });
  server.route(api.send, ({ body: value }) => value);
  server.route(api.items.item.find, ({ ids }) => ids.item);

  test.each([
    ["/api/none", {}, 404, "not-found", []],
    ["/api/items/x", {}, 404, "not-found", []],
    ["/api/send", {}, 405, "method-not-allowed", []],
    ["/api/open", {}, 501, "not-implemented", []],
    ["/api/send", { method: "BREW" }, 501, "not-implemented", []],
    ["/api/%zz", {}, 400, "invalid-request", ["the path must not have a broken escape"]],
    [`/api/${"a".repeat(100)}`, {}, 414, "uri-too-long", []],
    [
      "/api/read",
      { headers: { host: "a/b" } },
      400,
      "invalid-request",
      ["must be a plain host[:port]"],
    ],
    ["/api/read", { headers: { accept: "text/html" } }, 406, "not-acceptable", []],
    ["/api/read", {}, 500, "internal-server-error", []],
    // The only root.
    ["/", {}, 404, "not-found", []],
    ["/apix", {}, 404, "not-found", []],
  ])("%s %o is %i", async (path, init, status, slug, messages) => {
    const response = await ask(server, path, init);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const [title] = ((await response.clone().json()) as Errors).errors.body;
    expect(title).toMatch(new RegExp(`^${status} [A-Z]`));
    expect(await shown(response)).toEqual([
      status,
      slug,
      { errors: { body: [title, ...messages] } },
    ]);
  });

  test("a body that is too large, of another type, undecodable", async () => {
    const large = send(server, "/api/send", "1".repeat(30));
    expect(await shown(await large)).toEqual([
      413,
      "content-too-large",
      { errors: { body: ["413 Content Too Large"] } },
    ]);
    const other = await send(server, "/api/send", "1", "text/plain");
    expect(other.headers.get("accept")).toBe("application/json");
    expect(other.headers.get("bough-rejection")).toBe("unsupported-media-type");
    expect(await shown(await send(server, "/api/send", "{"))).toEqual([
      400,
      "invalid-request",
      { errors: { body: ["400 Bad Request", "must be valid JSON"] } },
    ]);
  });

  test("405 keeps Allow, HEAD has no body", async () => {
    const refused = await ask(server, "/api/send", { method: "HEAD" });
    expect(refused.headers.get("allow")).toBe("POST, OPTIONS");
    expect(refused.headers.get("bough-rejection")).toBe("method-not-allowed");
    expect(await refused.text()).toBe("");
  });

  test("onError hears of the exception alone", () => {
    expect(heard).toEqual([{ error: new Error("own"), template: "/api/read" }]);
  });
});

describe("the function", () => {
  test("gets the rejection and what is known of the request", async () => {
    const { server } = serve();
    const seen: unknown[] = [];
    server.rejections(api, (rejection, { endpoint, header, request }) => {
      seen.push([rejection, endpoint, header("X-Id"), request.url]);
      return say(rejection);
    });
    server.route(api.send, () => 1);
    const headers = { "x-id": "7", "content-type": "application/json" };
    await ask(server, "/api/send", { method: "POST", headers, body: "{" });
    await ask(server, "/api/none", { headers });
    expect(seen).toEqual([
      [
        {
          status: 400,
          type: "urn:bough:invalid-request",
          title: "Bad Request",
          detail: undefined,
          errors: [{ in: "body", pointer: "", message: "must be valid JSON" }],
        },
        api.send,
        "7",
        "http://h/api/send",
      ],
      [
        {
          status: 404,
          type: "urn:bough:not-found",
          title: "Not Found",
          detail: undefined,
          errors: [],
        },
        undefined,
        "7",
        "http://h/api/none",
      ],
    ]);
  });

  test("responds with another status and with headers", async () => {
    const { server } = serve();
    server.rejections(api, (rejection, { respond }) =>
      respond(say(rejection), {
        status: rejection.status === 405 ? 404 : 422,
        headers: { "x-a": ["1", "2"], "bough-rejection": "mine", "cache-control": "max-age=1" },
      }),
    );
    server.route(api.send, () => 1);
    const response = await send(server, "/api/send", "{");
    expect([...response.headers]).toEqual([
      ["bough-rejection", "invalid-request"],
      ["cache-control", "max-age=1"],
      ["content-length", "60"],
      ["content-type", "application/json"],
      ["x-a", "1, 2"],
      ["x-content-type-options", "nosniff"],
    ]);
    expect(response.status).toBe(422);
    const hidden = await ask(server, "/api/send");
    expect([hidden.status, hidden.headers.get("bough-rejection")]).toEqual([
      404,
      "method-not-allowed",
    ]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("own");
      },
      "own",
    ],
    [
      "gives what JSON cannot hold",
      () => 1n,
      "rejections of /api: the value cannot be encoded: a value of type bigint has no JSON form",
    ],
    [
      "gives nothing",
      () => undefined,
      "rejections of /api: the value cannot be encoded: a value of type undefined has no JSON form",
    ],
    [
      "is asynchronous",
      () => Promise.reject(new Error("late")),
      "rejections of /api: the function returned a promise: return the body itself",
    ],
    [
      "responds with a success",
      (_: unknown, { respond }: { respond: (body: unknown, options: object) => unknown }) =>
        respond({}, { status: 200 }),
      "rejections of /api: the function responded with status 200: pass one from 400 to 599",
    ],
    [
      "gives a header that none is",
      (_: unknown, { respond }: { respond: (body: unknown, options: object) => unknown }) =>
        respond({}, { headers: { "x-a": "a\nb" } }),
      'rejections of /api: the response header "x-a" has a name or a value that a header cannot have',
    ],
  ])("that %s leaves problem details, and onError hears of it", async (_, write, message) => {
    const { server, heard } = serve();
    server.rejections(api, write as never);
    server.route(api.send, () => 1);
    const missing = await ask(server, "/api/none");
    expect([missing.status, missing.headers.get("content-type")]).toEqual([404, PROBLEM]);
    expect(missing.headers.get("bough-rejection")).toBeNull();
    const refused = await send(server, "/api/send", "{");
    expect(await refused.json()).toMatchObject({ type: "urn:bough:invalid-request" });
    expect(heard).toEqual([
      { error: expect.objectContaining({ message }), template: undefined },
      { error: expect.objectContaining({ message }), template: "/api/send" },
    ]);
    if (message !== "own") {
      expect(heard[0]?.error).toBeInstanceOf(HandlerError);
      expect(heard[0]?.error).toHaveProperty("endpoint", undefined);
    }
  });

  test("is shared by all views of a server", async () => {
    const { server } = serve();
    server.guard(() => ({})).rejections(api, say);
    server.around((_, next) => next()).route(api.read, ({ fail }) => fail(Busy));
    expect((await ask(server, "/api/none")).headers.get("bough-rejection")).toBe("not-found");
    // A declared failure is none.
    const failed = await ask(server, "/api/read");
    expect(failed.headers.get("bough-rejection")).toBeNull();
    expect(await failed.json()).toMatchObject({ status: 503, type: "urn:problem-type:busy" });
  });

  test("replaces a header of the rejection that has the same name", async () => {
    const { server } = serve();
    server.rejections(api, (rejection, { respond }) =>
      respond(say(rejection), { headers: { Allow: "POST", "bough-rejection": "mine" } }),
    );
    server.route(api.send, () => 1);
    const refused = await ask(server, "/api/send", { method: "DELETE" });
    expect(refused.headers.get("allow")).toBe("POST");
    expect(refused.headers.get("bough-rejection")).toBe("method-not-allowed");
  });

  test("is asked for what a handler's read of a body comes to", async () => {
    const { server } = serve({ limits: { body: 3 } });
    server.rejections(api, say);
    server.route(api.send, ({ body: value }) => value);
    const stream = new Blob(["12345"]).stream();
    const response = await ask(server, "/api/send", {
      method: "POST",
      body: stream,
      headers: { "content-type": "application/json" },
      duplex: "half",
    } as RequestInit);
    expect([response.status, response.headers.get("bough-rejection")]).toEqual([
      413,
      "content-too-large",
    ]);
  });
});

describe("the body", () => {
  const Schema = z.object({ codes: z.array(z.string()).max(2), extra: z.undefined().optional() });
  const checked = rootResource("c", { rejections: Schema }, { read: get("read") });

  test("is what its schema makes of it", async () => {
    const { server, heard } = serve();
    server.rejections(checked, ({ status }) => ({ codes: [`${status}`], hidden: 1 }) as never);
    server.route(checked.read, () => undefined);
    expect(await (await ask(server, "/c/none")).json()).toEqual({ codes: ["404"] });
    expect(heard).toEqual([]);
  });

  test("that its schema refuses leaves problem details", async () => {
    const { server, heard } = serve();
    server.rejections(checked, () => ({ codes: ["a", "b", "c"] }));
    server.route(checked.read, () => undefined);
    expect((await ask(server, "/c/none")).headers.get("content-type")).toBe(PROBLEM);
    expect(heard[0]?.error).toMatchObject({
      code: "invalid-response",
      message:
        "rejections of /c: the body is refused by its schema\n  /codes Too big: expected array to have <=2 items",
    });
    const lenient = serve({ validateResponses: false });
    lenient.server.rejections(checked, () => ({ codes: ["a", "b", "c"] }));
    lenient.server.route(checked.read, () => undefined);
    expect((await ask(lenient.server, "/c/none")).headers.get("bough-rejection")).toBe("not-found");
  });

  test("whose schema is asynchronous, or throws, leaves problem details", async () => {
    for (const [schema, message] of [
      [
        Schema.refine(async () => true),
        "rejections of /c: the schema gave no result at once: use one that is synchronous",
      ],
      [
        type(
          {
            "~standard": {
              version: 1,
              vendor: "own",
              validate: () => {
                throw new Error("broken schema");
              },
            },
          } as unknown as typeof Schema,
          { unchecked: true },
        ),
        "broken schema",
      ],
    ] as const) {
      const { server, heard } = serve();
      const root = rootResource("c", { rejections: schema }, { read: get("read") });
      server.rejections(root, () => ({ codes: [] }));
      server.route(root.read, () => undefined);
      expect((await ask(server, "/c/none")).headers.get("content-type")).toBe(PROBLEM);
      expect(heard).toEqual([{ error: expect.objectContaining({ message }), template: undefined }]);
    }
  });

  test("goes through the codecs, by Accept", async () => {
    const upper: Codec = {
      mediaType: "text/x-upper",
      encode: (value) => JSON.stringify(value).toUpperCase(),
      decode: () => undefined,
    };
    const { server } = serve({ codecs: [json(), upper] });
    server.rejections(api, say);
    server.route(api.read, () => "");
    const first = await ask(server, "/api/none");
    expect(first.headers.get("content-type")).toBe("application/json");
    expect(first.headers.get("vary")).toBe("Accept");
    const second = await ask(server, "/api/none", { headers: { accept: "text/x-upper" } });
    expect(second.headers.get("content-type")).toBe("text/x-upper");
    expect(await second.text()).toBe('{"ERRORS":{"BODY":["404 NOT FOUND"]}}');
    // The client accepts none of the media types, so the server sends the first one.
    const refused = await ask(server, "/api/read", { headers: { accept: "text/html" } });
    expect(refused.headers.get("content-type")).toBe("application/json");
    expect(refused.headers.get("vary")).toBe("Accept");
  });

  test("has a media type of its own", async () => {
    const vendor = body<Errors>({ ...json(), mediaType: "application/vnd.api+json" });
    const typed = rootResource("t", { rejections: vendor }, { read: get("read") });
    const { server } = serve();
    server.rejections(typed, say);
    server.route(typed.read, () => undefined);
    const response = await ask(server, "/t/none");
    expect(response.headers.get("content-type")).toBe("application/vnd.api+json");
    expect(await response.json()).toEqual({ errors: { body: ["404 Not Found"] } });
  });

  test("is one of several, by Accept", async () => {
    const either = oneOfBodies(json<string>(), plainText());
    const root = rootResource("e", { rejections: either }, { read: get("read") });
    const { server } = serve();
    server.rejections(root, ({ title }) => title);
    server.route(root.read, () => undefined);
    const text = await ask(server, "/e/none", { headers: { accept: "text/plain" } });
    expect(await text.text()).toBe("Not Found");
    expect(text.headers.get("vary")).toBe("Accept");
    expect(await (await ask(server, "/e/none")).text()).toBe('"Not Found"');
    const client = createClient({
      fetch: async () => await ask(server, "/e/none", { headers: { accept: "text/plain" } }),
    });
    await expect(client.request(root.read)).rejects.toMatchObject({
      name: "RejectionError",
      body: "Not Found",
    });
  });
});

describe("several roots", () => {
  const outer = rootResource("o", { rejections: type<string>() }, { read: get("read") });
  const inner = rootResource("i", { rejections: type<number>() }, { read: get("read") });
  const tree = rootResource(
    "tree",
    { rejections: type<string>() },
    {
      read: get("read"),
      inner,
      tenants: dynamicResource("tenant", { version: rootResource("v 1", { read: get("read") }) }),
    },
  );
  const all = rootResource({ read: get("read") });
  const nothing = (): undefined => undefined;
  const of = async (server: FetchServer, path: string): Promise<unknown> => {
    const response = await ask(server, path);
    return response.headers.get("content-type") === PROBLEM ? "problem" : response.json();
  };

  test("an unknown path takes the format of the longest that it lies below", async () => {
    const { server } = serve({ basePath: "/base" });
    server.rejections(outer, () => "outer");
    server.rejections(tree, () => "tree");
    server.rejections(tree.inner, () => 1);
    server.route(outer.read, nothing);
    server.route(tree.read, nothing);
    server.route(tree.inner.read, nothing);
    server.route(plain.read, () => "");
    for (const [path, expected] of [
      ["/o/none", "outer"],
      ["/%6f/none", "outer"],
      ["/o", "outer"],
      ["/o/%zz", "outer"],
      ["/tree/none", "tree"],
      ["/tree/i/none", 1],
      ["/tree/i", 1],
      ["/tree/tenants/none", "tree"],
      ["/tree/tenants/a/v%201/none", "tree"],
      ["/tree/tenants/a/v%201/read", "tree"],
      ["/plain/none", "problem"],
      ["/none", "problem"],
      ["/oo", "problem"],
    ] as const) {
      expect([path, await of(server, `/base${path}`)]).toEqual([path, expected]);
    }
    expect(await of(server, "/o/none")).toBe("problem");
  });

  test("a root without a segment has what lies below no other", async () => {
    const { server } = serve();
    server.rejections(outer, () => "outer");
    server.route(outer.read, nothing);
    server.route(all.read, nothing);
    expect(await of(server, "/o/none")).toBe("outer");
    expect(await of(server, "/none")).toBe("problem");
  });

  test("a piece that names its parent stands below that root", async () => {
    const groups = staticResource("groups", outer, { list: get("list") });
    const { server } = serve();
    server.rejections(outer, () => "outer");
    server.route(groups.list, nothing);
    expect(await of(server, "/o/groups/none")).toBe("outer");
    expect(await of(server, "/o/groups/list/none")).toBe("outer");
    expect(await of(server, "/")).toBe("outer");
  });
});

describe("what is missing", () => {
  const caught = (run: () => unknown): unknown => {
    try {
      run();
    } catch (error) {
      return error;
    }
    return undefined;
  };

  test("route asks for the function", () => {
    const { server } = serve();
    const error = caught(() => server.route(api.read, () => ""));
    expect(error).toBeInstanceOf(RouteError);
    expect((error as Error).message).toBe(
      "GET /api/read\n  is below a root that declares rejections, but no function writes them\n  call server.rejections(api, (rejection) => …) before route",
    );
    expect(server.unrouted(api)).toHaveLength(4);
    server.route(plain.read, () => "");
  });

  test("a root has one function", () => {
    const { server } = serve();
    server.rejections(api, say);
    expect(caught(() => server.rejections(api, say))).toMatchObject({
      name: "RouteError",
      message: "/api\n  has a function for its rejections already\n  remove one of the two",
    });
  });

  test.each([
    [plain, "/plain\n  declares no rejections"],
    [api.items, "/api/items\n  declares no rejections"],
    [api.read, "rejections\n  declares no rejections"],
    [undefined, "rejections\n  declares no rejections"],
  ])("%o has nothing to write", (root, text) => {
    const { server } = serve();
    expect(caught(() => server.rejections(root as never, say as never))).toMatchObject({
      name: "RouteError",
      message: `${text}\n  pass a root that does: rootResource("api", { rejections: type<Errors>() }, { … })`,
    });
  });

  test("the function is one", () => {
    const { server } = serve();
    expect(() => server.rejections(api, "text" as never)).toThrow(
      new TypeError("rejections: pass a function, rejections(api, (rejection) => …)"),
    );
  });
});

test("cors exposes the header to pages", async () => {
  const { server } = serve({ cors: { origins: ["https://a.test"] } });
  server.rejections(api, say);
  server.route(api.read, () => "");
  const headers = { origin: "https://a.test" };
  const refused = await ask(server, "/api/none", { headers });
  expect(refused.headers.get("access-control-expose-headers")).toBe("bough-rejection");
  expect(refused.headers.get("access-control-allow-origin")).toBe("https://a.test");
  const answered = await ask(server, "/api/read", { headers });
  expect(answered.headers.get("access-control-expose-headers")).toBeNull();
});

describe("verify", () => {
  test.each([
    [
      () => rootResource("a", { rejections: "text" as never }, { read: get() }),
      "its rejections cannot have this body\n    use type<T>(), a schema or a body such as json()",
    ],
    [
      () => rootResource("a", { rejections: bytes() as never }, { read: get() }),
      "its rejections cannot have this body",
    ],
    [
      () =>
        rootResource("a", { rejections: oneOfBodies(json(), bytes()) as never }, { read: get() }),
      "its rejections cannot have this body",
    ],
    [
      () =>
        rootResource("a", { rejections: body({ ...json(), mediaType: "json" }) }, { read: get() }),
      'the body of its rejections has the invalid media type "json"',
    ],
    [
      () => staticResource("a", { rejections: type<string>() } as never, { read: get() }),
      "declares rejections, but is not a root",
    ],
  ])("finds %s", (declare, fault) => {
    expect(() => verify(declare() as never)).toThrow(fault);
  });
});
