// The docs page as a reader meets it: on every host, behind prefixes, and in Chromium.

import { createServer as createHttpServer, request } from "node:http";
import type { Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import {
  apiKey,
  bearer,
  get,
  integer,
  noBody,
  patch,
  rootResource,
  staticResource,
  string,
} from "bough";
import { basic, httpAuth } from "bough/existing";
import { routeDocs } from "bough-openapi/docs";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnFastify } from "bough/fastify";
import { routing as routingOnHono } from "bough/hono";
import { listen } from "bough/node";
import type { OpenApiDocument } from "bough-openapi";
import { authenticate, createServer, memoryStore } from "bough/server";
import type { Routes } from "bough/server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { isWithoutChromium, launchChromium } from "./support/chromium.ts";
import { isWithoutNginx, startNginx } from "./support/nginx.ts";
import { everyHost } from "./support/node-hosts.ts";

const limit = 60_000;
const token = bearer("user-token");
const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .security(token)
      .parameters({ limit: integer({ min: 1 }).default(20) })
      .response(z.array(z.object({ name: z.string() }))),
  }),
});
const authenticators = [authenticate(token, (given) => given === "open-sesame" || undefined)];

function route(routes: Routes): void {
  routes
    .secured(authenticators)
    .route(api.users.list, ({ parameters }) => [{ name: `Ada ${parameters.limit}` }]);
  routeDocs(routes, api, {
    path: "docs",
    info: { title: "Users", version: "1.0.0" },
  });
}

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function portOf(server: Server): Promise<number> {
  if (!server.listening) await once(server.listen(0, "127.0.0.1"), "listening");
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A page at a URL with everything that it loads, and the first operation of its document. */
async function visit(page: string): Promise<OpenApiDocument> {
  const html = await (await fetch(page)).text();
  const loaded = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url = ""]) => url);
  expect(loaded).toHaveLength(4);
  for (const url of loaded) {
    const response = await fetch(new URL(url, page));
    expect(`${response.status} ${response.url}`).toBe(`200 ${response.url}`);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
  }
  const script = new URL(loaded.find((url) => url.endsWith("init.js")) ?? "", page);
  const documentUrl = new URL("openapi.json", script);
  const document = (await (await fetch(documentUrl)).json()) as OpenApiDocument;
  const server = new URL(document.servers?.[0]?.url ?? "", documentUrl).href.replace(/\/$/, "");
  const response = await fetch(`${server}${Object.keys(document.paths)[0]}`, {
    headers: { authorization: "Bearer open-sesame" },
  });
  expect(await response.json()).toEqual([{ name: "Ada 20" }]);
  return document;
}

describe.each(everyHost)("the docs page on $name", ({ open }) => {
  test("is whole, compressed, and sent once", { timeout: limit }, async () => {
    const { port, close } = await open(route);
    opened.push(close);
    const url = `http://127.0.0.1:${port}/docs`;
    await visit(url);
    const style = await fetch(`${url}/swagger-ui.css`);
    expect(style.headers.get("content-encoding")).toBe("gzip");
    expect(await style.text()).toContain(".swagger-ui");
    const tag = style.headers.get("etag") ?? "";
    const again = await fetch(`${url}/swagger-ui.css`, { headers: { "if-none-match": tag } });
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, tag, ""]);
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
  });
});

/** A proxy that removes a prefix. */
function proxyTo(port: number): Server {
  return createHttpServer((incoming, outgoing) => {
    const { method, headers, url = "" } = incoming;
    const path = url.replace(/^\/prefix(?=\/)/, "");
    if (path === url) {
      outgoing.writeHead(404).end();
      return;
    }
    incoming.pipe(
      request({ port, host: "127.0.0.1", method, headers, path }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(outgoing);
      }),
    );
  });
}

async function listening(): Promise<number> {
  const server = createServer();
  route(server);
  const { port, close } = await listen(server);
  opened.push(() => close({ grace: 0 }));
  return port;
}

async function behindProxy(): Promise<number> {
  return portOf(proxyTo(await listening()));
}

describe("the docs page behind a prefix", () => {
  const prefixed: readonly [string, () => Promise<number>][] = [
    [
      "of a base path",
      async () => {
        const server = createServer({ basePath: "/prefix" });
        route(server);
        const { port, close } = await listen(server);
        opened.push(() => close({ grace: 0 }));
        return port;
      },
    ],
    [
      "of an Express app",
      () => {
        const app = express();
        route(routingOnExpress(app));
        return portOf(createHttpServer(express().use("/prefix", app)));
      },
    ],
    [
      "of a Fastify plugin",
      async () => {
        const app = fastify({ forceCloseConnections: true });
        await app.register(
          (scope, _options, done) => {
            route(routingOnFastify(scope) as Routes);
            done();
          },
          { prefix: "/prefix" },
        );
        await app.listen({ port: 0, host: "127.0.0.1" });
        opened.push(() => app.close());
        return (app.server.address() as AddressInfo).port;
      },
    ],
    [
      "of a Hono app",
      () => {
        const app = new Hono().basePath("/prefix");
        route(routingOnHono(app) as Routes);
        return portOf(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server);
      },
    ],
    ["that a proxy removes", behindProxy],
  ];

  test.each(prefixed)("%s finds its files and the API", async (_, open) => {
    await visit(`http://127.0.0.1:${await open()}/prefix/docs`);
  });

  // With a slash at its end, `proxy_pass` replaces the prefix by it.
  test.skipIf(isWithoutNginx("The docs page"))(
    "that nginx removes finds its files and the API",
    { timeout: limit },
    async () => {
      const to = `http://127.0.0.1:${await listening()}/`;
      const { port, close } = await startNginx(`location /prefix/ { proxy_pass ${to}; }`);
      opened.push(close);
      await visit(`http://127.0.0.1:${port}/prefix/docs`);
    },
  );
});

describe.skipIf(isWithoutChromium("The docs page"))("the docs page in Chromium", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium(limit);
  }, limit);

  afterAll(async () => browser?.close(), limit);

  /** Opens a page. Everything that it requests and every message of the browser is recorded. */
  async function open(url: string): Promise<{ page: Page; requests: string[]; faults: string[] }> {
    const page = await browser.newPage();
    page.setDefaultTimeout(limit / 2);
    const requests: string[] = [];
    const faults: string[] = [];
    page.on("request", (one) => requests.push(`${one.method()} ${one.url()}`));
    page.on("console", (one) => one.type() === "error" && faults.push(one.text()));
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.goto(url);
    return { page, requests, faults };
  }

  /** Loads the page anew, without the operation that its URL names. */
  async function reopen(page: Page): Promise<void> {
    const url = page.url().replace(/#.*/, "");
    await page.goto("about:blank");
    await page.goto(url);
  }

  async function execute(page: Page): Promise<string> {
    const operation = page.locator(".opblock", { hasText: "/v1/users" });
    await operation.locator(".opblock-summary").click();
    await operation.locator(".try-out__btn").click();
    await operation.locator("input").fill("7");
    await operation.locator(".execute").click();
    const answer = operation.locator(".live-responses-table .response");
    await answer.waitFor();
    return answer.innerText();
  }

  async function authorize(page: Page): Promise<void> {
    await page.locator(".btn.authorize").first().click();
    await page.locator(".modal-ux input").fill("open-sesame");
    await page.locator(".modal-ux .btn.authorize").click();
    await page.locator(".modal-ux .btn-done").click();
  }

  test(
    "sends a request with a credential, shows the answer, and never leaves the origin",
    { timeout: 2 * limit },
    async () => {
      const port = await behindProxy();
      const origin = `http://127.0.0.1:${port}`;
      const { page, requests, faults } = await open(`${origin}/prefix/docs`);
      expect(await execute(page)).toContain("401");
      expect(faults.splice(0)).toHaveLength(1);

      await reopen(page);
      await authorize(page);
      const answer = await execute(page);
      expect(answer).toContain("200");
      expect(answer).toContain('"name": "Ada 7"');

      expect(faults).toEqual([]);
      expect(requests).toContain(`GET ${origin}/prefix/v1/users?limit=7`);
      expect(requests.filter((one) => !one.includes(` ${origin}/prefix/`))).toEqual([]);
      await page.close();
    },
  );

  /** A page of an API with schemes that Swagger UI sends, and with those that it does not know. */
  async function openSchemes() {
    const staff = basic("staff");
    const key = apiKey("query-key", { query: "key" });
    const service = httpAuth("service", { scheme: "Service-Key", description: "From *us*." });
    const session = apiKey("session", { cookie: "sid" });
    const who = get().response(z.array(z.string()));
    const guarded = rootResource("v1", {
      staff: staticResource("staff", { who: who.security(staff) }),
      key: staticResource("key", { who: who.security(key) }),
      service: staticResource("service", { who: who.security(service) }),
      session: staticResource("session", {
        who: who.security(session),
        signIn: get("sign-in").response(noBody, {
          status: 204,
          headers: { "set-cookie": string() },
        }),
      }),
    });
    const server = createServer();
    const view = server.secured([
      authenticate(staff, ({ username, password }) => `${username} ${password}`),
      authenticate(key, (value) => value),
      authenticate(service, (value) => value),
      authenticate(session, (value) => value),
    ]);
    view.route(guarded.staff.who, ({ principal }) => [principal]);
    view.route(guarded.key.who, ({ principal }) => [principal]);
    view.route(guarded.service.who, ({ principal }) => [principal]);
    view.route(guarded.session.who, ({ principal }) => [principal]);
    server.route(guarded.session.signIn, ({ respond }) =>
      respond(undefined, { headers: { "set-cookie": "sid=s-secret; Path=/; HttpOnly" } }),
    );
    routeDocs(server, guarded, { path: "docs", info: { title: "Schemes", version: "1.0.0" } });
    const { port, close } = await listen(server);
    opened.push(() => close({ grace: 0 }));
    return open(`http://127.0.0.1:${port}/docs`);
  }

  test(
    "authorizes with schemes that Swagger UI does not know, and says where a cookie comes from",
    { timeout: 2 * limit },
    async () => {
      const { page, faults } = await openSchemes();
      await page.locator(".opblock").first().waitFor();
      // Tags by the first segments, summaries by the last name.
      expect(await page.locator(".opblock-tag > a").allInnerTexts()).toEqual([
        "staff",
        "key",
        "service",
        "session",
      ]);
      expect(await page.locator(".opblock-summary-description").allInnerTexts()).toContain(
        "Sign in",
      );
      const answerOf = async (path: string): Promise<string> => {
        const operation = page.locator(".opblock", {
          has: page.locator(`[data-path="/v1/${path}"]`),
        });
        await operation.locator(".opblock-summary").click();
        await operation.locator(".try-out__btn").click();
        await operation.locator(".execute").click();
        const answer = operation.locator(".live-responses-table .response");
        await answer.waitFor();
        return answer.innerText();
      };
      await page.locator(".btn.authorize").first().click();
      const dialog = page.locator(".modal-ux");
      const part = (text: string) => dialog.locator(".auth-container", { hasText: text });
      await part("service").getByText("Sent as Authorization: Service-Key").waitFor();
      expect(await part("service").innerText()).toContain("From us.");
      await part("service").locator("input").fill("k-secret");
      await part("query-key").locator("input").fill("q-secret");
      await part("staff").locator("input").first().fill("ada");
      await part("staff").locator("input").last().fill("p-secret");
      expect(await part("session").locator("input").count()).toBe(0);
      expect(await part("session").innerText()).toContain("Your browser sends the cookie sid");
      for (const name of ["service", "query-key", "staff"]) {
        await part(name).locator(".btn.authorize").click();
      }
      await dialog.locator(".btn-done").first().click();

      expect(await answerOf("service")).toContain('"k-secret"');
      expect(await answerOf("key")).toContain('"q-secret"');
      expect(await answerOf("staff")).toContain('"ada p-secret"');
      expect(await answerOf("session/sign-in")).toContain("204");
      expect(await answerOf("session")).toContain('"s-secret"');
      expect(faults).toEqual([]);
      await page.close();
    },
  );

  test("sends the version and the key of a call", { timeout: 2 * limit }, async () => {
    const Note = z.object({ text: z.string(), version: z.int() });
    const notes = rootResource("v1", {
      note: staticResource("note", {
        change: patch()
          .request(z.object({ text: z.string() }))
          .response(Note)
          .conditional({ version: "version" })
          .idempotent(),
      }),
    });
    const server = createServer();
    let version = 3;
    server
      .idempotent({ store: memoryStore(), scope: () => "all" })
      .route(notes.note.change, ({ body, expect: compare }) => {
        compare(version);
        version++;
        return { ...body, version };
      });
    routeDocs(server, notes, { path: "docs", info: { title: "Notes", version: "1.0.0" } });
    const { port, close } = await listen(server);
    opened.push(() => close({ grace: 0 }));
    const { page } = await open(`http://127.0.0.1:${port}/docs`);
    const operation = page.locator(".opblock");
    await operation.locator(".opblock-summary").click();
    await operation.locator(".try-out__btn").click();
    const send = async (tag: string, key: string): Promise<string> => {
      await operation.locator('[data-param-name="If-Match"] input').fill(tag);
      await operation.locator('[data-param-name="Idempotency-Key"] input').fill(key);
      const answered = page.waitForResponse((one) => one.request().method() === "PATCH");
      await operation.locator(".execute").click();
      const answer = await answered;
      return `${answer.status()} ${answer.headers()["idempotency-status"] ?? ""}`;
    };
    const key = crypto.randomUUID();
    expect(await send('"3"', key)).toBe("200 stored");
    expect(await send('"3"', key)).toBe("200 replayed");
    expect(await send('"3"', crypto.randomUUID())).toBe("412 stored");
    expect(version).toBe(4);
    await page.close();
  });

  test("forgets the credential when it is loaded again", { timeout: 2 * limit }, async () => {
    const { page } = await open(`http://127.0.0.1:${await behindProxy()}/prefix/docs`);
    await authorize(page);
    expect(await execute(page)).toContain("200");
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).not.toContain("open-sesame");
    await reopen(page);
    expect(await execute(page)).toContain("401");
    await page.close();
  });
});
