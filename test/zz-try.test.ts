import { rootResource, get, bytes, body, events } from "bough";
import { createServer } from "bough/server";
import { createClient } from "bough/client";
import { listen } from "bough/node";
import { test } from "vitest";
import { on, EventEmitter } from "node:events";
test("x", async () => {
  const site = rootResource({ page: get().response(bytes("text/html; charset=utf-8")), script: get("app.js").response(bytes("text/javascript")),
    ev: get("ev").response(events<number>()) , ev2: get("ev2").response(events<number>()) });
  console.log(site.page.path, site.script.path);
  const server = createServer({ onError: (e) => console.log("ONERROR", e) });
  const emitter = new EventEmitter();
  server.route(site.page, () => new TextEncoder().encode("<p>"));
  server.route(site.ev, async function* ({ signal }) { try { for await (const [n] of on(emitter, "n", { signal })) yield n; } finally { console.log("ended") } });
  server.route(site.ev2, async function* ({ signal }) { let ab = new Promise(r => signal.addEventListener("abort", r, {once:true})); try { yield 1; while (!signal.aborted) { await ab; } } finally { console.log("ended 2") } });
  const l = await listen(server);
  const r = await fetch(l.url); console.log(r.status, Object.fromEntries(r.headers), await r.text());
  const client = createClient({ baseUrl: l.url });
  for (const e of [site.ev, site.ev2] as const) {
    const ac = new AbortController();
    const seen = await client.request(e, { signal: ac.signal }).bodyOrThrow();
    setTimeout(() => emitter.emit("n", 1), 50);
    for await (const n of seen) { console.log("got", n); break; }
    await new Promise((r) => setTimeout(r, 300));
    console.log("--", emitter.listenerCount("n"));
  }
  await l.close({ grace: 0 });
});
