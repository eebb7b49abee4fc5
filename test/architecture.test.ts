// The row "a kind of body" in ARCHITECTURE.md, followed in a copy: the compiler names each table that lacks the kind,
// and a server sends the new body once each has its row.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const repository = fileURLToPath(new URL("..", import.meta.url));
const home = "packages/bough/src";

describe("a new kind of body", { timeout: 240_000 }, () => {
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), "bough-kind-"));
    const isSource = (path: string): boolean => !/\.test(-d)?\.ts$/.test(path);
    const packages = ["bough", "cli", "diff", "import", "mcp", "openapi"];
    for (const folder of packages.map((name) => `packages/${name}/src`)) {
      cpSync(join(repository, folder), join(copy, folder), { recursive: true, filter: isSource });
    }
    for (const file of ["tsconfig.base.json", "tsconfig.json", "packages/cli/toolkit.d.ts"]) {
      cpSync(join(repository, file), join(copy, file));
    }
    for (const name of packages) {
      const at = join("packages", name);
      cpSync(join(repository, at, "package.json"), join(copy, at, "package.json"));
      const modules = join(at, "node_modules");
      if (existsSync(join(repository, modules)))
        symlinkSync(join(repository, modules), join(copy, modules), "junction");
    }
    cpSync(join(repository, "package.json"), join(copy, "package.json"));
    mkdirSync(join(copy, "node_modules"));
    for (const name of modulesOf()) link(name);
    for (const name of packages) {
      const own = name === "bough" ? name : `bough-${name}`;
      symlinkSync(join(copy, "packages", name), join(copy, "node_modules", own), "junction");
    }
  });

  afterAll(() => {
    rmSync(copy, { recursive: true, force: true });
  });

  function link(name: string): void {
    mkdirSync(dirname(join(copy, "node_modules", name)), { recursive: true });
    symlinkSync(
      join(repository, "node_modules", name),
      join(copy, "node_modules", name),
      "junction",
    );
  }

  function edit(file: string, from: string, to: string): void {
    const path = join(copy, file.startsWith("packages/") ? file : join(home, file));
    const text = readFileSync(path, "utf8");
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  }

  /** The files in which the compiler finds errors, with what it says. */
  function errors(): ReadonlyMap<string, string> {
    const tsc = join(repository, "node_modules/typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", copy, "--pretty", "false"], {
      cwd: copy,
      encoding: "utf8",
    });
    const found = [...stdout.matchAll(/^(packages\/[^(]+)\(\d+,\d+\): (.*)$/gm)];
    return new Map(found.map(([, file = "", text = ""]) => [file.replace(`${home}/`, ""), text]));
  }

  test("is missed in the files that the row names, and nowhere else", () => {
    expect([...errors()]).toEqual([]);
    edit(
      "declaration/body/body-format.ts",
      '  | "alternatives";',
      '  | "alternatives"\n  | "shout";',
    );
    edit("contract/contract.ts", '  | "json-lines";', '  | "json-lines"\n  | "shout";');
    const missed = errors();
    const row = /^\| a kind of body \| (.*) \|$/m.exec(
      readFileSync(join(repository, "ARCHITECTURE.md"), "utf8"),
    )?.[1];
    const [, tables = ""] = /names each table without its row: (.*?)\. /.exec(row ?? "") ?? [];
    const named = [...tables.matchAll(/`([^`]+)`/g)].map(([, file]) => file);
    expect(named.length).toBeGreaterThan(3);
    expect(new Set(missed.keys())).toEqual(new Set(named));
    for (const text of missed.values()) {
      expect(text).toContain("shout");
    }
  });

  test("is served, described and received once each table has its row", async () => {
    edit("declaration/body/body-kinds.ts", "  stream: {},", "  stream: {},\n  shout: {},");
    edit("server/parts/bodies.ts", "  stream,\n", "  stream,\n  shout,\n");
    edit(
      "server/parts/bodies.ts",
      "import { events }",
      'import { shout } from "../../bodies/shout/server.ts";\nimport { events }',
    );
    edit(
      "packages/openapi/src/document/content.ts",
      "  text: value,",
      "  text: value,\n  shout: value,",
    );
    edit("contract/contract-schema.ts", "  text: true,", "  text: true,\n  shout: true,");
    const compared = "  text: { whole: true, schema: false },";
    edit(
      "packages/diff/src/content-changes.ts",
      compared,
      `${compared}\n  shout: { whole: true, schema: false },`,
    );
    edit(
      "packages/diff/src/command/unknown-bodies.ts",
      "  text: false,",
      "  text: false,\n  shout: false,",
    );
    mkdirSync(join(copy, home, "bodies/shout"));
    writeFileSync(
      join(copy, home, "bodies/shout/declared.ts"),
      `import { bodyOf } from "../../declaration/body/body-format.ts";
import type { Body } from "../../declaration/body/body.ts";
export function shout(): Body<string> {
  const receive = async (received: { readonly response: Response }): Promise<string> =>
    (await received.response.text()).toLowerCase();
  return bodyOf("shout", { mediaTypes: ["text/shout"], receive } as never) as Body<string>;
}
`,
    );
    writeFileSync(
      join(copy, home, "bodies/shout/server.ts"),
      `import { answerOf } from "../../server/response/body-writer.ts";
import type { ServerBody } from "../../server/response/body-writer.ts";
export const shout: ServerBody = {
  writer: () => ({
    write: (content, type = "") =>
      answerOf(content, ["content-type", type], String(content.value).toUpperCase()),
  }),
};
`,
    );
    expect([...errors()]).toEqual([]);
    const program = join(copy, "program.ts");
    writeFileSync(
      program,
      `import { get, rootResource } from "./${home}/index.ts";
import { createServer } from "./${home}/server.ts";
import { contractOf } from "./${home}/contract.ts";
import { shout } from "./${home}/bodies/shout/declared.ts";
const api = rootResource("v1", { say: get("say").response(shout()) });
const server = createServer();
server.route(api.say, () => "hello");
const response = await server.fetch("http://localhost/v1/say");
const [endpoint] = contractOf(api).endpoints;
console.log(JSON.stringify([response.headers.get("content-type"), await response.text(), endpoint?.responses?.[0]?.content[0]?.kind]));
`,
    );
    const bundle = join(copy, "program.mjs");
    await build({
      entryPoints: [program],
      outfile: bundle,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      logLevel: "error",
    });
    const printed = execFileSync(process.execPath, [bundle], { encoding: "utf8" });
    expect(JSON.parse(printed)).toEqual(["text/shout", "HELLO", "shout"]);
  });
});

/** The packages of the repository but Bough's own. */
function modulesOf(): readonly string[] {
  const lock = JSON.parse(
    readFileSync(join(repository, "node_modules/.package-lock.json"), "utf8"),
  ) as { packages: Record<string, { link?: boolean }> };
  return Object.entries(lock.packages).flatMap(([path, { link }]) => {
    const name = path.replace(/^node_modules\//, "");
    return link === true || name.includes("node_modules/") || !path.startsWith("node_modules/")
      ? []
      : [name];
  });
}
