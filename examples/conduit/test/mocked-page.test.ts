// The page in a real browser on the mock of its API, in the service worker of MSW: no server has the API.
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listen } from "bough/node";
import type { Listening } from "bough/node";
import { createServer } from "bough/server";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { launchChromium, reasonWithoutChromium } from "./chromium.ts";
import { routeSite } from "../src/site.ts";

const LIMIT = 120_000;
const reason = reasonWithoutChromium();
if (reason !== undefined) console.warn(`The page of Conduit on a mock is not tested: ${reason}`);

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

test("the handlers of the mock have at most 80 lines", () => {
  const lines = readFileSync(file("../page/mock/api.ts"), "utf8").trim().split("\n");
  expect(lines.length).toBeLessThanOrEqual(80);
});

describe.skipIf(reason !== undefined)("the page of Conduit on a mock", { timeout: LIMIT }, () => {
  const faults: string[] = [];
  /** Requests for the API that have left the browser. */
  const left: string[] = [];
  let folder: string;
  let listening: Listening;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "conduit-mock-"));
    // Vite takes the mode of React from it, and Vitest has set it to "test".
    vi.stubEnv("NODE_ENV", "production");
    await build({
      configFile: file("../page/vite.config.ts"),
      mode: "mock",
      logLevel: "error",
      build: { outDir: folder, emptyOutDir: true },
    });
    vi.unstubAllEnvs();
    const server = createServer({
      observe: async ({ target }, next) => {
        if (target.startsWith("/api")) left.push(target);
        await next();
      },
    });
    await routeSite(server, folder);
    listening = await listen(server, { port: 0 });
    browser = await launchChromium(LIMIT);
    const context = await browser.newContext({ locale: "en" });
    context.setDefaultTimeout(LIMIT / 2);
    page = await context.newPage();
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto(`${listening.url}/login`);
  }, LIMIT);
  afterAll(async () => {
    await browser?.close();
    await listening?.close();
    await rm(folder, { recursive: true, force: true });
  }, LIMIT);

  const fill = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).fill(value);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
  const follow = (name: string | RegExp) => page.getByRole("link", { name }).first().click();
  const see = (text: string) => page.getByText(text).first().waitFor();

  test("refuses a wrong password, and signs in", async () => {
    await fill("Email", "ada@example.test");
    await fill("Password", "wrong horse");
    await press("Sign in");
    await page.getByRole("alert").first().waitFor();
    await fill("Password", "correct horse");
    await press("Sign in");
    await see("Follow somebody, and their articles appear here.");
    await page.getByRole("link", { name: "Settings" }).waitFor();
  });

  test("lists the articles", async () => {
    await follow("Global feed");
    await see("How a loom counts");
    expect(await page.locator(".preview").count()).toBe(1);
    expect(await page.getByLabel("Popular tags").innerText()).toContain("history");
  });

  test("opens an article of somebody else", async () => {
    await follow(/How a loom counts/);
    await page.locator(".prose strong", { hasText: "one operation" }).waitFor();
    await page.getByRole("button", { name: "Follow grace" }).first().waitFor();
    expect(await page.getByRole("button", { name: "Delete" }).count()).toBe(0);
  });

  test("writes an article, which the server's own rules check", async () => {
    await follow("Write");
    await fill("Title", "Weaving algebra");
    await fill("What is it about?", "How an engine computes");
    await fill("Text", "It weaves *patterns*.");
    await fill("Tags", "x".repeat(41));
    await press("Publish");
    await page.getByRole("alert").or(page.locator("[aria-invalid=true]")).first().waitFor();
    await fill("Tags", "maths, looms");
    await press("Publish");
    await page.getByRole("heading", { name: "Weaving algebra" }).waitFor();
    expect(await page.locator(".tags a").allTextContents()).toEqual(["maths", "looms"]);
  });

  test("comments, and removes a comment", async () => {
    for (const text of ["First!", "Second."]) {
      await fill("Your comment", text);
      await press("Post comment");
      await page.locator(".comment", { hasText: text }).waitFor();
      await expect.poll(() => page.getByLabel("Your comment").inputValue()).toBe("");
    }
    await page.locator(".comment", { hasText: "First!" }).getByRole("button").click();
    await expect.poll(() => page.locator(".comment").allInnerTexts()).toHaveLength(1);
    await see("Second.");
  });

  test("deletes the article, which is then not found", async () => {
    const url = page.url();
    await press("Delete");
    await follow("Global feed");
    await see("How a loom counts");
    expect(await page.locator(".preview").count()).toBe(1);
    const { pathname } = new URL(url);
    const status = await page.evaluate(
      async (path) => (await fetch(path)).status,
      `/api/articles/${pathname.split("/").at(-1)}`,
    );
    expect(status).toBe(404);
  });

  test("sends no request to a server, and throws nothing", () => {
    expect(left).toEqual([]);
    expect(faults).toEqual([]);
  });
});
