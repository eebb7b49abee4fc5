// What every application of examples/pages does, walked in Chromium from its production build: the same tests for each
// framework, on each version of Node that it is said to run on.

import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  buildPages,
  freePort,
  installPages,
  startPages,
  testedNode,
  type StartedPages,
} from "../../scripts/pages.mjs";
import { launchChromium } from "../support/chromium.ts";
import { Outgoing } from "./outgoing.ts";

/** The Node that runs the tests, and the one that the tests of runtimes install. */
export const thisNode: string = process.execPath;
export const node24: string = testedNode;

const hasNode24 = process.platform === "linux" && process.arch === "x64";

// These end what hangs, on a machine that has other work.
const limit = 60_000;
const setup = 1_200_000;

/** Walks an application, once for each Node. */
export function walk(name: string, nodes: Readonly<Record<string, string>>): void {
  let folder: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), `bough-pages-${name}-`));
    await installPages(name, folder);
    browser = await launchChromium(limit);
  }, setup);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  for (const [title, node] of Object.entries(nodes)) {
    const body = (): void => walkOn(node, { folder: () => folder, browser: () => browser });
    if (node === node24 && !hasNode24) describe.skip(`on ${title} (Linux on x64 only)`, body);
    else describe(`on ${title}`, body);
  }
}

interface Installed {
  readonly folder: () => string;
  readonly browser: () => Browser;
}

function walkOn(node: string, installed: Installed): void {
  let pages: StartedPages;
  let outgoing: Outgoing;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    const port = await freePort();
    await buildPages(installed.folder(), { node, port });
    outgoing = new Outgoing(join(installed.folder(), "outgoing.txt"));
    const { preload, env } = outgoing;
    pages = await startPages(installed.folder(), { node, port, preload, env });
  }, setup);

  afterAll(async () => {
    for (const context of contexts) await context.close();
    await pages?.stop();
  });

  /** A new visitor's page, and what went wrong in it. */
  async function visit(javaScriptEnabled = true): Promise<{ page: Page; errors: string[] }> {
    const context = await installed.browser().newContext({ baseURL: pages.url, javaScriptEnabled });
    context.setDefaultTimeout(limit);
    contexts.push(context);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    return { page, errors };
  }

  const html = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${pages.url}${path}`, { headers });
    const source = await response.text();
    // What a visitor reads without scripts.
    const text = source.replaceAll(/<script[\s\S]*?<\/script>|<[^>]*>/g, "");
    return { status: response.status, source, text };
  };

  /** The API over the network, as other programs call it. */
  const api = async (path: string, init: RequestInit = {}) =>
    fetch(`${pages.url}/api/v1${path}`, init);
  const titles = async (): Promise<string[]> => {
    const response = await api("/books?limit=50");
    const { books } = (await response.json()) as { books: { title: string }[] };
    return books.map(({ title }) => title);
  };
  const newBook = (title: string, headers: Record<string, string>): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ title, author: "Anna Seghers" }),
  });
  /** Signs in without a browser; returns the `Cookie` header. */
  const signedIn = async (): Promise<string> => {
    const response = await api("/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "ada", password: "lovelace" }),
    });
    expect(response.status).toBe(200);
    return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  };

  test("counts a connection that is opened", async () => {
    const counted = new Outgoing(join(installed.folder(), "counted.txt"));
    const program = `await fetch(${JSON.stringify(pages.url)})`;
    const preload = `--import=${pathToFileURL(counted.preload).href}`;
    await promisify(execFile)(node, [preload, "--input-type=module", "--eval", program], {
      env: { ...process.env, ...counted.env },
    });
    expect(counted.connections).toEqual([new URL(pages.url).host]);
  });

  test("renders pages without opening a connection", async () => {
    const list = await html("/");
    expect(list.status).toBe(200);
    expect(list.text).toContain("Middlemarch");
    const [book = ""] = /\/books\/[\da-f-]{36}/.exec(list.source) ?? [];
    expect((await html(book)).text).toContain("George Eliot");
    // The visitor's cookie, on the way from the browser to the API.
    expect(list.text).not.toContain("Signed in as");
    expect((await html("/", { cookie: await signedIn() })).text).toContain("Signed in as ada");
    // None since the start, because a connection that was opened before would be used again.
    expect(outgoing.connections).toEqual([]);
  });

  test("shows a page for unknown addresses", async () => {
    const { page } = await visit();
    for (const path of ["/nowhere", `/books/${randomUUID()}`, "/books/nonsense"]) {
      const response = await page.goto(path);
      expect([path, response?.status()]).toEqual([path, 404]);
      await page.getByRole("heading", { name: "Not found" }).waitFor();
    }
    const problem = await api("/nowhere");
    expect(problem.status).toBe(404);
    expect(problem.headers.get("content-type")).toBe("application/problem+json");
  });

  test("asks for nothing again that was rendered", async () => {
    const { page, errors } = await visit();
    const asked = dataRequests(page);
    await page.goto("/");
    await readMore(page);
    // A set, because a button that reacts late is pressed again.
    const urls = [...new Set(asked.map((request) => request.url()))];
    expect(urls).toEqual([expect.stringMatching(/\/api\/v1\/books\?after=[\da-f-]{36}$/)]);

    const book = await page.getByRole("listitem").getByRole("link").first().getAttribute("href");
    // Once a link leads to another page without loading the document, the scripts have run.
    await expect
      .poll(
        async () => {
          await page.goto(book ?? "");
          await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
          await page.getByRole("link", { name: "Reading list" }).click();
          await page.getByRole("heading", { name: "Books" }).waitFor();
          return page.evaluate(() => "isSamePage" in globalThis);
        },
        { timeout: limit, interval: 500 },
      )
      .toBe(true);
    expect(asked.map((request) => request.url())).not.toContain(`${pages.url}/api/v1${book}`);
    expect(errors).toEqual([]);
  });

  test("signs in and out by a cookie", async () => {
    const { page, errors } = await visit();
    const session = async () =>
      (await page.context().cookies()).find((cookie) => cookie.name === "session");
    await signIn(page, "wrong");
    await page.getByText("Name or password is wrong").waitFor();
    expect(await session()).toBeUndefined();

    await signIn(page);
    await page.getByText("Signed in as ada").waitFor();
    expect(await session()).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax" });
    await page.reload();
    await page.getByText("Signed in as ada").waitFor();

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    expect(await session()).toBeUndefined();
    expect(errors).toEqual([]);
  });

  test(
    "shows failures at their fields, and new data after a write",
    { timeout: 3 * limit },
    async () => {
      const { page, errors } = await visit();
      const title = `Transit ${randomUUID()}`;
      await signIn(page);
      await page.getByText("Signed in as ada").waitFor();
      await page.goto("/");
      await readMore(page);
      // A page that is loaded anew forgets this.
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

      await page.getByRole("link", { name: "Add a book" }).click();
      await fillBook(page, "", "Anna Seghers");
      await page.getByText("Enter a title").waitFor();
      expect(await page.getByLabel("Author").inputValue()).toBe("Anna Seghers");
      await fillBook(page, "Solaris", "Anna Seghers");
      await page.getByText("This book is on the list already").waitFor();
      await fillBook(page, title, "Anna Seghers");
      await page.getByRole("listitem").first().getByText(title).waitFor();
      expect(await titles()).toContain(title);

      await page.getByRole("link", { name: title }).click();
      await page.getByRole("heading", { name: title }).waitFor();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("heading", { name: "Books" }).waitFor();
      await page.getByRole("link", { name: title }).waitFor({ state: "detached" });
      expect(await titles()).not.toContain(title);

      expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
      expect(errors).toEqual([]);
    },
  );

  test("works without scripts", async () => {
    const { page } = await visit(false);
    const title = `Transit ${randomUUID()}`;
    await signIn(page, "wrong");
    await page.getByText("Name or password is wrong").waitFor();
    await signIn(page);
    await page.getByText("Signed in as ada").waitFor();

    await page.goto("/new");
    await fillBook(page, "", "Anna Seghers");
    await page.getByText("Enter a title").waitFor();
    expect(await page.getByLabel("Author").inputValue()).toBe("Anna Seghers");
    await fillBook(page, title, "Anna Seghers");
    await page.getByRole("link", { name: title }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "Books" }).waitFor();
    expect(await page.getByRole("link", { name: title }).count()).toBe(0);
    expect(await titles()).not.toContain(title);

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
  });

  test("renders what the API has written", async () => {
    const title = `Transit ${randomUUID()}`;
    const written = await api("/books", newBook(title, { cookie: await signedIn() }));
    expect(written.status).toBe(201);
    expect((await html("/")).text).toContain(title);
  });

  test("links to the API by its declaration", async () => {
    const { page } = await visit();
    await page.goto("/");
    await page.getByRole("listitem").getByRole("link").first().click();
    const href = await page.getByRole("link", { name: "JSON" }).getAttribute("href");
    expect(href).toMatch(/^\/api\/v1\/books\/[\da-f-]{36}$/);
    const book = (await (await fetch(`${pages.url}${href}`)).json()) as { title: string };
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(book.title);
  });

  describe("a page of another origin", () => {
    let attacker: Attacker;
    beforeAll(async () => {
      attacker = await startAttacker();
    });
    afterAll(async () => {
      await attacker.close();
    });

    test("writes nothing with a form of its own", async () => {
      const { page } = await visit(false);
      const title = `Stolen ${randomUUID()}`;
      await signIn(page);
      await page.getByText("Signed in as ada").waitFor();
      await page.goto("/new");
      attacker.html = await page
        .locator("form", { has: page.getByLabel("Title") })
        .evaluate((form, url) => {
          form.setAttribute("action", new URL(form.getAttribute("action") ?? "", url).href);
          return form.outerHTML;
        }, page.url());
      await page.goto(attacker.url);
      const sent = page.waitForRequest((request) => request.method() === "POST");
      await fillBook(page, title, "Anna Seghers");
      const headers = await (await sent).allHeaders();
      // The browser sends the cookie, because ports do not make a site: only the origin tells the two apart.
      expect([headers["cookie"], headers["origin"]]).toEqual([
        expect.stringContaining("session="),
        attacker.url,
      ]);
      await (await sent).response();
      expect(await titles()).not.toContain(title);
    });

    test("writes nothing through the API", async () => {
      const title = `Stolen ${randomUUID()}`;
      const cookie = await signedIn();
      const refused = await api("/books", newBook(title, { cookie, origin: attacker.url }));
      expect(refused.status).toBe(403);
      expect(await titles()).not.toContain(title);
      const own = await api("/books", newBook(title, { cookie, origin: pages.url }));
      expect(own.status).toBe(201);
    });
  });
}

/** What scripts of a page ask for while it is open. */
function dataRequests(page: Page): Request[] {
  const asked: Request[] = [];
  page.on("request", (request) => {
    if (["fetch", "xhr"].includes(request.resourceType())) asked.push(request);
  });
  return asked;
}

/** Loads the second page of the list by its button, which works as soon as the scripts have started. */
async function readMore(page: Page): Promise<void> {
  const items = page.getByRole("listitem");
  const before = await items.count();
  const button = page.getByRole("button", { name: "More" });
  let isAsked = false;
  page.on("request", (request) => (isAsked ||= request.url().includes("after=")));
  await expect
    .poll(
      async () => {
        if (!isAsked) await button.click();
        return isAsked;
      },
      { timeout: limit, interval: 500 },
    )
    .toBe(true);
  await expect.poll(() => items.count(), { timeout: limit }).toBeGreaterThan(before);
}

async function signIn(page: Page, password = "lovelace"): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Name").fill("ada");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function fillBook(page: Page, title: string, author: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Author").fill(author);
  await page.getByRole("button", { name: "Add" }).click();
}

interface Attacker {
  readonly url: string;
  html: string;
  close(): Promise<void>;
}

/** A server on another port, whose page has the HTML of a test. */
async function startAttacker(): Promise<Attacker> {
  const attacker = { html: "" };
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end(attacker.html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(attacker, {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  });
}
