// Who may import whom, proved twice: on the sources themselves by a reader of our own, and on the linter by
// files that break each ban. ARCHITECTURE.md says why the layers are what they are.

import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  closureOf,
  cyclesIn,
  importGraph,
  specifiersIn,
  valueSpecifiersIn,
} from "./support/import-graph.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
const home = "packages/bough/";

const shared = ["internal", "schema", "http", "codec", "reception", "declare"];

/** Each folder of src/ and the folders it may import, besides itself. */
const layers: Record<string, readonly string[]> = {
  internal: [],
  schema: ["internal"],
  http: ["internal"],
  codec: ["internal", "schema", "http"],
  reception: ["internal", "schema", "http", "codec"],
  declare: ["internal", "schema", "http", "codec", "reception"],
  serve: shared,
  call: shared,
  contract: shared,
  hosts: [...shared, "serve", "call", "contract"],
};

/** The rooms of a folder: each may import the rooms before it. Files of the folder itself come last. */
const rooms: Record<string, readonly string[]> = {
  declare: ["parameter", "body", "failure", "security", "endpoint", "tree", "routing", "verify"],
  serve: [
    "exchange",
    "handler",
    "options",
    "request",
    "response",
    "routing",
    "parts",
    "in-process",
    "topics",
  ],
};

/** The layer of a file in bodies/ is its name: bodies/multipart/declared-part.ts is in the room of declared bodies. */
const layersOfBodies: Record<string, string> = {
  client: "reception",
  declared: "declare/body",
  contract: "contract",
  server: "serve/parts",
};

/** The same of a file in facts/. What a fact declares is in the room of its name, if there is one. */
const layersOfFacts: Record<string, string> = {
  client: "call",
  declared: "declare/endpoint",
  faults: "declare/verify",
  contract: "contract",
  server: "serve/parts",
};
const roomsOfFacts: Record<string, string> = {
  cookies: "parameter",
  "error-formats": "failure",
  security: "security",
};

function placeOf(file: string): string {
  const [, folder = "", noun = "", name = ""] =
    /^(bodies|facts)\/([^/]+)\/([a-z]+)[^/]*\.ts$/.exec(file) ?? [];
  const room = name === "declared" ? roomsOfFacts[noun] : undefined;
  const layer = folder === "facts" ? layersOfFacts[name] : layersOfBodies[name];
  return layer === undefined
    ? file.replace(/^shared\//, "")
    : `${room === undefined ? layer : `declare/${room}`}/${file}`;
}

/** Where a file is in the order of its folder's rooms. */
function floorOf(folder: string, file: string): number {
  const [, room = "", rest] = placeOf(file).split("/");
  const order = rooms[folder] ?? [];
  return rest === undefined ? order.length : order.indexOf(room);
}

function folderOf(file: string): string {
  return file.includes("/") ? (placeOf(file).split("/")[0] ?? "") : "";
}

describe("the sources", () => {
  const isSource = (file: string): boolean =>
    file.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(file);
  const graph = importGraph(join(repository, home, "src"), isSource);
  const edges = [...graph].flatMap(([from, imports]) => imports.map((to) => ({ from, to })));
  const shown = (found: typeof edges): string[] => found.map(({ from, to }) => `${from} → ${to}`);

  test("are read: every relative import leads to a file", () => {
    const relative = edges.filter(({ to }) => to.endsWith(".ts"));
    expect(graph.size).toBeGreaterThan(0);
    expect(relative.length).toBeGreaterThanOrEqual(graph.size / 2);
    expect(shown(relative.filter(({ to }) => !graph.has(to)))).toEqual([]);
  });

  test("lie in the folders that have a place in the order", () => {
    const folders = new Set([...graph.keys()].map(folderOf));
    expect([...folders].filter((folder) => folder !== "" && layers[folder] === undefined)).toEqual(
      [],
    );
  });

  test("import downwards only", () => {
    const forbidden = edges.filter(({ from, to }) => {
      const [here, there] = [folderOf(from), folderOf(to)];
      if (here === "" || !graph.has(to)) return false;
      return here !== there && !layers[here]?.includes(there);
    });
    expect(shown(forbidden)).toEqual([]);
  });

  test.each(Object.entries(rooms))("import the rooms of %s/ downwards only", (folder, order) => {
    const within = edges.filter((edge) =>
      [edge.from, edge.to].every((file) => folderOf(file) === folder),
    );
    expect(within.length).toBeGreaterThan(order.length);
    expect(
      shown(
        within.filter(({ from, to }) => {
          const [here, there] = [floorOf(folder, from), floorOf(folder, to)];
          return here < 0 || there < 0 || there > here;
        }),
      ),
    ).toEqual([]);
  });

  test("reach no part from the kernel", () => {
    const reached = [...closureOf(graph, "serve/kernel.ts")];
    expect(reached).toContain("serve/routing/part.ts");
    expect(reached.filter((file) => placeOf(file).startsWith("serve/parts/"))).toEqual([]);
  });

  test("have no cycles, of types neither", () => {
    expect(cyclesIn(graph).map((cycle) => cycle.join(" → "))).toEqual([]);
  });

  test("import node: in hosts/node/ only, a framework in its host only, a library in the one file that stands on it", () => {
    const homes: readonly (readonly [library: RegExp, home: RegExp])[] = [
      [/^node:/, /^hosts\/node\//],
      [/^express$/, /^hosts\/express\//],
      [/^fastify$/, /^hosts\/fastify\//],
      [/^hono(\/|$)/, /^hosts\/hono\//],
      [/^cookie$/, /^shared\/http\/cookie-field\.ts$/],
      [/^eventsource-parser$/, /^shared\/codec\/event-stream\.ts$/],
      [/^multipasta\/Search$/, /^bodies\/multipart\/server-parser\.ts$/],
    ];
    const outside = edges.filter(
      ({ from, to }) =>
        !to.endsWith(".ts") &&
        !homes.some(([library, home]) => library.test(to) && home.test(from)),
    );
    expect(shown(outside)).toEqual([]);
  });

  const browser = ["index", "existing", "client", "client-adapters"];
  test.each(browser.map((name) => `${name}.ts`))(
    "%s brings no server, host or document",
    (entry) => {
      const values = importGraph(join(repository, home, "src"), isSource, valueSpecifiersIn);
      const brought = [...closureOf(values, entry)];
      expect(brought.filter((file) => /^(serve|hosts|contract|node:)/.test(placeOf(file)))).toEqual(
        [],
      );
    },
  );
});

describe("the other packages", () => {
  const packages = readdirSync(join(repository, "packages")).filter((name) => name !== "bough");

  test.each(packages)("%s imports others by their public entries only", (name) => {
    const folder = join(repository, "packages", name, "src");
    const graph = importGraph(
      folder,
      (file) => /\.tsx?$/.test(file) && !/\.test(-d)?\./.test(file),
    );
    const outside = [...graph].flatMap(([from, imports]) =>
      imports.filter((to) => to.startsWith("..")).map((to) => `${from} → ${to}`),
    );
    expect(graph.size).toBeGreaterThan(0);
    expect(outside).toEqual([]);
  });

  /** What a package may import, but for its command, which runs in Bough's command line. A browser bundles the client's. */
  const ways: Readonly<Record<string, readonly string[]>> = {
    mcp: ["bough", "bough/contract", "bough/server", "bough/types"],
    openapi: ["bough", "bough/contract", "bough/server", "bough/types"],
    opentelemetry: ["@opentelemetry/api", "bough/client", "bough/client/adapters", "bough/types"],
    query: [
      "@tanstack/query-core",
      "bough",
      "bough/client",
      "bough/client/adapters",
      "bough/types",
    ],
  };

  test.each(Object.entries(ways))("%s imports %j", (name, allowed) => {
    const folder = join(repository, "packages", name, "src");
    const isSource = (file: string): boolean =>
      /(?<!\.test(?:-d)?)\.ts$/.test(file) && !/(?:^|\/)command(?:\.ts$|\/)/.test(file);
    const used = [...importGraph(folder, isSource).values()].flat();
    expect(new Set(used.filter((to) => !to.endsWith(".ts")))).toEqual(new Set(allowed));
    const values = [...importGraph(folder, isSource, valueSpecifiersIn).values()].flat();
    expect(values).not.toContain("@tanstack/query-core");
  });
});

describe("the reader", () => {
  test("finds every kind of import and skips comments", () => {
    const source = [
      'import type { A } from "./a.ts";',
      "export {",
      "  b,",
      '} from "./b.ts";',
      'import "./c.ts";',
      'const d = await import("./d.ts");',
      'type E = typeof import("./e.ts");',
      ' * import { f } from "./f.ts";',
      '// import { g } from "./g.ts";',
    ].join("\n");
    expect(specifiersIn(source)).toEqual(["./a.ts", "./b.ts", "./c.ts", "./d.ts", "./e.ts"]);
  });

  test("finds cycles", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["b"]],
    ]);
    expect(cyclesIn(graph)).toEqual([["b", "c", "b"]]);
  });
});

interface Ban {
  file: string;
  source: string;
  rule: string;
  /** What the diagnostic must say to be of help. */
  says?: string;
}

const imports = "eslint(no-restricted-imports)";
const globals = "eslint(no-restricted-globals)";

/** The target exists in the fixture, so that the ban is what is reported and not a missing file. */
function importing(file: string, target: string, says: string): Ban {
  return { file, source: `export { noun } from "${target}";`, rule: imports, says };
}

const bans: readonly Ban[] = [
  importing("src/shared/internal/a.ts", "../http/noun.ts", "internal/ is the ground"),
  importing("src/shared/schema/a.ts", "../http/noun.ts", "it may import internal/ only"),
  importing("src/shared/http/a.ts", "../schema/noun.ts", "it may import internal/ only"),
  importing("src/shared/http/b.ts", "../codec/noun.ts", "it may import internal/ only"),
  importing("src/shared/codec/a.ts", "../../declare/noun.ts", "knows no endpoint"),
  importing("src/shared/codec/c.ts", "../reception/noun.ts", "knows no endpoint"),
  importing("src/shared/reception/a.ts", "../../declare/noun.ts", "reads answers for bodies"),
  importing("src/shared/reception/b.ts", "../../call/noun.ts", "reads answers for bodies"),
  importing("src/declare/a.ts", "../serve/noun.ts", "shared by all sides"),
  importing("src/declare/b.ts", "../call/noun.ts", "shared by all sides"),
  importing("src/serve/a.ts", "../call/noun.ts", "never meets call/"),
  importing("src/serve/inner/c.ts", "../../hosts/node/noun.ts", "or a host"),
  importing("src/serve/kernel.ts", "./parts/cors/noun.ts", "knows none of its parts"),
  importing("src/serve/routing/a.ts", "../parts/cors/noun.ts", "knows none of its parts"),
  importing("src/serve/parts/cors/a.ts", "../../../hosts/node/noun.ts", "never meets call/"),
  importing("src/bodies/one/client.ts", "./declared.ts", "The layer of a file in bodies/"),
  importing("src/bodies/one/declared-part.ts", "./server.ts", "The layer of a file in bodies/"),
  importing("src/bodies/one/contract.ts", "./server.ts", "The layer of a file in bodies/"),
  importing("src/bodies/one/server-part.ts", "./contract.ts", "The layer of a file in bodies/"),
  importing("src/declare/e.ts", "../bodies/two/server.ts", "The layer of a file in bodies/"),
  importing("src/serve/request/b.ts", "../../bodies/two/server.ts", "knows none of its parts"),
  importing("src/facts/one/declared.ts", "./client.ts", "The layer of a file in facts/"),
  importing("src/facts/one/declared-part.ts", "./faults.ts", "The layer of a file in facts/"),
  importing("src/facts/one/faults.ts", "./server.ts", "The layer of a file in facts/"),
  importing("src/facts/one/client.ts", "./faults.ts", "The layer of a file in facts/"),
  importing("src/facts/one/client-part.ts", "../../serve/noun.ts", "a browser bundles it"),
  importing("src/facts/one/contract.ts", "./client.ts", "The layer of a file in facts/"),
  importing("src/facts/one/server.ts", "./contract.ts", "The layer of a file in facts/"),
  importing("src/facts/one/server-part.ts", "../two/client.ts", "The layer of a file in facts/"),
  importing(
    "src/shared/reception/c.ts",
    "../../facts/two/declared.ts",
    "The layer of a file in facts/",
  ),
  importing("src/declare/f.ts", "../facts/two/client.ts", "The layer of a file in facts/"),
  importing("src/call/g.ts", "../facts/two/faults.ts", "The layer of a file in facts/"),
  importing("src/contract/b.ts", "../facts/two/server.ts", "The layer of a file in facts/"),
  importing("src/serve/request/g.ts", "../../facts/two/server.ts", "knows none of its parts"),
  importing("src/call/a.ts", "../serve/noun.ts", "a browser bundles it"),
  importing("src/serve/f.ts", "../contract/noun.ts", "never meets call/"),
  importing("src/call/f.ts", "../contract/noun.ts", "a browser bundles it"),
  importing("src/contract/a.ts", "../serve/noun.ts", "never meets serve/"),
  importing("src/shared/codec/b.ts", "../../index.ts", "Entry files re-export for users"),
  importing("src/hosts/node/b.ts", "../../server.ts", "Entry files re-export for users"),
  importing("src/client.ts", "./serve/noun.ts", "A browser bundles"),
  importing("src/client-adapters.ts", "./serve/noun.ts", "A browser bundles"),
  importing("src/call/c.ts", "bough", "by relative path"),
  importing("src/call/d.ts", "zod", "no run-time dependency"),
  importing("src/hosts/node/c.ts", "zod", "no run-time dependency"),
  importing("src/serve/d.ts", "node:buffer", "Only src/hosts/node/ may name Node"),
  importing("src/hosts/hono/a.ts", "node:buffer", "Only src/hosts/node/ may name Node"),
  importing("src/serve/e.ts", "buffer", "no run-time dependency"),
  {
    file: "src/call/e.ts",
    source: 'export const later: unknown = import("../serve/noun.ts");',
    rule: imports,
    says: "a browser bundles it",
  },
  {
    file: "src/shared/http/cycle-a.ts",
    source: 'import type { B } from "./cycle-b.ts";\nexport interface A {\n  b: B;\n}',
    rule: "import(no-cycle)",
  },
  {
    file: "src/shared/http/cycle-b.ts",
    source: 'import type { A } from "./cycle-a.ts";\nexport interface B {\n  a: A;\n}',
    rule: "import(no-cycle)",
  },
  {
    file: "src/shared/http/buffer.ts",
    source: 'export const bytes: Uint8Array = Buffer.from("");',
    rule: globals,
    says: "use Uint8Array",
  },
  {
    file: "src/shared/http/process.ts",
    source: "export const id: number = globalThis.process.pid;",
    rule: globals,
    says: "take what is needed as an option",
  },
  {
    file: "src/shared/http/console.ts",
    source: "export function say(): void {\n  console.log();\n}",
    rule: "eslint(no-console)",
  },
  {
    file: "src/shared/http/long.ts",
    source: `export const long = 1;\n${"// one more\n".repeat(400)}`,
    rule: "eslint(max-lines)",
  },
  {
    file: "src/shared/http/BadName.ts",
    source: "export const a = 1;",
    rule: "unicorn(filename-case)",
  },
  {
    file: "src/shared/http/any.ts",
    source: "export const a: any = 1;",
    rule: "typescript(no-explicit-any)",
  },
  {
    file: "src/shared/http/default.ts",
    source: "export default 1;",
    rule: "import(no-default-export)",
  },
  {
    file: "src/server.ts",
    source: 'export * from "./serve/noun.ts";',
    rule: "oxc(no-barrel-file)",
  },
  {
    file: "src/shared/http/floating.ts",
    source: "async function a(): Promise<void> {}\nexport function b(): void {\n  a();\n}",
    rule: "typescript(no-floating-promises)",
  },
  {
    file: "src/shared/http/type-import.ts",
    source: 'import { noun } from "./noun.ts";\nexport type A = typeof noun;',
    rule: "typescript(consistent-type-imports)",
  },
  {
    file: "src/shared/http/expect-error.ts",
    source: '// @ts-expect-error: wrong\nexport const a: number = "";',
    rule: "typescript(ban-ts-comment)",
  },
];

const allowed: Record<string, string> = {
  "src/shared/internal/noun.ts": "export const noun = 1;",
  "src/shared/schema/noun.ts": 'export { noun } from "../internal/noun.ts";',
  "src/shared/http/noun.ts": 'export { noun } from "../internal/noun.ts";',
  "src/shared/codec/noun.ts": 'export { noun } from "../schema/noun.ts";',
  "src/shared/reception/noun.ts": 'export { noun } from "../codec/noun.ts";',
  "src/declare/noun.ts": 'export { noun } from "../shared/reception/noun.ts";',
  "src/serve/noun.ts": 'export { noun } from "../declare/noun.ts";',
  "src/bodies/two/client.ts": 'export { noun } from "../../shared/codec/noun.ts";',
  "src/bodies/two/declared.ts": 'export { noun } from "./client.ts";',
  "src/bodies/two/server.ts": 'export { noun } from "./declared.ts";',
  "src/bodies/two/contract.ts": 'export { noun } from "./declared.ts";',
  "src/facts/two/declared.ts": 'export { noun } from "../../declare/noun.ts";',
  "src/facts/two/faults.ts": 'export { noun } from "./declared.ts";',
  "src/facts/two/client.ts": 'export { noun } from "./declared.ts";',
  "src/facts/two/contract.ts": 'export { noun } from "./declared.ts";',
  "src/facts/two/server.ts": 'export { noun } from "./declared.ts";',
  "src/serve/parts/cors/noun.ts": 'export { noun } from "../../noun.ts";',
  "src/serve/whole.ts": 'export { noun } from "./parts/cors/noun.ts";',
  "src/call/noun.ts": 'export { noun } from "../shared/schema/noun.ts";',
  "src/contract/noun.ts": 'export { noun } from "../declare/noun.ts";',
  "src/hosts/node/noun.ts":
    'import { Buffer } from "node:buffer";\nexport { noun } from "../../serve/noun.ts";\nexport const bytes: Uint8Array = Buffer.from("");',
  "src/index.ts": 'export { noun } from "./declare/noun.ts";',
  "src/node.ts": 'export { noun } from "./hosts/node/noun.ts";',
  "src/serve/noun.test.ts":
    'import { readFileSync } from "node:fs";\nimport { noun } from "../call/noun.ts";\nconsole.log(readFileSync, noun);',
};

interface Diagnostic {
  code: string;
  message: string;
  help?: string;
  filename: string;
}

describe("the linter", { timeout: 240_000 }, () => {
  let folder: string;
  let diagnostics: readonly Diagnostic[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "bough-layers-"));
    for (const file of [".oxlintrc.json", "tsconfig.json", "tsconfig.base.json"]) {
      cpSync(join(repository, file), join(folder, file));
    }
    symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "junction");
    for (const [file, source] of Object.entries(allowed)) write(file, source);
    for (const { file, source } of bans) write(file, source);
    diagnostics = lint();
  }, 240_000);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function write(file: string, source: string): void {
    mkdirSync(dirname(join(folder, home, file)), { recursive: true });
    writeFileSync(join(folder, home, file), `${source}\n`);
  }

  function lint(): readonly Diagnostic[] {
    const oxlint = join(repository, "node_modules/oxlint/bin/oxlint");
    const { stdout, stderr } = spawnSync(process.execPath, [oxlint, "--format=json", "packages"], {
      cwd: folder,
      encoding: "utf8",
    });
    if (!stdout.startsWith("{")) throw new Error(`oxlint did not answer: ${stdout}${stderr}`);
    return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
  }

  test.each(bans)("refuses $file: $rule", ({ file, rule, says = "" }) => {
    const found = diagnostics.filter((one) => one.filename === home + file && one.code === rule);
    expect(found.map((one) => `${one.message} ${one.help ?? ""}`)).toEqual([
      expect.stringContaining(says),
    ]);
  });

  test.each(Object.keys(allowed))("accepts %s", (file) => {
    expect(diagnostics.filter((one) => one.filename === home + file)).toEqual([]);
  });
});
