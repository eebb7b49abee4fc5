// The promise of docs/concepts/stability.md: a client of a released version talks to the servers of all later ones. The
// clients are the packed one of this commit, and each that package.json has under the name of its version, such as
// `bough-0.1.0`; scripts/release.mjs adds the released one.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { listen, type Listening } from "bough/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repository, unpack } from "./support/staged-package.ts";
// @ts-expect-error - JavaScript, so that each version of `bough` can load it
import * as wire from "./wire/server.mjs";

const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
  devDependencies: Record<string, string>;
};
const released = Object.keys(manifest.devDependencies).filter((name) => /^bough-\d/.test(name));
const folder = mkdtempSync(join(tmpdir(), "bough-wire-"));
let listening: Listening;

beforeAll(async () => {
  listening = await listen(wire.wireServer(), { port: 0, hostname: "127.0.0.1" });
});

afterAll(async () => {
  await listening.close();
  rmSync(folder, { recursive: true });
});

test.each(["this commit", ...released])("a client of %s calls this server", async (version) => {
  const home = join(folder, version);
  mkdirSync(join(home, "node_modules"), { recursive: true });
  cpSync(join(repository, "test/wire"), home, { recursive: true });
  const bough = join(home, "node_modules/bough");
  if (version === "this commit") unpack("packages/bough", bough);
  else symlinkSync(join(repository, "node_modules", version), bough, "junction");
  const { stdout, stderr } = await run(join(home, "calls.mjs"), listening.url);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(received);
});

const received = {
  list: { limit: 2, tags: ["a b", "c&d"], order: "up", tenant: "é" },
  create: [201, "/v1/users/1", { id: 1, name: "Ada" }],
  taken: { holder: "Grace" },
  bare: { errors: ["bare"] },
  find: { name: "Ada", version: 3 },
  replace: { name: "Grace", version: 4 },
  missing: true,
  remove: 204,
  text: "é",
  form: { name: "a=&b", tags: ["x", "y"] },
  parts: { name: "n", file: ["a.txt", "text/plain", "content"] },
  bytes: [0, 255],
  stream: "streamed",
  lines: [1, { a: 2 }],
  events: [1, { a: 2 }],
  me: "secret",
  sign: "signed",
  rejected: ["RejectionError", 412],
};

async function run(file: string, url: string): Promise<{ stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [file, url]);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}
