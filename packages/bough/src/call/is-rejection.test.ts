// A call that is refused in the format of its root, by a server of ours and by any other.
import {
  body,
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
} from "bough";
import { head } from "bough/existing";
import { createClient, isRejection, RejectionError } from "bough/client";
import { createServer } from "bough/server";
import type { Rejected } from "bough/types";
import { describe, expect, test } from "vitest";
import { z } from "zod";

interface Errors {
  readonly errors: { readonly body: readonly string[] };
}

const NotFound = failure("not-found", 404);
const Conflict = failure(409).body<{ readonly holder: string }>();
const Short = failure(418);
const endpoints = {
  read: get().response<string>().failure(NotFound, Conflict),
  send: post().request<number>(),
  seen: head("seen").failure(Short),
  none: get("none"),
};
const api = rootResource("api", { rejections: type<Errors>() }, endpoints);
const checked = rootResource(
  "api",
  { rejections: z.object({ errors: z.object({ body: z.array(z.string()) }) }) },
  endpoints,
);
const nested = rootResource(
  "outer",
  { rejections: type<Errors>() },
  {
    api: rootResource("api", endpoints),
    items: staticResource("items", { item: dynamicResource("item", integer(), endpoints) }),
  },
);

const JSON_TYPE = { "content-type": "application/json" };
const PROBLEM = { "content-type": "application/problem+json" };
const body422 = { errors: { body: ["is bad"] } };

async function caught(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    return { answered: await call };
  } catch (error) {
    return error;
  }
}

function answering(content: unknown, status: number, headers: Record<string, string> = JSON_TYPE) {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return createClient({
    baseUrl: "http://h",
    fetch: async () => new Response(text, { status, headers }),
  });
}

describe("a server of ours", () => {
  const server = createServer();
  const say = ({ status, errors }: Rejected): Errors => ({
    errors: { body: [`${status}`, ...errors.map(({ message }) => message)] },
  });
  server.rejections(api, (rejection, { respond }) =>
    respond(say(rejection), { status: rejection.status === 400 ? 422 : rejection.status }),
  );
  server.route(api.read, ({ fail }) => fail(NotFound));
  server.route(api.send, () => undefined);
  const client = createClient({ fetch: server.fetch });

  test("is read in its format, whatever status it gives", async () => {
    const error = await caught(client.request(api.send, "text" as never));
    expect(error).toMatchObject({ answered: { ok: true } });
    const other = createClient({
      fetch: (url, init) => server.fetch(url, { ...init, body: "{" }),
    });
    const refused = await caught(other.request(api.send, 1));
    expect(isRejection(refused, api)).toBe(true);
    expect(refused).toBeInstanceOf(RejectionError);
    expect(refused).toMatchObject({
      status: 422,
      type: "urn:bough:invalid-request",
      title: undefined,
      detail: undefined,
      errors: [],
      body: { errors: { body: ["400", "must be valid JSON"] } },
      message: "POST http://localhost/api: rejected with 422 urn:bough:invalid-request: see body",
    });
  });

  test("declared failures stay what they are", async () => {
    const result = await client.request(api.read);
    expect(result.failedWith(NotFound)).toBe(true);
  });

  test("501 is a rejection, to HEAD one without a body", async () => {
    const refused = await caught(client.request(api.none));
    expect(isRejection(refused, api) && refused.body).toEqual({ errors: { body: ["501"] } });
    const seen = await caught(client.request(api.seen));
    expect(seen).toMatchObject({
      name: "RejectionError",
      status: 501,
      body: undefined,
      message: "HEAD http://localhost/api/seen: rejected with 501 urn:bough:not-implemented",
    });
    expect(isRejection(seen, api)).toBe(false);
  });

  test("HEAD has no body in a text format, either", async () => {
    const inText = rootResource("text", { rejections: plainText() }, { seen: head("seen") });
    const server = createServer({ onError: () => undefined });
    server.rejections(inText, ({ title }) => title);
    server.route(inText.seen, () => {
      throw new Error("broken");
    });
    const seen = await caught(createClient({ fetch: server.fetch }).request(inText.seen));
    expect(seen).toMatchObject({ name: "RejectionError", status: 500, body: undefined });
    expect(isRejection(seen, inText)).toBe(false);
  });
});

describe("the header", () => {
  const SLUG = { ...JSON_TYPE, "bough-rejection": "not-found" };

  test("goes before declared failures", async () => {
    for (const status of [404, 409]) {
      const refused = await caught(answering(body422, status, SLUG).request(api.read));
      expect(isRejection(refused, api) && refused.body).toEqual(body422);
      expect(refused).toMatchObject({ type: "urn:bough:not-found" });
    }
  });

  test.each([
    ["that does not decode", "{", SLUG, checked],
    ["of another media type", "<p>", { ...SLUG, "content-type": "text/html" }, checked],
    ["that the schema refuses", { errors: 1 }, SLUG, checked],
    ["of a root that declares none", body422, SLUG, rootResource("api", endpoints)],
  ])("makes a rejection without a body of content %s", async (_, content, headers, root) => {
    const refused = await caught(answering(content, 404, headers).request(root.read));
    expect(refused).toMatchObject({
      name: "RejectionError",
      type: "urn:bough:not-found",
      body: undefined,
      message:
        "GET http://h/api: rejected with 404 urn:bough:not-found; is the server's basePath the path of baseUrl?",
    });
    expect(isRejection(refused, checked)).toBe(false);
  });
});

describe("a server that is not Bough", () => {
  test("is read by the failures first, by the root last", async () => {
    const conflict = await answering({ holder: "a" }, 409).request(api.read);
    expect(conflict.failedWith(Conflict)).toBe(true);
    const refused = await caught(answering(body422, 422).request(api.read));
    expect(isRejection(refused, api) && refused.body).toEqual(body422);
    expect(refused).toMatchObject({
      status: 422,
      type: "about:blank",
      message: "GET http://h/api: rejected with 422 about:blank: see body",
    });
  });

  test.each<[object, string]>([
    [{ message: "Name is taken" }, ": Name is taken"],
    [{ error: { code: 7, message: "Name is taken" } }, ": Name is taken"],
    [{ error: "Name is taken", code: 7 }, ": Name is taken"],
    [{ message: 1, error: null }, ": see body"],
  ])("may say what is wrong in its own format: %#", async (body, told) => {
    const own = rootResource("own", { rejections: type<unknown>() }, { read: get() });
    const refused = await caught(answering(body, 422).request(own.read));
    expect(refused).toMatchObject({
      message: `GET http://h/own: rejected with 422 about:blank${told}`,
    });
  });

  test.each([
    ["another media type", "<p>", 502, { "content-type": "text/html" }],
    ["what the schema refuses", { message: "Bad gateway" }, 502, JSON_TYPE],
    ["what does not decode", "{", 502, JSON_TYPE],
    ["a success that is not declared", body422, 201, JSON_TYPE],
    ["a redirect", body422, 302, JSON_TYPE],
  ])("is unexpected with %s", async (_, content, status, headers) => {
    expect(await caught(answering(content, status, headers).request(checked.read))).toMatchObject({
      name: "UnexpectedResponseError",
    });
  });

  test("an answer that is larger than a client reads is unexpected", async () => {
    const client = createClient({
      limits: { body: 5 },
      fetch: async () => Response.json(body422, { status: 422 }),
      baseUrl: "http://h",
    });
    expect(await caught(client.request(api.read))).toMatchObject({
      name: "UnexpectedResponseError",
    });
  });
});

test("problem details stay problem details", async () => {
  const problem = { type: "urn:bough:invalid-request", title: "Bad Request", errors: [] };
  const refused = await caught(answering(problem, 400, PROBLEM).request(api.read));
  expect(refused).toMatchObject({ title: "Bad Request", body: undefined });
  expect(isRejection(refused, api)).toBe(false);
});

test("a format of its own is read by its codec", async () => {
  const vendor = body<Errors>({ ...json(), mediaType: "application/vnd.own+json" });
  const own = rootResource("api", { rejections: vendor }, endpoints);
  const text = rootResource("api", { rejections: plainText() }, endpoints);
  const bare = failure(404).body<string>();
  const mixed = rootResource("api", { rejections: plainText() }, { read: get().failure(bare) });
  const type = "application/vnd.own+json";
  const refused = await caught(answering(body422, 422, { "content-type": type }).request(own.read));
  expect(isRejection(refused, own) && refused.body).toEqual(body422);
  for (const root of [text, mixed]) {
    const said = await caught(
      answering("no", 404, { "content-type": "text/plain" }).request(root.read),
    );
    expect(isRejection(said, text) || isRejection(said, mixed)).toBe(true);
    expect(said).toMatchObject({ body: "no" });
  }
});

test("isRejection tells roots apart, and takes anything", async () => {
  const refused = await caught(answering(body422, 422).request(api.read));
  expect(isRejection(refused, checked)).toBe(false);
  expect(isRejection(new Error("x"), api)).toBe(false);
  expect(isRejection(undefined, api)).toBe(false);
  for (const endpoint of [nested.api.read, nested.items.item(1).read]) {
    const below = await caught(answering(body422, 422).request(endpoint));
    expect(isRejection(below, nested)).toBe(true);
    expect(isRejection(below, api)).toBe(false);
  }
});
