// `npm create bough`: projects that the packed command makes, with the packed packages as a user installs them. They
// pass their own tests, compile, build, start and respond.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkDependencies, linkInstalled } from "./support/installed-packages.ts";
import { describeRows } from "./support/matrix.ts";
import { run, stagePackage, unpack, type StagedPackage } from "./support/staged-package.ts";

let staged: StagedPackage;
const inModules = (...path: readonly string[]): string =>
  join(staged.folder, "node_modules", ...path);

beforeAll(() => {
  staged = stagePackage();
  unpack("packages/cli", inModules("bough-cli"));
  unpack("packages/openapi", inModules("bough-openapi"));
  unpack("packages/diff", inModules("bough-diff"));
  unpack("packages/create", inModules("create-bough"));
  unpack("packages/query", inModules("bough-query"));
  linkDependencies("packages/cli", inModules("bough-cli"));
});

afterAll(() => {
  staged.remove();
});

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function create(args: readonly string[], input = ""): ReturnType<typeof spawnSync> {
  return spawnSync(process.execPath, [inModules("create-bough/dist/index.js"), ...args], {
    cwd: staged.folder,
    encoding: "utf8",
    input,
  });
}

/** What `npm install` does, without a registry. */
function install(folder: string): void {
  const { dependencies, devDependencies } = manifestOf(folder);
  // With React Query, npm also installs the package that has its types.
  const more = devDependencies["@tanstack/react-query"] ? ["@tanstack/query-core"] : [];
  const names = [...Object.keys({ ...dependencies, ...devDependencies }), ...more];
  for (const name of names) linkInstalled("examples/conduit", name, inModules(name));
  const programs = {
    tsc: "typescript/bin/tsc",
    vite: "vite/bin/vite.js",
    bough: "bough/bin/bough.js",
  };
  mkdirSync(inModules(".bin"), { recursive: true });
  for (const [name, file] of Object.entries(programs)) {
    if (!existsSync(inModules(file)) || existsSync(inModules(".bin", name))) continue;
    chmodSync(inModules(file), 0o755);
    symlinkSync(inModules(file), inModules(".bin", name));
  }
}

/** Starts what a project has built, on a free port. */
async function started(folder: string, use: (url: string) => Promise<void>): Promise<void> {
  const [program = "", ...args] = manifestOf(folder).scripts["start"]?.split(" ") ?? [];
  expect(program).toBe("node");
  const env = { ...process.env, NODE_OPTIONS: "", PORT: "0" };
  const server = spawn(process.execPath, args, {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  try {
    if (server.stdout === null) throw new Error("no output");
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    const [url] = /http:\/\/[\d.:]+/.exec(String(line)) ?? [];
    expect(String(line)).toBe(`The server is listening on ${url} and documented on ${url}/docs\n`);
    await use(url ?? "");
  } finally {
    server.kill();
    await ended;
  }
}

const rows = ["zod", "types", "valibot"].flatMap((validation) =>
  ["hono", "node"].flatMap((host) =>
    ["react", "none"].map((page) => {
      const name = `${page}, ${validation}, ${host}`;
      return [`a project with ${name}`, { page, validation, host }] as const;
    }),
  ),
);

describeRows(rows, ({ page, validation, host }) => {
  const name = `${page}-${validation}-${host}`;
  const folderOf = (): string => join(staged.folder, name);
  const npm = (script: string): string => run(["npm", "run", "--silent", script], folderOf());

  beforeAll(() => {
    const args = [name, "--page", page, "--validation", validation, "--host", host];
    const { status, stdout, stderr } = create(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain(`cd ${name}\n  npm install\n  npm run dev\n`);
    install(folderOf());
  });

  test("has the scripts, and the files of its choices alone", () => {
    const { scripts } = manifestOf(folderOf());
    const names = ["dev", "test", "build", "start", "schemas", "contract", "check"];
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(names));
    expect(existsSync(join(folderOf(), "page"))).toBe(page === "react");
    expect(existsSync(join(folderOf(), "src/page.ts"))).toBe(page === "react");
    expect(existsSync(join(folderOf(), "src/schemas.ts"))).toBe(validation !== "types");
    expect(readFileSync(join(folderOf(), ".gitignore"), "utf8")).toBe("node_modules\ndist\n");
  });

  test("has a contract and schemas that are up to date", () => {
    expect(() => npm("check")).not.toThrow();
  });

  test("passes its tests", () => {
    expect(npm("test")).toMatch(/^# pass 3\n# fail 0$/m);
  });

  test("builds, starts and responds", async () => {
    npm("build");
    await started(folderOf(), async (url) => {
      const send = async (body: object): Promise<Response> =>
        fetch(`${url}/api/notes`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
      const created = await send({ text: "Buy tea", more: 1 });
      expect([created.status, await created.json()]).toEqual([
        201,
        { id: expect.any(String) as string, text: "Buy tea" },
      ]);
      expect((await send({ text: "" })).status).toBe(400);
      const docs = await fetch(`${url}/docs`);
      expect([docs.status, docs.headers.get("content-type")]).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
      const home = await fetch(url);
      expect(home.status).toBe(page === "react" ? 200 : 404);
      const [script] = /\/assets\/[\w.-]+\.js/.exec(await home.text()) ?? [];
      if (page === "react") expect((await fetch(url + script)).status).toBe(200);
    });
  });
});

describe("npm create bough", () => {
  test("asks what the flags do not say, and takes the default for an empty answer", () => {
    const { status, stdout } = create(["asked", "--host", "hono"], "vue\nreact\n\n");
    expect([status, stdout]).toEqual([0, expect.stringContaining("Please answer none or react.")]);
    const { dependencies, devDependencies } = manifestOf(join(staged.folder, "asked"));
    expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(
      expect.arrayContaining(["hono", "react"]),
    );
    expect(dependencies).not.toHaveProperty("zod");
  });

  test("asks nothing with --yes", () => {
    const { status, stdout } = create(["answered", "--yes"]);
    expect(status).toBe(0);
    expect(stdout).toBe(
      "\nThe project answered is ready:\n\n  cd answered\n  npm install\n  npm run dev\n",
    );
  });

  test("refuses a name that npm reserves, and prints control characters as escapes", () => {
    const { status, stderr } = create(["node_modules", "--yes"]);
    expect([status, stderr]).toEqual([
      2,
      'npm reserves the name "node_modules": choose another folder\n',
    ]);
    expect(existsSync(join(staged.folder, "node_modules/package.json"))).toBe(false);
    expect(create(["bell\u0007", "--yes"]).stdout).toContain(String.raw`cd bell\u{7}`);
    expect(create(["a", "\u001B[31m"]).stderr).toContain(String.raw`received a \u{1b}[31m`);
  });

  test("names the project as npm accepts it", () => {
    expect(create(["My Shop/.Öffner API", "--yes"]).status).toBe(0);
    const manifest = manifestOf(join(staged.folder, "My Shop/.Öffner API"));
    expect(manifest).toMatchObject({ name: "ffner-api" });
  });

  test("uses an empty folder, and one that git has just made", () => {
    mkdirSync(join(staged.folder, "cloned/.git"), { recursive: true });
    expect(create(["cloned", "--yes"]).status).toBe(0);
  });

  test("writes nothing into a folder with files, nor over a file", () => {
    const folder = join(staged.folder, "taken");
    mkdirSync(folder);
    writeFileSync(join(folder, "notes.txt"), "mine");
    const { status, stderr } = create(["taken", "--yes"]);
    expect([status, stderr]).toEqual([1, "taken has files already: choose another folder\n"]);
    expect(readdirSync(folder)).toEqual(["notes.txt"]);
    const file = create(["taken/notes.txt", "--yes"]);
    expect([file.status, file.stderr]).toEqual([
      1,
      "taken/notes.txt is a file: choose another folder\n",
    ]);
  });

  test.each<[string, readonly string[], string]>([
    ["no folder", [], "name the folder of the project: npm create bough my-api"],
    ["two folders", ["a", "b"], "expected one folder, received a b"],
    [
      "an unknown answer",
      ["a", "--host", "deno"],
      'expected --host to be node or hono, received "deno"',
    ],
    ["an unknown option", ["a", "--hots", "node"], "Unknown option '--hots'"],
  ])("refuses %s", (_, args, message) => {
    const { status, stderr } = create(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(join(staged.folder, "a"))).toBe(false);
  });

  test("prints its help and its version", () => {
    expect(create(["--help"]).stdout).toContain("--validation <types|zod|valibot>");
    expect(create(["--version"]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
