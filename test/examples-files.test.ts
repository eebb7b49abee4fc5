// The files example: its API over HTTP, and its page in a real browser.

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "bough/client";
import { listen } from "bough/node";
import type { Listening } from "bough/node";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api, FileNotFound } from "../examples/files/api.ts";
import type { StoredFile } from "../examples/files/api.ts";
import { createFilesServer } from "../examples/files/server.ts";
import { bundleScript, routeSite } from "../examples/files/site.ts";
import { FileStore } from "../examples/files/store.ts";
import { launchChromium } from "./support/chromium.ts";
import { describeIfComplete } from "./support/matrix.ts";

const limit = 60_000;

let folder: string;
let listening: Listening;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bough-files-"));
  const server = createFilesServer(new FileStore(folder));
  routeSite(server, await bundleScript(["bough:source"]));
  listening = await listen(server);
}, limit);

afterAll(async () => {
  await listening?.close({ grace: 0 });
  await rm(folder, { recursive: true, force: true });
}, limit);

/** Content that no compression or repetition can stand in for. */
function contentOf(size: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) {
    crypto.getRandomValues(content.subarray(at, at + 65_536));
  }
  return content;
}

describe("the files example over HTTP", () => {
  const client = () => createClient({ baseUrl: listening.url });
  const { files } = api;

  test("keeps what is uploaded, with its name", async () => {
    const content = contentOf(300_000);
    const file = new File([content], "été 1.bin", { type: "application/x-test" });
    const result = await client().request(files.upload, { title: "Summer", file });
    const stored = result.bodyOrThrow();
    expect(stored).toMatchObject({ title: "Summer", name: "été 1.bin", bytes: 300_000 });
    expect(result.ok && result.headers.location).toBe(files.file(stored.id).find.path);
    expect(await client().request(files.list).bodyOrThrow()).toContainEqual(stored);

    const { download } = files.file(stored.id);
    const answer = await fetch(client().urlOf(download));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/x-test",
      "content-length": "300000",
      "accept-ranges": "bytes",
      "content-disposition": `attachment; filename="_t_ 1.bin"; filename*=UTF-8''%C3%A9t%C3%A9%201.bin`,
    });
    expect(Buffer.from(content).equals(new Uint8Array(await answer.arrayBuffer()))).toBe(true);
    const part = await client().request(download, { init: { headers: { range: "bytes=10-19" } } });
    expect(part.response.status).toBe(206);
    expect([...(await bytesOf(part.bodyOrThrow()))]).toEqual([...content.subarray(10, 20)]);

    await client().request(files.file(stored.id).remove);
    expect((await client().request(download)).failedWith(FileNotFound)).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  test("tells of arrivals, and of those that were missed", async () => {
    const send = async (title: string): Promise<StoredFile> =>
      client()
        .request(files.upload, { title, file: new Blob([title]) })
        .bodyOrThrow();
    const live = await client().request(files.arrivals);
    const messages = live.bodyOrThrow().messages[Symbol.asyncIterator]();
    const first = await send("one");
    const arrival = await messages.next();
    expect(arrival.value).toMatchObject({ data: first, event: "arrival" });
    await messages.return?.(undefined);
    const second = await send("two");
    const id = Number((arrival.value as { id: string }).id);
    const later = await client().request(files.arrivals, { headers: { "last-event-id": id } });
    for await (const file of later.bodyOrThrow()) {
      expect(file).toEqual(second);
      break;
    }
  });

  test.each([
    ["no file", 400, [["title", "a"]]],
    ["no title", 400, [["file", new Blob(["1"])]]],
    [
      "two files",
      400,
      [
        ["title", "a"],
        ["file", new Blob(["1"])],
        ["file", new Blob(["2"])],
      ],
    ],
  ] as const)("refuses %s and keeps nothing of it", async (_, status, entries) => {
    const before = await readdir(folder);
    const body = new FormData();
    for (const [name, value] of entries) {
      body.append(name, value as Blob);
    }
    const answer = await fetch(client().urlOf(files.upload), { method: "POST", body });
    expect(answer.status).toBe(status);
    expect(await readdir(folder)).toEqual(before);
  });
});

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream as BodyInit).arrayBuffer());
}

describeIfComplete("the files example in Chromium", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium(limit);
  }, limit);

  afterAll(async () => browser?.close(), limit);

  async function open(): Promise<Page> {
    const page = await browser.newPage({ acceptDownloads: true });
    page.setDefaultTimeout(limit / 2);
    await page.goto(listening.url);
    await page.waitForSelector("ul[data-live]", { state: "attached" });
    return page;
  }

  /** Slow enough that there is progress to see. */
  async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  }

  async function choose(page: Page, title: string, content: Uint8Array): Promise<void> {
    await page.fill("input[name=title]", title);
    const buffer = Buffer.from(content);
    await page.setInputFiles("input[name=file]", {
      name: "photo ä.bin",
      mimeType: "image/x-test",
      buffer,
    });
  }

  test(
    "uploads with progress, shows the arrival, and downloads the same",
    { timeout: 2 * limit },
    async () => {
      const page = await open();
      const other = await open();
      const errors: unknown[] = [];
      page.on("pageerror", (error) => errors.push(error));
      await page.evaluate(() => {
        const bar = document.querySelector("progress") as HTMLProgressElement;
        const seen: number[] = [];
        Object.assign(globalThis, { seen });
        new MutationObserver(() => seen.push(bar.value)).observe(bar, { attributes: true });
      });
      const content = contentOf(3_000_000);
      await choose(page, "Photo <b>1</b>", content);
      await slowDown(page, 1_500_000);
      await page.click("button");

      const link = page.locator("li a", { hasText: "Photo <b>1</b>" });
      await link.waitFor();
      await other.locator("li a", { hasText: "Photo <b>1</b>" }).waitFor();
      await page.waitForFunction(() =>
        document.querySelector("output")?.textContent?.includes("is there"),
      );
      const seen = await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
      expect(seen.some((percent) => percent > 0 && percent < 100)).toBe(true);
      expect(seen.at(-1)).toBe(100);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));

      const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
      expect(download.suggestedFilename()).toBe("photo ä.bin");
      expect((await readFile(await download.path())).equals(content)).toBe(true);
      expect(errors).toEqual([]);
      await page.close();
      await other.close();
    },
  );

  test(
    "goes on with what arrived while the connection was broken",
    { timeout: 2 * limit },
    async () => {
      const page = await open();
      const client = createClient({ baseUrl: listening.url });
      const send = async (title: string): Promise<void> => {
        await client.request(api.files.upload, { title, file: new Blob([title]) }).bodyOrThrow();
        await page.locator("li a", { hasText: title }).waitFor();
      };
      await send("before");
      const again = page.waitForRequest((request) => request.url().endsWith("/arrivals"));
      listening.server.closeAllConnections();
      // The page waits for longer before it comes back; this client sees here that its own are closed.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await send("in between");
      expect(Number((await again).headers()["last-event-id"])).toBeGreaterThan(0);
      await page.close();
    },
  );

  test("cancels an upload, of which nothing is kept", { timeout: 2 * limit }, async () => {
    const before = await readdir(folder);
    const page = await open();
    await choose(page, "Never there", contentOf(1_000_000));
    await slowDown(page, 50_000);
    await page.click("button");
    await page.waitForFunction(() => (document.querySelector("progress")?.value ?? 0) > 0);
    await page.click("button[type=button]");
    await page.waitForFunction(() => document.querySelector("output")?.textContent === "cancelled");
    await expect.poll(async () => readdir(folder), { timeout: limit / 2 }).toEqual(before);
    await page.close();
  });
});
