// A server in a worker: a thread of Node, and a worker of a page in a real browser.
import { Worker } from "node:worker_threads";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { createClient, portFetch } from "bough/client";
import { expect, test } from "vitest";
import { isWithoutChromium, launchChromium } from "../support/chromium.ts";
import { api } from "./worker-api.ts";

async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    platform: "neutral",
    external: ["node:*"],
    conditions: ["bough:source"],
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

const serving = (port: string): string => `
  import { createServer, servePort } from "bough/server";
  import { api } from "./worker-api.ts";
  const server = createServer();
  server.route(api.echo, ({ body }) => body);
  server.route(api.copy, ({ body }) => body);
  server.route(api.slow, () => new Promise(() => undefined));
  servePort(${port}, server);`;

test("a thread of Node serves, and its calls fail when it exits", async () => {
  const script = await bundled(
    `import { parentPort } from "node:worker_threads"; ${serving("parentPort")}`,
  );
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const client = createClient({ fetch: portFetch(worker) });
  expect(await client.request(api.echo, "a").bodyOrThrow()).toBe("a");
  const pending = client.request(api.slow).bodyOrThrow();
  await Promise.all([
    expect(pending).rejects.toMatchObject({ cause: { message: "the port is closed" } }),
    worker.terminate(),
  ]);
});

test.skipIf(isWithoutChromium("workers"))(
  "a worker of a page serves, and streams both ways",
  async () => {
    const [worker, page] = await Promise.all([
      bundled(serving("self")),
      bundled(`
        import { createClient, portFetch } from "bough/client";
        import { api } from "./worker-api.ts";
        globalThis.run = async (script) => {
          const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
          const fetch = portFetch(new Worker(url, { type: "module" }));
          const client = createClient({ fetch, baseUrl: "http://worker.test" });
          const text = await client.request(api.echo, "a").bodyOrThrow();
          const sent = new Blob([new Uint8Array(600_000).fill(7)]).stream();
          const received = await client.request(api.copy, sent).bodyOrThrow();
          const { byteLength } = await new Response(received).arrayBuffer();
          const pending = client.request(api.slow).bodyOrThrow();
          fetch.close();
          const { name, cause } = await pending.catch((error) => error);
          const missing = createClient({ fetch: portFetch(new Worker("/missing.js")) });
          const failed = await missing.request(api.echo, "a").bodyOrThrow().catch((error) => error);
          return [text, byteLength, name, cause.message, failed.cause.message];
        };`),
    ]);
    const browser = await launchChromium(60_000);
    try {
      const tab = await browser.newPage();
      tab.setDefaultTimeout(60_000);
      await tab.route("http://page.test/**", (route) =>
        route.fulfill(
          route.request().url().endsWith("/")
            ? { contentType: "text/html", body: "<!doctype html>" }
            : { status: 404 },
        ),
      );
      await tab.goto("http://page.test/");
      await tab.addScriptTag({ content: page, type: "module" });
      const result = await tab.evaluate(`run(${JSON.stringify(worker)})`);
      const loadFault = "the worker's script did not load";
      expect(result).toEqual(["a", 600_000, "TransportError", "portFetch was closed", loadFault]);
    } finally {
      await browser.close();
    }
  },
);
