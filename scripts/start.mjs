// Builds Bough, compiles an example against it, and runs it in this process: `users`, or the one named first, with
// the arguments after it: `npm start -- --once`, `npm start -- files`. Node 20 cannot run TypeScript, so the example
// is compiled by tsc like the package, unless it has its own build script, as `conduit` does. An example that is a
// workspace needs only its own packages; for the others, all are installed. An application of examples/pages is
// installed and built outside the repository.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildExample } from "./build-example.mjs";
import { ensureFolder, ensureRuntimes, ensureWorkspaces, requireNode } from "./install.mjs";
import { buildPages, installPages, nodeFor, pagesApplications, startPages } from "./pages.mjs";
import { freePortFrom, wantedPort } from "./ports.mjs";
import { run } from "./run.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const examples = join(root, "examples");
const [, , first = "users"] = process.argv;
const named = !first.startsWith("-");
const name = named ? first : "users";
const own = join(examples, name, "package.json");

requireNode(20, 19);
if (pagesApplications().includes(name)) {
  await servePages();
  process.exit(0);
}
if (!existsSync(own) && !existsSync(join(examples, name, "main.ts"))) {
  const there = readdirSync(examples).filter((folder) =>
    ["main.ts", "package.json"].some((file) => existsSync(join(examples, folder, file))),
  );
  console.error(
    `There is no example "${name}" to start. There are: ${[...there, ...pagesApplications()].join(", ")}.`,
  );
  process.exit(1);
}

const workspace = existsSync(own) ? JSON.parse(readFileSync(own, "utf8")) : undefined;
if (workspace === undefined) {
  ensureFolder(".");
  buildPackages(JSON.parse(readFileSync(join(examples, "package.json"), "utf8")).dependencies);
} else {
  buildPackages(workspace.dependencies, workspace.name);
}
if (name === "edge") ensureRuntimes();

const isBuilt = workspace?.scripts?.build !== undefined;
if (isBuilt) buildExample(name);
else compile();
const compiled = join(examples, isBuilt ? `${name}/dist` : `.out/${name}`, "main.js");
process.argv.splice(1, named && process.argv.length > 2 ? 2 : 1, compiled);
process.env.PORT = await freePortFrom(wantedPort(name, process.argv, process.env));
process.argv.push("--port", process.env.PORT);
// The tests of Conduit start with an empty database.
if (name === "conduit") process.argv.push("--samples");
await import(pathToFileURL(compiled).href);

async function servePages() {
  const node = nodeFor(name);
  const { dependencies } = JSON.parse(
    readFileSync(join(examples, "pages", name, "package.json"), "utf8"),
  );
  buildPackages(dependencies);
  const folder = mkdtempSync(join(tmpdir(), `bough-pages-${name}-`));
  // Ctrl+C ends the application, then the folder goes.
  const ended = new Promise((resolve) => process.once("SIGINT", resolve).once("SIGTERM", resolve));
  try {
    console.log("Installing and building takes about a minute.");
    await installPages(name, folder);
    const port = Number(await freePortFrom(wantedPort(name, process.argv, process.env)));
    await buildPages(folder, { node, port });
    const pages = await startPages(folder, { node, port });
    console.log(`Open ${pages.url}, and sign in as ada with the password lovelace.`);
    await ended;
    await pages.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs and builds the packages of Bough among some dependencies. */
function buildPackages(dependencies, ...more) {
  const packages = Object.keys(dependencies).filter((one) => /^bough(-|$)/.test(one));
  ensureWorkspaces([...packages, ...more]);
  run(process.execPath, [join(root, "scripts/build.mjs"), ...packages], root);
}

/** Compiles this example alone, because the packages of the others may be missing. */
function compile() {
  const out = join(examples, ".out");
  const project = join(out, `${name}.tsconfig.json`);
  mkdirSync(out, { recursive: true });
  const config = { extends: "../../tsconfig.examples.json", include: [`../${name}`] };
  writeFileSync(project, JSON.stringify(config));
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", project], root);
}
