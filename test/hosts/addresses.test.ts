// Text around ids, verbs after a colon and slashes at the end, on every host.
import {
  dynamicResource,
  get,
  hrefOf,
  post,
  put,
  rootResource,
  segments,
  staticResource,
  string,
} from "bough";
import { endpointAt } from "bough/contract";
import { createServer } from "bough/server";
import type { Routes } from "bough/server";
import type { TrailingSlashMismatch } from "bough/types";
import fastify from "fastify";
import { routing as routingOnFastify } from "bough/fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyHost } from "../support/node-hosts.ts";
import { exchangeRaw, linesOf } from "../support/raw-client.ts";

const api = rootResource(
  "api",
  { trailingSlash: true },
  {
    home: get().response<string>(),
    batch: post(":batch").response<string>(),
    pages: staticResource("pages", {
      list: get().response<string>(),
      page: dynamicResource("page", { show: get().response<string>() }),
    }),
    topics: staticResource(
      "topics",
      { trailingSlash: false },
      {
        batch: post(":batchGet").response<string>(),
        json: dynamicResource(
          "sid",
          { type: string(), suffix: ".json" },
          { show: get().response<string>(), text: put().request<string>().response<string>() },
        ),
        version: dynamicResource("version", { prefix: "v-" }, { show: get().response<string>() }),
        topic: dynamicResource("topic", {
          show: get().response<string>(),
          publish: post(":publish").response<string>(),
        }),
      },
    ),
    files: staticResource(
      "files",
      { trailingSlash: false },
      {
        at: dynamicResource(
          "path",
          { type: segments(), suffix: ".git" },
          { show: get().response<string>(), copy: post(":copy").response<string>() },
        ),
      },
    ),
    // `/api/both` and `/api/both/` are two addresses.
    plain: staticResource("both", { trailingSlash: false }, { show: get().response<string>() }),
    slashed: staticResource("both", { show: get().response<string>() }),
  },
);

function register(routes: Routes): void {
  routes.route(api.home, () => "home");
  routes.route(api.batch, () => "batch");
  routes.route(api.pages.list, () => "pages");
  routes.route(api.pages.page.show, ({ ids }) => `page ${ids.page}`);
  routes.route(api.topics.batch, () => "batchGet");
  routes.route(api.topics.json.show, ({ ids }) => `json ${ids.sid}`);
  routes.route(api.topics.json.text, ({ ids, body }) => `${ids.sid} ${body}`);
  routes.route(api.topics.version.show, ({ ids }) => `version ${ids.version}`);
  routes.route(api.topics.topic.show, ({ ids }) => `topic ${ids.topic}`);
  routes.at(api.topics.topic).route(api.topics.topic.publish, ({ ids }) => `publish ${ids.topic}`);
  routes.route(api.files.at.show, ({ ids }) => `files ${ids.path.join("|")}`);
  routes.route(api.files.at.copy, ({ ids }) => `copy ${ids.path.join("|")}`);
  routes.route(api.plain.show, () => "plain");
  routes.route(api.slashed.show, () => "slashed");
}

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly allow: string | undefined;
  readonly body: string;
}
type Send = (method: string, target: string, headers?: string) => Promise<Answer>;

function sendTo(port: number): Send {
  return async (method, target, headers = "\r\n") => {
    const head = `${method} ${target} HTTP/1.1\r\nhost: h.test\r\n${headers}`;
    const answer = await exchangeRaw(port, head, method);
    const [[location], [allow]] = [linesOf(answer, "location"), linesOf(answer, "allow")];
    return { status: answer.status, location, allow, body: answer.body };
  };
}

const REACHED = [
  ["GET", "/api/", "home"],
  ["POST", "/api:batch/", "batch"],
  ["GET", "/api/pages/", "pages"],
  ["GET", "/api/pages/x/", "page x"],
  ["POST", "/api/topics:batchGet", "batchGet"],
  ["GET", "/api/topics/a.json", "json a"],
  ["GET", "/api/topics/a%2Fb.json", "json a/b"],
  ["GET", "/api/topics/v-1", "version 1"],
  ["GET", "/api/topics/v-1.json", "json v-1"],
  ["GET", "/api/topics/.json", "topic .json"],
  ["GET", "/api/topics/..json", "topic ..json"],
  ["GET", "/api/topics/a:publish", "topic a:publish"],
  ["GET", "/api/topics/a%3Apublish", "topic a:publish"],
  ["POST", "/api/topics/a:publish", "publish a"],
  ["POST", "/api/topics/a%3Ab:publish?x=1", "publish a:b"],
  ["GET", "/api/files/a/b.git", "files a|b"],
  ["POST", "/api/files/a/b.git:copy", "copy a|b"],
  ["GET", "/api/both", "plain"],
  ["GET", "/api/both/", "slashed"],
] as const;

describe.each(everyHost)("$name", ({ name, open }) => {
  const start = async (
    mismatch?: TrailingSlashMismatch,
  ): Promise<{ send: Send; close(): unknown }> => {
    const host = await open(register, mismatch && { trailingSlashMismatch: mismatch });
    return { send: sendTo(host.port), close: () => host.close() };
  };

  describe.each(["refuse", "redirect"] as const)("%s", (mismatch) => {
    let host: Awaited<ReturnType<typeof start>>;
    beforeAll(async () => void (host = await start(mismatch)));
    afterAll(() => host.close());

    test.each(REACHED)("%s %s is %s", async (method, target, body) => {
      const answer = await host.send(method, target);
      expect([answer.status, answer.body]).toEqual([200, JSON.stringify(body)]);
    });

    test("a body arrives at an id with text around it", async () => {
      const headers = 'content-type: application/json\r\ncontent-length: 3\r\n\r\n"x"';
      expect((await host.send("PUT", "/api/topics/a.json", headers)).body).toBe('"a x"');
    });

    test("HEAD, OPTIONS and 405 know the methods of the spelling", async () => {
      expect((await host.send("HEAD", "/api/topics/a.json")).status).toBe(200);
      expect(await host.send("OPTIONS", "/api/topics:batchGet")).toMatchObject({
        status: 204,
        allow: "POST, OPTIONS",
      });
      const { status, allow = "" } = await host.send("DELETE", "/api/topics/a.json");
      expect([status, allow.split(", ").sort()]).toEqual([405, ["GET", "HEAD", "OPTIONS", "PUT"]]);
      const publish = await host.send("DELETE", "/api/topics/a:publish");
      expect(publish.allow?.split(", ").sort()).toEqual(["GET", "HEAD", "OPTIONS", "POST"]);
    });

    test.each([
      ["POST", "/api/topics/a%3Apublish"],
      ["POST", "/api/topics%3AbatchGet"],
      ["POST", "/api/topics/:batchGet"],
      ["POST", "/api/topics/:publish"],
      ["GET", "/api/files/.git"],
      ["GET", "/api/files/a/..git"],
      ["GET", "//"],
      ["GET", "/api//"],
      ["GET", "//api/"],
      ["GET", "/api/pages//"],
      ["GET", "/api/pages//x/"],
      ["GET", "//evil.test/api/pages"],
    ])("%s %s runs no handler and is not redirected", async (method, target) => {
      const { status, location } = await host.send(method, target);
      expect([404, 405]).toContain(status);
      expect(location).toBeUndefined();
    });

    // Express compares the paths of guards without decoding them.
    test("escapes of unreserved characters do not count", async () => {
      const answer = await host.send("GET", "/api/topics/a%2Ejson");
      const found = [200, '"json a"'];
      const isExpress = /express$/i.test(name);
      expect([answer.status, isExpress ? "" : answer.body]).toEqual(isExpress ? [404, ""] : found);
      expect((await host.send("GET", "/api/topics/%61.json")).body).toBe('"json a"');
    });
  });

  test("the other spelling is 404, answered or redirected", async () => {
    const spellings = [
      ["GET", "/api?x=/%2F", "/api/?x=/%2F", "home"],
      ["POST", "/api:batch", "/api:batch/", "batch"],
      ["GET", "/api/pages", "/api/pages/", "pages"],
      ["GET", "/api/pages/%5Cevil.test?a", "/api/pages/%5Cevil.test/?a", "page \\evil.test"],
      ["GET", "/api/topics/a.json/", "/api/topics/a.json", "json a"],
      ["POST", "/api/topics/a:publish/", "/api/topics/a:publish", "publish a"],
      ["GET", "/api/files/a/b.git/", "/api/files/a/b.git", "files a|b"],
    ] as const;
    const [refuse, redirect] = await Promise.all([start(), start("redirect")]);
    for (const [method, target, location, body] of spellings) {
      expect((await refuse.send(method, target)).status, target).toBe(404);
      const answer = await redirect.send(method, target);
      expect([answer.status, answer.location], target).toEqual([308, location]);
      expect((await redirect.send(method, location)).body, target).toBe(JSON.stringify(body));
    }
    await Promise.all([refuse.close(), redirect.close()]);
  });
});

test("below a base path", async () => {
  const server = createServer({ basePath: "/base", trailingSlashMismatch: "redirect" });
  register(server);
  const send = async (path: string, method = "GET"): Promise<Response> =>
    server.fetch(`http://h.test${path}`, { method });
  expect(await (await send("/base/api/")).json()).toBe("home");
  expect((await send("/base/api")).headers.get("location")).toBe("/base/api/");
  expect(await (await send("/base/api:batch/", "POST")).json()).toBe("batch");
  expect((await send("/base//")).status).toBe(404);
});

test("an app of Fastify that ignores trailing slashes has one route for both", async () => {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  register(routingOnFastify(app) as Routes);
  expect((await app.inject("/api/both")).body).toBe('"plain"');
  expect((await app.inject("/api/both/")).body).toBe('"slashed"');
  expect((await app.inject("/api/pages")).statusCode).toBe(404);
  await app.close();
});

test("a preflight names the methods of an address", async () => {
  const server = createServer({ cors: { origins: "*" } });
  register(server);
  const answer = await server.fetch("http://h.test/api/topics/a:publish", {
    method: "OPTIONS",
    headers: { origin: "https://page.test", "access-control-request-method": "POST" },
  });
  const methods = answer.headers.get("access-control-allow-methods")?.split(", ").sort();
  expect(methods).toEqual(["GET", "HEAD", "OPTIONS", "POST"]);
});

test("hrefOf and endpointAt know the same addresses", () => {
  expect(hrefOf(api.topics.topic("a:publish").show)).toBe("/api/topics/a%3Apublish");
  for (const [method, target] of REACHED) {
    expect(endpointAt(api, method, target)?.endpoint.method).toBe(method);
  }
});
