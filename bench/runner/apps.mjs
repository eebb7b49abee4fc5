// Servers of contestants, each in its own process on processor 0, with its own port.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { checkServer } from "./check.mjs";
import { appOf } from "./contestants.mjs";
import { freePort } from "./free-port.mjs";
import { undisturbed } from "./undisturbed.mjs";

const bench = new URL("../", import.meta.url);

/**
 * The results of `figuresOf(app, key)` by contestant and figure, one value per round. Each round starts a
 * new process per contestant, in alternating order; checks it, warms it up, measures every key, and stops
 * it before the next one starts. A Node process that idles between two loads is slower in the second,
 * because V8 drops compiled code and the fast path of `process.nextTick`. `homeOf(name)` is the bench folder of
 * another checkout, and `contestantOf(name)` the contestant in it.
 */
export async function inRounds(
  { names, rounds, node, homeOf = () => bench, contestantOf = (name) => name },
  keys,
  { warm, figuresOf },
) {
  const seen = Object.fromEntries(names.map((name) => [name, {}]));
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { app, stop } = await startApp(contestantOf(name), node, homeOf(name));
      warm(app);
      for (const key of keys) {
        for (const [figure, value] of Object.entries(undisturbed(() => figuresOf(app, key)))) {
          (seen[name][figure] ??= []).push(value);
        }
      }
      stop();
    }
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  }
  return seen;
}

/** Starts and checks a contestant. `stop` ends it; the end of this process does too. */
async function startApp(name, node, home) {
  const app = start(name, await freePort(), node, home);
  const kill = () => app.child.kill("SIGKILL");
  process.on("exit", kill);
  app.module = name === "trpc" ? await import(appOf(name)) : {};
  await answering(app);
  await checkServer(name, app.module, (path, init) => fetch(app.origin + path, init));
  return {
    app,
    stop: () => {
      process.off("exit", kill);
      kill();
    },
  };
}

function start(name, port, node, home) {
  const serve = fileURLToPath(new URL("apps/serve.mjs", home));
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
