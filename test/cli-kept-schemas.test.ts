// `bough-cli/vite` and `bough-cli/register` in a project that commits no schemas, from the packed packages.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createViteServer } from "vitest/node";
import { linkDependencies, linkInstalled } from "./support/installed-packages.ts";
import { describeIfComplete, testIfComplete } from "./support/matrix.ts";
import { stagePackage, unpack, type StagedPackage } from "./support/staged-package.ts";

let staged: StagedPackage;
const at = (...path: readonly string[]): string => join(staged.folder, ...path);
const write = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
const written = "src/api.schemas.ts";
const read = (path: string): string => readFileSync(at(path), "utf8");

function apiWith(member: string): string {
  return `import { post, rootResource } from "bough";
export interface Note { ${member} }
export const api = rootResource("v1", { create: post().request<Note>().response<Note>() });
`;
}

beforeAll(() => {
  staged = stagePackage();
  unpack("packages/cli", at("node_modules/bough-cli"));
  linkDependencies("packages/cli", at("node_modules/bough-cli"));
  for (const name of ["vite", "jiti"]) {
    linkInstalled("examples/conduit", name, at("node_modules", name));
  }
  write("package.json", '{ "type": "module" }');
  const options = { strict: true, module: "preserve", target: "es2022", skipLibCheck: true };
  write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { ...options, types: [] }, include: ["src"] }),
  );
  write(
    "src/server.ts",
    `import { createServer } from "bough/server";
import { api } from "./api.ts";
import { schemas } from "./api.schemas.ts";
export const server = createServer({ schemas });
server.route(api.create, ({ body }) => body);
`,
  );
  write(
    "src/main.ts",
    `import { server } from "./server.ts";
const body = JSON.stringify({ text: 1 });
const headers = { "content-type": "application/json" };
const { status } = await server.fetch("http://localhost/v1", { method: "POST", headers, body });
console.log("status", status);
`,
  );
  write(
    "vite.config.js",
    `import bough from "bough-cli/vite";
export default { plugins: [bough()], build: { ssr: "src/main.ts", minify: false } };
`,
  );
});

beforeEach(() => {
  rmSync(at(written), { force: true });
  write("src/api.ts", apiWith("text: string"));
});

afterAll(() => {
  staged.remove();
});

function node(...args: readonly string[]): { output: string; status: number | null } {
  const env = { ...process.env, NODE_OPTIONS: "" };
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: staged.folder,
    encoding: "utf8",
    env,
  });
  return { output: stdout + stderr, status };
}
const build = () => node("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn");

describe("bough-cli/vite", () => {
  test("writes the schemas before a build, which validates by them", () => {
    expect(build()).toMatchObject({ status: 0 });
    expect(read(written)).toContain('"text"');
    expect(node("dist/main.js").output).toBe("status 400\n");
    write("src/api.ts", apiWith("text: number"));
    expect(build()).toMatchObject({ status: 0 });
    expect(node("dist/main.js").output).toBe("status 200\n");
  });

  testIfComplete("ends a build whose types have faults, and says where", () => {
    write("src/api.ts", apiWith("text: Map<string, string>"));
    const { output, status } = build();
    expect(status).toBe(1);
    expect(output).toContain("src/api.ts");
    expect(existsSync(at(written))).toBe(false);
  });

  testIfComplete(
    "writes them again after a change in development, and keeps the last ones while types are wrong",
    async () => {
      const { default: bough } = (await import(
        pathToFileURL(at("node_modules/bough-cli/dist/vite.js")).href
      )) as typeof import("../packages/cli/src/vite.ts");
      const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
      const vite = await createViteServer({
        root: staged.folder,
        configFile: false,
        logLevel: "silent",
        plugins: [bough()],
        server: { middlewareMode: true, ws: false },
        optimizeDeps: { noDiscovery: true },
      });
      try {
        await vite.ssrLoadModule("/src/server.ts");
        expect(read(written)).toContain('{"type":"string"}');
        write("src/api.ts", apiWith("text: number"));
        await vi.waitFor(() => expect(read(written)).toContain('{"type":"number"}'), 60_000);
        write("src/api.ts", apiWith("text: Missing"));
        await vi.waitFor(() => expect(said.mock.calls.join("")).toContain("Missing"), 60_000);
        expect(read(written)).toContain('{"type":"number"}');
      } finally {
        await vite.close();
        said.mockRestore();
      }
    },
  );
});

// Node 22.18 and newer run TypeScript. Here a loader does it, as `tsx` does on Node 20.
const loader = `import { register } from "node:module";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const { code } = transformSync(readFileSync(fileURLToPath(url), "utf8"), { loader: "ts" });
  return { format: "module", source: code, shortCircuit: true };
}
if (!process.env.LOADED) {
  process.env.LOADED = "yes";
  register(import.meta.url);
}
`;

describeIfComplete("bough-cli/register", () => {
  const main = ["--import", "./loader.mjs", "--import", "bough-cli/register", "src/main.ts"];

  beforeAll(() => {
    write("loader.mjs", loader);
    linkInstalled(".", "esbuild", at("node_modules/esbuild"));
  });

  test("writes the schemas before a module imports them", () => {
    expect(node(...main).output).toBe("status 400\n");
    expect(read(written)).toContain('{"type":"string"}');
    write("src/api.ts", apiWith("text: number"));
    expect(node(...main).output).toBe("status 200\n");
  });

  test("leaves built files alone", () => {
    build();
    rmSync(at(written));
    expect(node("--import", "bough-cli/register", "dist/main.js").output).toBe("status 400\n");
    expect(existsSync(at(written))).toBe(false);
  });

  test("ends the program if types have faults", () => {
    write("src/api.ts", apiWith("text: Missing"));
    const { output, status } = node(...main);
    expect(status).toBe(1);
    expect(output).toContain("Cannot find name 'Missing'");
  });
});
