// The tutorial does what it says: its commands run in an empty folder, with the packed package, in their order. A
// TypeScript block is written to the file that it names, or added to its end; a text block is what the command
// before it prints.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkDependencies } from "./support/installed-packages.ts";
import { packedTarball, repository, unpack } from "./support/staged-package.ts";

interface Step {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

const page = readFileSync(join(repository, "docs/tutorial/bookshop.md"), "utf8");
const steps = [...page.matchAll(/^```(\w+)\n([^]*?)\n```$/gm)].map(
  ([, language = "", text = ""], index, all): Step => ({
    language,
    text,
    line: page.slice(0, all[index]?.index).split("\n").length,
  }),
);

const parent = mkdtempSync(join(tmpdir(), "bough-tutorial-"));
let folder = parent;
let port = 0;
let server: ChildProcess | undefined;

beforeAll(async () => {
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  ({ port } = free.address() as AddressInfo);
  await new Promise((closed) => free.close(closed));
});

afterAll(async () => {
  await stop();
  rmSync(parent, { recursive: true, force: true });
});

async function stop(): Promise<void> {
  if (server === undefined || server.exitCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGKILL");
  await ended;
}

const atPort = (text: string): string => text.replaceAll("4817", String(port));

/** The packed package in place of the one in the registry, and the repository's copies of the other packages. */
function withoutRegistry(command: string): string {
  if (!command.startsWith("npm install")) return command;
  const words = command.split(" ").filter((word) => word !== "bough-cli");
  const names = words.map((word) => {
    if (word === "bough") return packedTarball("packages/bough");
    if (word === "bough-openapi") return packedTarball("packages/openapi");
    return /^(?:zod|typescript|@types\/node|swagger-ui-dist)$/.test(word)
      ? `file:${join(repository, "node_modules", word)}`
      : word;
  });
  return `${names.join(" ")} --offline --no-audit --no-fund`;
}

/** What npm installs for `bough-cli`, with the libraries of the repository. */
function installCommands(): void {
  const target = join(folder, "node_modules/bough-cli");
  unpack("packages/cli", target);
  linkDependencies("packages/cli", target);
}

async function runCommands(text: string): Promise<string> {
  let output = "";
  for (const command of text.split("\n")) {
    output += await runCommand(withoutRegistry(atPort(command)));
    if (/^npm install .*\bbough-cli\b/.test(command)) installCommands();
    const [, entered] = /cd (\S+)$/.exec(command) ?? [];
    if (entered !== undefined) folder = join(folder, entered);
  }
  return output;
}

async function runCommand(command: string): Promise<string> {
  const [, build, main] = /^(.*) && (node dist\/main\.js)$/.exec(command) ?? [];
  if (main !== undefined) {
    await stop();
    return (await runCommand(build ?? "")) + (await start(main));
  }
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
  return `${stdout}\n`;
}

/** Starts the server and returns its first line. */
async function start(command: string): Promise<string> {
  const [program = "", ...rest] = command.split(" ");
  server = spawn(program, rest, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const stdout = server.stdout;
  if (stdout === null) throw new Error("no output");
  const [chunk] = (await once(stdout, "data")) as [Buffer];
  return String(chunk);
}

function writeFile(text: string): void {
  const [, name] = /^\/\/ ([\w.-]+\.ts)\n/.exec(text) ?? [];
  // A block without a name shows mistakes; the compiler checks it in test/docs.test.ts.
  // The command writes schemas; the page shows their type.
  if (name === undefined || name.endsWith(".schemas.ts")) return;
  const path = join(folder, name);
  if (existsSync(path)) appendFileSync(path, `\n${atPort(text)}\n`);
  else writeFileSync(path, `${atPort(text)}\n`);
}

describe("docs/tutorial/bookshop.md", () => {
  let output = "";

  test("has commands, files and what they print", () => {
    const languages = new Set(steps.map(({ language }) => language));
    expect(languages).toEqual(new Set(["sh", "json", "ts", "txt"]));
    expect(steps.filter(({ language }) => language === "txt").length).toBeGreaterThan(6);
  });

  test.each(steps)("line $line: $language", async ({ language, text }) => {
    if (language === "sh") output = await runCommands(text);
    else if (language === "ts") writeFile(text);
    else if (language === "json") writeFileSync(join(folder, "tsconfig.json"), text);
    else for (const line of text.split("\n")) expect(`${output}\n`).toContain(`${atPort(line)}\n`);
  });

  test("imports at most 15 names of Bough", () => {
    const imports = /^import (?:type )?\{([^}]+)\} from "bough(?:\/[\w/]+)?";$/gm;
    const names = [...page.matchAll(imports)].flatMap(([, list = ""]) =>
      list.split(",").map((name) => name.trim()),
    );
    expect(names).toContain("createClient");
    expect(new Set(names).size).toBeLessThanOrEqual(15);
  });
});
