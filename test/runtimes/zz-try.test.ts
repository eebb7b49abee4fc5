import { test } from "vitest";
import { writeFileSync } from "node:fs";
import { cases } from "./cases.ts";
import { exchange, inTurn } from "./exchange.ts";
import { launch } from "./launch.ts";
import { runtimes } from "./runtimes.ts";
test("try", async () => {
  const all: Record<string, unknown> = {};
  for (const runtime of runtimes) {
    try {
    const t0 = Date.now();
    const running = await launch(runtime);
    const t1 = Date.now();
    const out = await inTurn(cases, (c) => exchange(running.port, c));
    const t2 = Date.now();
    const e = await running.end(runtime.name === "workerd" ? "SIGKILL" : "SIGTERM");
    console.log(runtime.name, t1 - t0, t2 - t1, Date.now() - t2, JSON.stringify(e), running.stderr().slice(0, 600));
    all[runtime.name] = Object.fromEntries(cases.map((c, i) => [c.name, out[i]]));
    } catch (e) { console.log(runtime.name, String(e)); }
  }
  writeFileSync("/tmp/all.json", JSON.stringify(all));
}, 300_000);
