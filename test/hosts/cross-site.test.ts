// Pages of other origins use the session cookie of a visitor, in a real browser. The origins are ports of
// 127.0.0.1, which belong to one site, and localhost, which is another site.

import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  anonymous,
  apiKey,
  bearer,
  cookie,
  get,
  integer,
  noBody,
  post,
  rootResource,
  string,
} from "bough";
import { form } from "bough/existing";
import { listen } from "bough/node";
import type { Listening } from "bough/node";
import { authenticate, createServer } from "bough/server";
import type { ServerOptions } from "bough/server";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isWithoutChromium, launchWithThirdPartyCookies } from "../support/chromium.ts";

const limit = 60_000;

const Session = apiKey("session", { cookie: "session" });
const Token = bearer("token");

// The least protected cookie there is: browsers send it with the requests of every site.
const cookies = { session: cookie(string(), { sameSite: "none" }) };

const api = rootResource(
  "v1",
  { security: [Session, Token] },
  {
    page: get().security(anonymous).response<string>(),
    signIn: post("sign-in").security(anonymous).response(noBody, { cookies }),
    transfer: post("transfer")
      .request(form({ amount: integer() }))
      .response<{ by: string }>(),
  },
);

describe.skipIf(isWithoutChromium("Protection of cookies against other sites"))(
  "a session cookie in Chromium",
  () => {
    let profile: string;
    let context: BrowserContext;
    let foreign: Server;
    let sameSite: string;
    let crossSite: string;
    const running: Listening[] = [];

    beforeAll(async () => {
      profile = await mkdtemp(join(tmpdir(), "bough-profile-"));
      context = await launchWithThirdPartyCookies(profile, limit);
      context.setDefaultTimeout(limit / 2);
      foreign = createHttpServer((_, response) => {
        response.setHeader("content-type", "text/html").end("<!doctype html><title>x</title>");
      });
      await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
      const { port } = foreign.address() as AddressInfo;
      sameSite = `http://127.0.0.1:${port}`;
      crossSite = `http://localhost:${port}`;
    }, limit);

    afterAll(async () => {
      await context?.close();
      foreign?.close();
      await rm(profile, { recursive: true, force: true });
    }, limit);

    afterEach(async () => {
      await context.clearCookies();
      await Promise.all(running.splice(0).map(async (one) => one.close({ grace: 0 })));
    }, limit);

    /** An API, and what it has answered to transfers. */
    async function start(options: ServerOptions = {}): Promise<{ url: string; seen: number[] }> {
      const seen: number[] = [];
      const server = createServer({
        ...options,
        observe: async ({ method, target }, next) => {
          const { status = 0 } = await next();
          if (method === "POST" && target === "/v1/transfer") seen.push(status);
        },
      });
      const app = server.secured([
        authenticate(Session, (id) => (id === "the-victim" ? "the cookie" : undefined)),
        authenticate(Token, (token) => (token === "a-machine" ? "the token" : undefined)),
      ]);
      app.route(api, {
        page: () => "the API's own page",
        signIn: ({ respond }) => respond(undefined, { cookies: { session: "the-victim" } }),
        transfer: ({ principal }) => ({ by: principal }),
      });
      const listening = await listen(server);
      running.push(listening);
      return { url: listening.url, seen };
    }

    /** Signs the visitor in at the API, then opens a page of `origin` in the same browser. */
    async function visit(url: string, origin: string): Promise<Page> {
      const page = await context.newPage();
      await page.goto(`${url}/v1/page`);
      await page.evaluate(async () => fetch("/v1/sign-in", { method: "POST" }));
      expect((await context.cookies(url)).map(({ name }) => name)).toEqual(["session"]);
      await page.goto(origin);
      return page;
    }

    /** Submits a form to the API. Returns the answer, which the browser shows. */
    async function submit(page: Page, url: string): Promise<{ status: number; body: unknown }> {
      const answer = page.waitForResponse(`${url}/v1/transfer`);
      await page.evaluate((action) => {
        document.body.innerHTML = `<form method="post" action="${action}"><input name="amount" value="5"></form>`;
        document.querySelector("form")?.submit();
      }, `${url}/v1/transfer`);
      const response = await answer;
      return { status: response.status(), body: JSON.parse(await response.text()) };
    }

    /** Calls the API by `fetch` with the visitor's cookie. Returns what the page can read. */
    async function call(page: Page, url: string, init: RequestInit = {}): Promise<string> {
      return page.evaluate(
        async ([target, given]) => {
          try {
            const body = new URLSearchParams({ amount: "5" });
            const options = { method: "POST", credentials: "include", ...given, body } as const;
            const response = await fetch(target, options);
            return `${response.status} ${await response.text()}`;
          } catch (error) {
            return String(error);
          }
        },
        [`${url}/v1/transfer`, init] as const,
      );
    }

    const refusal = {
      status: 403,
      body: {
        type: "urn:bough:forbidden",
        detail: expect.stringContaining("Sec-Fetch-Site is neither same-origin nor none"),
      },
    };

    test("works on the pages of the API's own origin", { timeout: limit }, async () => {
      const { url, seen } = await start();
      const page = await visit(url, `${url}/v1/page`);
      expect(await call(page, url)).toBe('200 {"by":"the cookie"}');
      expect(await submit(page, url)).toEqual({ status: 200, body: { by: "the cookie" } });
      await expect.poll(() => seen, { timeout: limit / 2 }).toEqual([200, 200]);
    });

    test("is refused to forms and fetch of another site", { timeout: limit }, async () => {
      const { url, seen } = await start();
      const page = await visit(url, crossSite);
      await call(page, url, { mode: "no-cors" });
      expect(await call(page, url)).toContain("Failed to fetch");
      expect(await submit(page, url)).toMatchObject(refusal);
      await expect.poll(() => seen, { timeout: limit / 2 }).toEqual([403, 403, 403]);
    });

    test("is refused to another origin of the same site", { timeout: limit }, async () => {
      const { url, seen } = await start();
      const page = await visit(url, sameSite);
      await call(page, url, { mode: "no-cors" });
      expect(await submit(page, url)).toMatchObject(refusal);
      await expect.poll(() => seen, { timeout: limit / 2 }).toEqual([403, 403]);
    });

    test("works for an origin of cors with credentials", { timeout: limit }, async () => {
      const { url, seen } = await start({ cors: { origins: [crossSite], credentials: true } });
      const page = await visit(url, crossSite);
      expect(await call(page, url)).toBe('200 {"by":"the cookie"}');
      await page.goto(sameSite);
      expect(await submit(page, url)).toMatchObject(refusal);
      await expect.poll(() => seen, { timeout: limit / 2 }).toEqual([200, 403]);
    });

    test("works for trusted origins", { timeout: limit }, async () => {
      const { url } = await start({ trustedOrigins: [crossSite] });
      const page = await visit(url, crossSite);
      expect(await submit(page, url)).toEqual({ status: 200, body: { by: "the cookie" } });
      await page.goto(sameSite);
      expect(await submit(page, url)).toMatchObject(refusal);
    });

    test("is not needed beside a token, from any origin of cors", { timeout: limit }, async () => {
      const { url, seen } = await start({ cors: { origins: "*" } });
      const page = await visit(url, crossSite);
      const headers = { authorization: "Bearer a-machine" };
      expect(await call(page, url, { headers, credentials: "omit" })).toBe(
        '200 {"by":"the token"}',
      );
      await expect.poll(() => seen, { timeout: limit / 2 }).toEqual([200]);
    });
  },
);
