// An error format of one's own: what the server writes, what the client reads, and what is refused.
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import {
  dynamicResource,
  failure,
  get,
  integer,
  json,
  noBody,
  post,
  rootResource,
  staticResource,
  twoWay,
  type,
  verify,
} from "bough";
import { errorFormat, head } from "bough/existing";
import type { AnyFailure } from "bough";
import { createClient, isRejection } from "bough/client";
import type { Fetch } from "bough/client";
import { createServer, HandlerError } from "bough/server";
import type { ServerOptions } from "bough/server";
import type { AnyErrorFormat, ErrorWriter } from "bough/types";

interface ApiError {
  error: { code: string; message: string; details?: unknown };
}

const NotFound = failure("booking-not-found", 404);
const Overlap = failure("overlap", 409, { code: 40901 })
  .body<{ with: string }>()
  .headers({ "x-tries": integer() });
const Taken = failure("taken", 409).body(z.object({ by: z.string() }));
const Gone = failure("gone", 410).bare<{ since: string }>();
const Locked = failure("locked", 423).bare(noBody);
const Range = failure("5XX").body<{ trouble: string }>();

const booking = dynamicResource("booking", integer(), {
  find: get().response<{ id: number }>().failure(NotFound, Overlap, Taken, Gone, Locked, Range),
  look: head("look").failure(NotFound, Overlap, Taken),
  book: post()
    .request(z.object({ from: z.string() }))
    .response<string>(),
});
const errors = errorFormat(type<ApiError>(), { code: "error.code", data: "error.details" });
const v1 = rootResource("v1", { errors }, { booking });
const old = rootResource("old", { booking });

const write: ErrorWriter<typeof v1> = ({ code, title, detail, data, errors: issues }) => ({
  error: { code, message: detail ?? title, details: data ?? issues },
});

function serve(
  failing: (id: number, fail: (...given: never[]) => never) => unknown = () => undefined,
  { writer = write, ...options }: ServerOptions & { writer?: ErrorWriter<typeof v1> } = {},
) {
  const onError = vi.fn();
  const server = createServer({ onError, ...options });
  server.errors(v1, writer);
  for (const root of [v1, old]) {
    server.route(root.booking.find, ({ ids, fail }) => {
      failing(ids.booking, fail);
      return { id: ids.booking };
    });
    server.route(root.booking.look, ({ fail }) => fail(NotFound));
    server.route(root.booking.book, () => "booked");
  }
  return { server, onError, client: createClient({ fetch: server.fetch }) };
}

/** A client of a server that sends this one response. */
function answered(body: unknown, status: number, headers: Record<string, string> = {}) {
  const fetch: Fetch = async () =>
    new Response(
      body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
      {
        status,
        headers: { "content-type": "application/json", ...headers },
      },
    );
  return createClient({ fetch, baseUrl: "http://api.test" });
}

describe("a declared failure", () => {
  test("has the body that the function writes, and keeps its name", async () => {
    const { server, client } = serve((_id, fail) => (fail as Fail)(NotFound));
    const response = await server.fetch(new Request("http://localhost/v1/1"));
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "application/json",
    ]);
    expect(response.headers.get("bough-rejection")).toBeNull();
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      error: { code: "booking-not-found", message: "Booking not found", details: [] },
    });
    const result = await client.request(v1.booking(1).find);
    expect(result.failedWith(NotFound) && result.failure).toEqual({
      name: "booking-not-found",
      status: 404,
      title: "Booking not found",
      body: undefined,
      errorBody: {
        error: { code: "booking-not-found", message: "Booking not found", details: [] },
      },
    });
    await expect(client.request(v1.booking(1).find).bodyOrThrow()).rejects.toMatchObject({
      name: "FailureError",
      failure: { errorBody: { error: { code: "booking-not-found" } } },
    });
    expect(await client.request(v1.booking(1).find).bodyOrNull(NotFound)).toBeNull();
  });

  test("has its data, its headers, and the code that its option names", async () => {
    const { client } = serve((_id, fail) =>
      (fail as Fail)(Overlap, { with: "7" }, { detail: "no room", headers: { "x-tries": 3 } }),
    );
    const result = await client.request(v1.booking(1).find);
    expect(result.failedWith(Overlap) && [result.headers, result.failure.body]).toEqual([
      { "x-tries": 3 },
      { with: "7" },
    ]);
    expect(!result.ok && result.failure.errorBody).toEqual({
      error: { code: 40901, message: "no room", details: { with: "7" } },
    });
  });

  test("has the data as their schema gives them", async () => {
    const { client } = serve((_id, fail) => (fail as Fail)(Taken, { by: "ada", secret: 1 }));
    const result = await client.request(v1.booking(1).find);
    expect(!result.ok && result.failure.body).toEqual({ by: "ada" });
  });

  test("stays problem details below another root", async () => {
    const { server, client } = serve((_id, fail) =>
      (fail as Fail)(Overlap, { with: "7" }, { headers: { "x-tries": 3 } }),
    );
    const response = await server.fetch(new Request("http://localhost/old/1"));
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ type: "urn:problem-type:overlap", with: "7" });
    const result = await client.request(old.booking(1).find);
    expect(!result.ok && [result.failure.name, result.failure.errorBody]).toEqual([
      "overlap",
      undefined,
    ]);
  });

  test("that is bare is sent as it is", async () => {
    const { server, client } = serve((id, fail) =>
      id === 1 ? (fail as Fail)(Gone, { since: "May" }) : (fail as Fail)(Locked),
    );
    const response = await server.fetch(new Request("http://localhost/v1/1"));
    expect(await response.json()).toEqual({ since: "May" });
    const gone = await client.request(v1.booking(1).find);
    expect(!gone.ok && [gone.failure.name, gone.failure.body, gone.failure.errorBody]).toEqual([
      "gone",
      { since: "May" },
      undefined,
    ]);
    const locked = await client.request(v1.booking(2).find);
    expect(!locked.ok && locked.failure.name).toBe("locked");
  });

  test("is found by its status alone in a response to HEAD", async () => {
    const { client } = serve();
    const result = await client.request(v1.booking(1).look);
    expect(!result.ok && [result.failure.name, result.failure.errorBody]).toEqual([
      "booking-not-found",
      undefined,
    ]);
    await expect(answered(undefined, 409).request(v1.booking(1).look)).rejects.toMatchObject({
      name: "UnexpectedResponseError",
    });
  });
});

describe("the function of errors", () => {
  const seen = (writer: ErrorWriter<typeof v1> = write) => {
    const calls: unknown[] = [];
    const record: ErrorWriter<typeof v1> = (error, call) => {
      calls.push(error);
      return writer(error, call);
    };
    return { calls, record };
  };

  test("gets everything of a failure", async () => {
    const { calls, record } = seen();
    const { client } = serve(
      (_id, fail) =>
        (fail as Fail)(
          Overlap,
          { with: "7" },
          { detail: "d", instance: "/i", headers: { "x-tries": 3 } },
        ),
      { writer: record },
    );
    await client.request(v1.booking(1).find);
    expect(calls).toEqual([
      {
        kind: "failure",
        name: "overlap",
        code: 40901,
        type: "urn:problem-type:overlap",
        status: 409,
        title: "Overlap",
        detail: "d",
        instance: "/i",
        data: { with: "7" },
        errors: [],
      },
    ]);
  });

  test("gets everything of a rejection", async () => {
    const { calls, record } = seen();
    const { server, client } = serve(undefined, { writer: record });
    const sent = new Request("http://localhost/v1/1", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    const response = await server.fetch(sent);
    expect([response.status, response.headers.get("bough-rejection")]).toEqual([
      400,
      "invalid-request",
    ]);
    expect(calls).toMatchObject([
      {
        kind: "rejection",
        name: "invalid-request",
        code: "invalid-request",
        type: "urn:bough:invalid-request",
        status: 400,
        title: "Bad Request",
        instance: undefined,
        data: undefined,
        errors: [{ in: "body", pointer: "/from" }],
      },
    ]);
    // @ts-expect-error - the server refuses it
    const refused = await client.request(v1.booking(1).book, { from: 1 }).then(undefined, String);
    expect(refused).toContain("RejectionError");
  });

  test("writes the 500 of a handler that throws, and unknown paths", async () => {
    const { server } = serve(() => {
      throw new Error("broken");
    });
    const response = await server.fetch(new Request("http://localhost/v1/1"));
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: { code: "internal-server-error", message: "Internal Server Error", details: [] } },
    ]);
    const unknown = await server.fetch(new Request("http://localhost/v1/a/b"));
    expect(await unknown.json()).toMatchObject({ error: { code: "not-found" } });
  });

  test("may add headers, and answer a rejection with another status", async () => {
    const { server } = serve((_id, fail) => (fail as Fail)(NotFound), {
      writer: (error, call) =>
        call.respond(write(error, call) as ApiError, {
          headers: { "x-trace": call.header("x-trace") },
          ...(error.kind === "rejection" && { status: 418 }),
        }),
    });
    const request = (path: string) =>
      server.fetch(new Request(`http://localhost${path}`, { headers: { "x-trace": "t" } }));
    const failed = await request("/v1/1");
    expect([failed.status, failed.headers.get("x-trace")]).toEqual([404, "t"]);
    const refused = await request("/v1/x");
    expect([refused.status, refused.headers.get("x-trace")]).toEqual([418, "t"]);
  });

  test.each([
    ["another code", () => ({ error: { code: "other", message: "", details: { with: "7" } } })],
    ["no code", () => ({}) as ApiError],
    ["no data", ({ code }) => ({ error: { code, message: "" } })],
    ["other data", ({ code }) => ({ error: { code, message: "", details: { with: "8" } } })],
    ["fewer data", ({ code }) => ({ error: { code, message: "", details: {} } })],
    [
      "another status",
      (error, call) => call.respond(write(error, call) as ApiError, { status: 400 }),
    ],
    ["a promise", (async () => ({})) as never],
  ] satisfies [string, ErrorWriter<typeof v1>][])(
    "that writes %s for a failure leaves a 500 in problem details",
    async (_what, writer) => {
      const { server, onError } = serve(
        (_id, fail) => (fail as Fail)(Overlap, { with: "7" }, { headers: { "x-tries": 3 } }),
        { writer },
      );
      const response = await server.fetch(new Request("http://localhost/v1/1"));
      expect([response.status, response.headers.get("content-type")]).toEqual([
        500,
        "application/problem+json",
      ]);
      expect(response.headers.get("x-tries")).toBeNull();
      expect(await response.json()).toEqual({
        type: "urn:bough:internal-server-error",
        title: "Internal Server Error",
        status: 500,
      });
      expect(onError.mock.calls.map(([error]) => error)).toEqual([expect.any(HandlerError)]);
    },
  );

  test("that throws for a failure leaves a 500 in problem details", async () => {
    const broken = new Error("broken");
    const { server, onError } = serve((_id, fail) => (fail as Fail)(NotFound), {
      writer: () => {
        throw broken;
      },
    });
    const response = await server.fetch(new Request("http://localhost/v1/1"));
    expect([response.status, await response.json()]).toMatchObject([500, { status: 500 }]);
    expect(onError.mock.calls[0]?.[0]).toBe(broken);
  });

  test("names what it left out", async () => {
    const { server, onError } = serve(
      (_id, fail) => (fail as Fail)(Overlap, { with: "7" }, { headers: { "x-tries": 3 } }),
      { writer: () => ({ error: { code: "40901", message: "" } }) },
    );
    await server.fetch(new Request("http://localhost/v1/1"));
    expect(String(onError.mock.calls[0]?.[0])).toBe(
      'HandlerError: errors of /v1: the failure "overlap" has the code 40901, but its body has "40901" at "error.code"',
    );
  });

  test("may copy the data, and a schema may copy the body", async () => {
    const Format = z.object({
      error: z.object({ details: z.object({ with: z.string() }).optional(), code: z.number() }),
    });
    const root = rootResource(
      "s",
      { errors: errorFormat(Format, { code: "error.code", data: "error.details" }) },
      { find: get().failure(Overlap) },
    );
    const server = createServer();
    server.errors(root, ({ code, data }) => ({
      error: { code: Number(code), details: data && { ...data }, more: 1 },
    }));
    server.route(root.find, ({ fail }) =>
      fail(Overlap, { with: "7" }, { headers: { "x-tries": 1 } }),
    );
    const result = await createClient({ fetch: server.fetch }).request(root.find);
    expect(!result.ok && [result.failure.body, result.failure.errorBody]).toEqual([
      { with: "7" },
      { error: { code: 40901, details: { with: "7" } } },
    ]);
  });
});

describe("an error format without a code", () => {
  const Missing = failure("missing", 404).body<{ id: number }>();
  const Full = failure("full", 409);
  const root = rootResource(
    "n",
    { errors: errorFormat(type<{ message: string; data?: unknown }>(), { data: "data" }) },
    { find: get("find").failure(Missing, Full) },
  );

  test("tells failures apart by their status", async () => {
    const server = createServer();
    server.errors(root, ({ title, data }) => ({ message: title, data }));
    server.route(root.find, ({ fail }) => fail(Missing, { id: 1 }));
    const client = createClient({ fetch: server.fetch });
    const result = await client.request(root.find);
    expect(
      !result.ok && [result.failure.name, result.failure.body, result.failure.errorBody],
    ).toEqual(["missing", { id: 1 }, { message: "Missing", data: { id: 1 } }]);
    const other = answered({ message: "no" }, 418).request(root.find).bodyOrThrow();
    await expect(other).rejects.toMatchObject({ name: "RejectionError", body: { message: "no" } });
  });
});

describe("a client reads, in this order", () => {
  const find = v1.booking(1).find;

  test("a rejection of Bough", async () => {
    const body = { error: { code: "booking-not-found", message: "" } };
    const client = answered(body, 404, { "bough-rejection": "not-found" });
    const error = await client.request(find).then(undefined, (thrown: unknown) => thrown);
    expect(isRejection(error, v1) && [error.type, error.body]).toEqual([
      "urn:bough:not-found",
      body,
    ]);
    const own = answered({ own: 1 }, 404, { "bough-rejection": "not-found" });
    await expect(own.request(find)).rejects.toMatchObject({
      name: "RejectionError",
      body: { own: 1 },
    });
  });

  test("a failure by its code and status", async () => {
    const body = { error: { code: 40901, details: { with: "1" } } };
    const found = await answered(body, 409, { "x-tries": "1" }).request(find);
    expect(!found.ok && found.failure.name).toBe("overlap");
    for (const [code, status] of [
      [40901, 404],
      ["40901", 409],
      ["overlap", 409],
    ]) {
      const error = { error: { code } };
      await expect(answered(error, Number(status)).request(find)).rejects.toMatchObject({
        name: "RejectionError",
        type: "about:blank",
        body: error,
      });
    }
  });

  test("problem details", async () => {
    const problem = { type: "urn:problem-type:taken", title: "", by: "ada" };
    const client = answered(problem, 409, { "content-type": "application/problem+json" });
    const found = await client.request(find);
    expect(!found.ok && [found.failure.name, found.failure.body]).toEqual(["taken", { by: "ada" }]);
    const own = { type: "urn:bough:not-found", title: "Not Found", status: 404 };
    const rejected = answered(own, 404, { "content-type": "application/problem+json" });
    await expect(rejected.request(find)).rejects.toMatchObject({
      name: "RejectionError",
      body: undefined,
    });
  });

  test("bare failures and ranges, before the format with another code", async () => {
    const gone = await answered({ error: { code: "x" }, since: "May" }, 410).request(find);
    expect(!gone.ok && [gone.failure.name, gone.failure.errorBody]).toEqual(["gone", undefined]);
    const range = await answered({ error: { code: "x" }, trouble: "t" }, 502).request(find);
    expect(!range.ok && range.failure.name).toBe("5XX");
  });

  test("nothing else", async () => {
    for (const [body, contentType] of [
      [{ message: "Bad Gateway" }, "application/json"],
      [{ error: { code: true } }, "application/json"],
      [{ error: "code" }, "application/json"],
      [null, "application/json"],
      ["<p>", "text/html"],
      ["{", "application/json"],
    ] as const) {
      const client = answered(body === null ? "null" : body, 404, { "content-type": contentType });
      await expect(client.request(find), JSON.stringify(body)).rejects.toMatchObject({
        name: "UnexpectedResponseError",
      });
    }
  });

  test("content in the format that sets a prototype is an error", async () => {
    const client = answered('{"error":{"code":"taken","message":"","__proto__":{}}}', 404);
    await expect(client.request(find)).rejects.toMatchObject({
      name: "InvalidResponseError",
      issues: [{ in: "body", message: expect.stringMatching(/must not set __proto__/) }],
    });
  });

  test("no inherited member as a code", async () => {
    const root = rootResource(
      "p",
      {
        errors: errorFormat(type<{ constructor: { name: string } }>({ unchecked: true }), {
          code: "constructor.name",
        }),
      },
      {
        find: get().failure(failure("Object", 404)),
      },
    );
    await expect(answered({}, 404).request(root.find)).rejects.toMatchObject({
      name: "UnexpectedResponseError",
    });
  });

  test("a media type of the format's own, also a list", async () => {
    const root = rootResource(
      "m",
      {
        errors: errorFormat(
          json(type<{ errors: { code: string; meta?: object | undefined }[] }>(), {
            mediaType: "application/vnd.api+json",
          }),
          { code: "errors.0.code", data: "errors.0.meta" },
        ),
      },
      { find: get().failure(Overlap) },
    );
    const server = createServer();
    server.errors(root, ({ code, data }) => ({ errors: [{ code, meta: data }] }));
    server.route(root.find, ({ fail }) =>
      fail(Overlap, { with: "1" }, { headers: { "x-tries": 1 } }),
    );
    const response = await server.fetch(new Request("http://localhost/m"));
    expect(response.headers.get("content-type")).toBe("application/vnd.api+json");
    const client = createClient({ fetch: server.fetch });
    const result = await client.request(root.find);
    expect(!result.ok && result.failure.body).toEqual({ with: "1" });
    const plain = answered({ errors: [{ code: 40901 }] }, 409).request(root.find);
    await expect(plain).rejects.toMatchObject({ name: "UnexpectedResponseError" });
  });

  test("a schema of the format, and a two-way one", async () => {
    const Format = twoWay({
      decode: (wire) => ({ code: (wire as { c: string }).c }),
      encode: ({ code }: { code: string }) => ({ c: code }),
    });
    const root = rootResource(
      "t",
      { errors: errorFormat(Format, { code: "code" }) },
      { find: get().failure(NotFound) },
    );
    const found = await answered({ c: "booking-not-found" }, 404).request(root.find);
    expect(!found.ok && found.failure.errorBody).toEqual({ code: "booking-not-found" });
    const strict = rootResource(
      "z",
      {
        errors: errorFormat(z.object({ code: z.string(), message: z.string() }), { code: "code" }),
      },
      {
        find: get().failure(NotFound),
      },
    );
    await expect(
      answered({ code: "booking-not-found" }, 404).request(strict.find),
    ).rejects.toMatchObject({
      name: "UnexpectedResponseError",
    });
  });
});

describe("verify", () => {
  const faultsOf = (root: unknown): string => {
    try {
      verify(root as typeof v1);
    } catch (error) {
      return String(error);
    }
    return "";
  };
  // The compiler finds some of these faults.
  const below = (format: AnyErrorFormat, ...failures: AnyFailure[]) =>
    rootResource("x", { errors: format as typeof errors } as object, {
      find: get("find").failure(...(failures as [typeof NotFound])),
    });

  test("accepts failures that their codes or statuses tell apart", () => {
    expect(faultsOf(v1)).toBe("");
    expect(faultsOf(old)).toBe("");
  });

  test.each([
    [
      "two failures of one status without a code",
      below(errorFormat(type<{ a: string }>()), failure("a", 409), failure("b", 409)),
      `the failures "a" and "b" have the status 409, but the error format doesn't name a code to tell them apart`,
    ],
    [
      "two failures of one code and status",
      below(errors, failure("a", 409, { code: 1 }), failure("b", 409, { code: 1 })),
      'the failures "a" and "b" have the code 1 and the status 409',
    ],
    [
      "the code and status of a rejection",
      below(errors, failure("not-found", 404)),
      'the failure "not-found" has the code "not-found" and the status 404 of a rejection',
    ],
    [
      "data without a path",
      below(errorFormat(type<ApiError>(), { code: "error.code" }), Overlap),
      `the failure "overlap" has data, but the error format doesn't name a path for it`,
    ],
    [
      "a code that JSON cannot write",
      below(errors, failure("a", 409, { code: NaN })),
      'the failure "a" has the code NaN',
    ],
  ])("finds %s", (_what, root, text) => {
    expect(faultsOf(root)).toContain(text);
  });

  test("compares with the failures of resources above, once", () => {
    const inherited = rootResource(
      "x",
      { errors, failures: [failure("a", 409, { code: 1 })] },
      {
        one: get("one").failure(failure("b", 409, { code: 1 })),
        two: get("two"),
      },
    );
    expect(faultsOf(inherited).match(/have the code/g)).toHaveLength(1);
  });

  test("accepts one code for two statuses, and the name of a rejection with another status or code", () => {
    const root = below(
      errors,
      failure("a", 409, { code: 1 }),
      failure("b", 410, { code: 1 }),
      failure("not-found", 410),
      failure("forbidden", 403, { code: "x" }),
    );
    expect(faultsOf(root)).toBe("");
  });

  test.each<[string, object, string]>([
    [
      "both options",
      { errors, rejections: type<ApiError>() },
      "declares both errors and rejections",
    ],
    [
      "a path of five steps",
      { errors: errorFormat(type<ApiError>(), { code: "a.b.c.d.e" as never }) },
      'the path of the code in its errors is "a.b.c.d.e"',
    ],
    [
      "an empty path",
      { errors: errorFormat(type<ApiError>(), { data: "" as never }) },
      'the path of the data in its errors is ""',
    ],
    [
      "data around the code",
      { errors: errorFormat(type<ApiError>(), { code: "error.code", data: "error" }) },
      'the path of the data in its errors, "error", contains the code',
    ],
    [
      "a body that is not JSON",
      { errors: errorFormat(noBody as never) },
      "its errors cannot have this body",
    ],
  ])("finds %s", (_what, options, text) => {
    expect(faultsOf(rootResource("x", options as never, { find: get() }) as never)).toContain(text);
  });

  test("finds errors that are not on a root", () => {
    const one = staticResource("x", { errors } as never, { find: get() });
    expect(faultsOf(one as never)).toContain("declares errors, but is not a root");
  });
});

describe("a server", () => {
  test("refuses to route before the function is there", () => {
    const server = createServer();
    expect(() => server.route(v1.booking.find, () => ({ id: 1 }))).toThrow(
      "is below a root that declares errors, but no function writes them\n  call server.errors(api, (error) => …) before route",
    );
  });

  test("refuses a root of another kind, and a second function", () => {
    const server = createServer();
    const rejecting = rootResource("r", { rejections: type<ApiError>() }, {});
    expect(() => server.errors(rejecting as never, write as never)).toThrow("declares no errors");
    expect(() => server.rejections(v1 as never, write as never)).toThrow("declares no rejections");
    expect(() => server.errors(v1, undefined as never)).toThrow("errors: pass a function");
    server.errors(v1, write);
    expect(() => server.errors(v1, write)).toThrow("has a function for its errors already");
  });

  test("tells observers how a failure ended", async () => {
    const seen: unknown[] = [];
    const observe: ServerOptions["observe"] = async (_request, next) => {
      const { failure: failed, rejection, status } = await next();
      seen.push([failed?.name, rejection, status]);
    };
    const good = serve((_id, fail) => (fail as Fail)(NotFound), { observe });
    await (await good.server.fetch(new Request("http://localhost/v1/1"))).text();
    const bad = serve((_id, fail) => (fail as Fail)(NotFound), {
      observe,
      writer: () => ({}) as never,
    });
    await (await bad.server.fetch(new Request("http://localhost/v1/1"))).text();
    expect(seen).toEqual([
      ["booking-not-found", undefined, 404],
      [undefined, "urn:bough:internal-server-error", 500],
    ]);
  });
});

type Fail = (failed: unknown, data?: unknown, options?: object) => never;
