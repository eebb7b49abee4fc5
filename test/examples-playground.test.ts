// The playground starts, and its page shows what the calls return.
import { join } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isWithoutChromium, launchChromium } from "./support/chromium.ts";
import { repository } from "./support/staged-package.ts";

let vite: ViteDevServer;

beforeAll(async () => {
  vite = await createServer({
    root: join(repository, "examples/playground"),
    configFile: false,
    cacheDir: join(repository, "node_modules/.vite-playground"),
    logLevel: "error",
    server: { port: 0, host: "127.0.0.1" },
  });
  await vite.listen();
}, 240_000);

afterAll(async () => {
  await vite.close();
});

describe.skipIf(isWithoutChromium("the playground"))("the playground", () => {
  test("shows what the calls return", { timeout: 120_000 }, async () => {
    const browser = await launchChromium(60_000);
    try {
      const page = await browser.newPage();
      await page.goto(vite.resolvedUrls?.local[0] ?? "");
      await page.waitForSelector("p:nth-of-type(4)");
      expect(await page.locator("p").allTextContents()).toEqual([
        'all users: [{"id":1,"name":"Ada"},{"id":2,"name":"Grace"}]',
        "user 1: Ada",
        "user 7: no such user",
        "DELETE /users: 405, Allow: GET, POST, HEAD, OPTIONS",
      ]);
    } finally {
      await browser.close();
    }
  });
});
