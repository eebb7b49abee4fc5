// Servers of contestants: one process each, all on processor 0, each on a port of its own.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { checkServer } from "./check.mjs";
import { appOf } from "./contestants.mjs";
import { freePort } from "./free-port.mjs";
import { undisturbed } from "./undisturbed.mjs";

const serve = fileURLToPath(new URL("../apps/serve.mjs", import.meta.url));

/**
 * What `figuresOf(app, key)` gives, by contestant and figure, one value a round. Every round has new
 * processes and the other order; for each key, each contestant has its turn.
 */
export async function inRounds({ names, rounds, node }, keys, { warm, figuresOf }) {
  const seen = Object.fromEntries(names.map((name) => [name, {}]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? names : names.toReversed();
    const { apps, stop } = await startApps(order, node, warm);
    for (const key of keys) {
      for (const app of apps) {
        for (const [figure, value] of Object.entries(undisturbed(() => figuresOf(app, key)))) {
          (seen[app.name][figure] ??= []).push(value);
        }
      }
    }
    stop();
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  }
  return seen;
}

/**
 * Starts one after the other, checks what it answers, and warms it before the next one starts: a
 * process of Node that idles before its first load stays slower for good (`process.nextTick` takes
 * 8 µs of a request in place of 0.5), whoever it is. `stop` ends them all; so does the end of this
 * process.
 */
async function startApps(names, node, warm) {
  const apps = [];
  const stop = () => apps.forEach(({ child }) => child.kill("SIGKILL"));
  process.on("exit", stop);
  for (const name of names) {
    const app = start(name, await freePort(), node);
    apps.push(app);
    app.module = app.name === "trpc" ? await import(appOf(app.name)) : {};
    await answering(app);
    await checkServer(app.name, app.module, (path, init) => fetch(app.origin + path, init));
    warm(app);
  }
  return {
    apps,
    stop: () => {
      process.off("exit", stop);
      stop();
    },
  };
}

function start(name, port, node) {
  const child = spawn("taskset", ["-c", "0", node.path, serve, name, String(port)], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return { name, child, origin: `http://127.0.0.1:${port}` };
}

async function answering({ name, child, origin }) {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    try {
      await (await fetch(`${origin}/v1/nope/x`)).text();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`${name} does not answer`);
}
