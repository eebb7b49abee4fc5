// `xhrFetch` in a real browser: that XMLHttpRequest does what its unit tests take for granted.

import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { xhrFetch as XhrFetch } from "bough/client/xhr";
import { isWithoutChromium, launchChromium } from "./support/chromium.ts";

const limit = 60_000;

// In the page only.
declare const xhrFetch: typeof XhrFetch;

describe.skipIf(isWithoutChromium("xhrFetch"))("xhrFetch in Chromium", () => {
  let http: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: {
        contents:
          'import { xhrFetch } from "bough/client/xhr"; Object.assign(globalThis, { xhrFetch });',
        resolveDir: fileURLToPath(new URL(".", import.meta.url)),
      },
      bundle: true,
      conditions: ["bough:source"],
      write: false,
    });
    const script = outputFiles[0]?.text ?? "";
    http = createServer((req, res) => {
      const { pathname } = new URL(req.url ?? "", "http://localhost");
      if (pathname === "/") {
        res.setHeader("content-type", "text/html").end(`<!doctype html><script>${script}</script>`);
      } else if (pathname === "/redirect") {
        res.writeHead(302, { location: "/echo?after" }).end();
      } else if (pathname === "/broken") {
        req.socket.destroy();
      } else if (pathname === "/silent") {
        req.resume();
      } else {
        const status = Number(/^\/(\d{3})$/.exec(pathname)?.[1] ?? 200);
        res.writeHead(status, { "set-cookie": "a=b", "x-method": req.method ?? "" });
        req.pipe(res);
      }
    }).listen(0, "127.0.0.1");
    await once(http, "listening");
    browser = await launchChromium(limit);
    page = await browser.newPage();
    page.setDefaultTimeout(limit / 2);
    await page.goto(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`);
  }, limit);

  afterAll(async () => {
    await browser?.close();
    http?.closeAllConnections();
    http?.close();
  }, limit);

  test("sends text, bytes and Blobs, and gives what is answered", async () => {
    const seen = await page.evaluate(async () => {
      const bodies = ["text", new TextEncoder().encode("bytes"), new Blob(["blob"])];
      const all: unknown[] = [];
      for (const body of bodies) {
        const steps: unknown[] = [];
        const response = await xhrFetch("/echo#part", {
          method: "PUT",
          body,
          onProgress: (step) => steps.push(step),
        });
        const { status, statusText, url, redirected, headers } = response;
        all.push({
          status,
          statusText,
          path: new URL(url).pathname,
          redirected,
          method: headers.get("x-method"),
          type: headers.get("content-type"),
          cookie: headers.get("set-cookie"),
          text: await response.text(),
          last: steps.at(-1),
        });
      }
      return all;
    });
    const answer = {
      status: 200,
      statusText: "OK",
      path: "/echo",
      redirected: false,
      method: "PUT",
      type: null,
      cookie: null,
    };
    expect(seen).toEqual([
      { ...answer, text: "text", last: { sent: 4, total: 4 } },
      { ...answer, text: "bytes", last: { sent: 5, total: 5 } },
      { ...answer, text: "blob", last: { sent: 4, total: 4 } },
    ]);
  });

  test.each([
    ["POST", 204],
    ["POST", 205],
    ["HEAD", 200],
    ["POST", 404],
    ["POST", 599],
  ])("gives the answer to %s with status %d", async (method, status) => {
    const seen = await page.evaluate(
      async ([method, status]) => {
        const response = await xhrFetch(`/${status}`, { method, onProgress: () => undefined });
        return [response.status, response.body === null];
      },
      [method, status] as const,
    );
    expect(seen).toEqual([status, status === 204 || status === 205 || method === "HEAD"]);
  });

  test("follows redirects and says so", async () => {
    const seen = await page.evaluate(async () => {
      const init = { redirect: "manual", onProgress: () => undefined } as const;
      const { status, url, redirected } = await xhrFetch("/redirect", init);
      return { status, path: url.replace(location.origin, ""), redirected };
    });
    expect(seen).toEqual({ status: 200, path: "/echo?after", redirected: true });
  });

  test("rejects as fetch does", async () => {
    const seen = await page.evaluate(async () => {
      const onProgress = (): void => undefined;
      const told = (error: unknown): string => (error as Error).name;
      const controller = new AbortController();
      const { signal } = controller;
      setTimeout(() => controller.abort(new RangeError("enough")), 50);
      const post = { method: "POST", body: "text", onProgress };
      return [
        await xhrFetch("/broken", post).catch(told),
        await xhrFetch("/silent", { ...post, signal }).catch(told),
        await xhrFetch("/echo", { ...post, signal }).catch(told),
        await xhrFetch("/echo", { ...post, body: new ReadableStream() }).catch(told),
        await xhrFetch("/echo", { ...post, credentials: "omit" }).catch(told),
        await xhrFetch("/redirect", { ...post, redirect: "error" }).catch(told),
      ];
    });
    expect(seen).toEqual([
      "TypeError",
      "RangeError",
      "RangeError",
      "TypeError",
      "TypeError",
      "TypeError",
    ]);
  });
});
