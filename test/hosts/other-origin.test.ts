// A page of another origin reads pages, repeats a call and changes a version, in a real browser: the preflight allows the
// headers that the client sends, and the page can read those that the server sends.
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type * as bough from "bough/client";
import { listen } from "bough/node";
import type { Listening } from "bough/node";
import { authenticate, createServer, memoryStore } from "bough/server";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isWithoutChromium, launchChromium } from "../support/chromium.ts";
import { api, Token, type Note } from "./other-origin-api.ts";

const limit = 60_000;

// In the page only.
declare const client: bough.Client;
declare const tree: typeof api;
declare const { items, update }: typeof bough;
declare const statuses: (string | null)[];

describe.skipIf(isWithoutChromium("A page of another origin"))("a page of another origin", () => {
  let http: Server;
  let listening: Listening;
  let browser: Browser;
  let page: Page;
  let created: string[];
  let note: Note;
  /** What the server has responded, without preflights. */
  const seen: string[] = [];

  beforeAll(async () => {
    http = createHttpServer((_, response) => {
      response
        .setHeader("content-type", "text/html")
        .end(`<!doctype html><title>a page</title><script>${script}</script>`);
    }).listen(0, "127.0.0.1");
    await once(http, "listening");
    const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    listening = await listen(serverFor(origin), { port: 0 });
    const { outputFiles } = await build({
      stdin: {
        contents: `
          import { createClient, credential, items, update } from "bough/client";
          import { api, Token } from "./other-origin-api.ts";
          const statuses = [];
          const client = createClient({
            baseUrl: ${JSON.stringify(listening.url)},
            credentials: [credential(Token, "secret")],
            around: async (call, next) => {
              const response = await next();
              statuses.push(response.headers.get("idempotency-status"));
              return response;
            },
          });
          Object.assign(globalThis, { client, items, update, statuses, tree: api });`,
        resolveDir: fileURLToPath(new URL(".", import.meta.url)),
      },
      bundle: true,
      conditions: ["bough:source"],
      write: false,
    });
    const script = outputFiles[0]?.text ?? "";
    browser = await launchChromium(limit);
    page = await browser.newPage();
    page.setDefaultTimeout(limit / 2);
    await page.goto(origin);
  }, limit);

  afterAll(async () => {
    await browser?.close();
    await listening?.close({ grace: 0 });
    http?.close();
  }, limit);

  beforeEach(() => {
    created = [];
    note = { text: "a", version: 1 };
    seen.length = 0;
  });

  function serverFor(origin: string) {
    const server = createServer({
      cors: { origins: [origin] },
      observe: async ({ method, target }, next) => {
        const { status } = await next();
        if (method !== "OPTIONS") seen.push(`${method} ${target} ${status}`);
      },
    });
    const app = server.secured([
      authenticate(Token, (token) => (token === "secret" ? { id: "ada" } : undefined)),
    ]);
    app.route(api.rows.list, ({ parameters, respond }) =>
      respond([parameters.page * 10, parameters.page * 10 + 1], {
        link: parameters.page < 3 ? `<?page=${parameters.page + 1}>; rel="next"` : undefined,
      }),
    );
    app
      .idempotent({ store: memoryStore(), scope: ({ principal }) => principal.id })
      .route(api.rows.create, ({ body }) => created.push(body.name));
    app.route(api.note, {
      find: () => note,
      save: ({ body, expect: compare }) => {
        compare(note.version, { current: note });
        note = { ...body, version: note.version + 1 };
        return note;
      },
      read: ({ respond }) => respond(note.text, { etag: `v${note.version}` }),
      write: ({ body, expect: compare }) => {
        compare(`v${note.version}`);
        note = { text: body, version: note.version + 1 };
      },
    });
    return server;
  }

  test("reads every page by the header Link", { timeout: limit }, async () => {
    const read = await page.evaluate(async () => {
      const rows: number[] = [];
      for await (const row of items(client, tree.rows.list)) rows.push(row);
      return rows;
    });
    expect(read).toEqual([10, 11, 20, 21, 30, 31]);
  });

  test("repeats a call by its key, and reads its status", { timeout: limit }, async () => {
    const result = await page.evaluate(async () => {
      statuses.length = 0;
      const create = (name: string) =>
        client.request(tree.rows.create, { name }, { idempotencyKey: "a-key" }).bodyOrThrow();
      const bodies = [await create("a"), await create("a")];
      const reused = await create("b").catch((error: unknown) => Object(error).type as string);
      return { bodies, reused, statuses };
    });
    expect(result).toEqual({
      bodies: [1, 1],
      reused: "urn:bough:idempotency-key-reused",
      statuses: ["stored", "replayed", "reused"],
    });
    expect(created).toEqual(["a"]);
  });

  test("changes the version that it has read", { timeout: limit }, async () => {
    const result = await page.evaluate(async () => {
      const { find, save } = tree.note;
      const first = await client.request(find).bodyOrThrow();
      const saved = await client.request(save, { text: "b" }, { ifMatch: first }).bodyOrThrow();
      const stale = await client.request(save, { text: "c" }, { ifMatch: first });
      const create = await client.request(save, { text: "d" }, { ifMatch: null });
      const last = await update(client, { read: find, write: save }, ({ text }) => ({
        text: `${text}!`,
      }));
      return [saved, stale.status, create.status, last.ok && last.body];
    });
    expect(result).toEqual([{ text: "b", version: 2 }, 412, 412, { text: "b!", version: 3 }]);
  });

  test("reads the header ETag, and sends it back", { timeout: limit }, async () => {
    const result = await page.evaluate(async () => {
      const { read, write } = tree.note;
      const first = await client.request(read);
      const etag = first.ok ? first.etag : "";
      const saved = await client.request(write, "b", { ifMatch: etag });
      const stale = await client
        .request(write, "c", { ifMatch: etag })
        .then(undefined, (error: unknown) => Object(error).status as number);
      return [etag, saved.status, stale];
    });
    expect(result).toEqual(['"v1"', 204, 412]);
    expect(note).toEqual({ text: "b", version: 2 });
  });

  test("gets from the cache of the browser what is still current", { timeout: limit }, async () => {
    const read = () => page.evaluate(async () => client.request(tree.note.find).bodyOrThrow());
    note = { text: "cached", version: 70 };
    expect([await read(), await read()]).toEqual([note, note]);
    expect(seen).toEqual(["GET /v1/note 200", "GET /v1/note 304"]);
    note = { text: "another", version: 71 };
    expect(await read()).toEqual(note);
  });
});
