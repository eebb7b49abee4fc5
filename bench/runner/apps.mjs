// Servers of contestants, each in its own process on processor 0, with its own port.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { checkServer } from "./check.mjs";
import { appOf } from "./contestants.mjs";
import { freePort } from "./free-port.mjs";
import { undisturbed } from "./undisturbed.mjs";

const bench = new URL("../", import.meta.url);

// How many contestants are measured between two measurements of the base.
const GROUP = 4;

/**
 * The results of `figuresOf(app, key)` by contestant and figure, one value per round: `seen`. Each round starts a
 * new process per contestant, in alternating order; checks it, warms it up, measures every key, and stops
 * it before the next one starts. A Node process that idles between two loads is slower in the second,
 * because V8 drops compiled code and the fast path of `process.nextTick`.
 *
 * A round takes minutes, in which a shared machine gets faster or slower. So the base is measured again after every
 * few contestants, and `beside` has, for each value, the mean of the base's values before and after it.
 *
 * `homeOf(name)` is the bench folder of another checkout, and `contestantOf(name)` the contestant in it.
 */
export async function inRounds(
  { names, rounds, node, base, homeOf = () => bench, contestantOf = (name) => name },
  keys,
  { warm, figuresOf },
) {
  const seen = Object.fromEntries(names.map((name) => [name, {}]));
  const beside = Object.fromEntries(names.map((name) => [name, {}]));
  const measured = async (name) => {
    const { app, stop } = await startApp(contestantOf(name), node, homeOf(name));
    warm(app);
    const figures = keys.map((key) => undisturbed(() => figuresOf(app, key)));
    stop();
    return Object.assign({}, ...figures);
  };
  for (let round = 0; round < rounds; round++) {
    const others = names.filter((name) => name !== base);
    const ordered = round % 2 === 0 ? others : others.toReversed();
    const bases = [];
    for (const [index, name] of ordered.entries()) {
      if (base !== undefined && index % GROUP === 0) bases.push(await measured(base));
      add(seen, name, await measured(name));
    }
    if (base !== undefined) {
      bases.push(await measured(base));
      const all = bases.map((_, index) => meanOf(bases.slice(index, index + 2)));
      ordered.forEach((name, index) => add(beside, name, all[Math.floor(index / GROUP)]));
      for (const record of [seen, beside]) add(record, base, meanOf(bases));
    }
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  }
  return { seen, beside };
}

function add(record, name, figures) {
  for (const [figure, value] of Object.entries(figures)) (record[name][figure] ??= []).push(value);
}

function meanOf(all) {
  const mean = (figure) => all.reduce((sum, one) => sum + one[figure], 0) / all.length;
  return Object.fromEntries(Object.keys(all[0]).map((figure) => [figure, mean(figure)]));
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
