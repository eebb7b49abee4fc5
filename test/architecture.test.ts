// The rows "a kind of body" and "what server and client both act on" in ARCHITECTURE.md, followed in a copy: the compiler
// names each table that lacks the kind or the fact, and both work once each has its row.
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

/** The sources in a separate folder. */
class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), "bough-copy-"));

  constructor() {
    const isSource = (path: string): boolean => !/\.test(-d)?\.ts$/.test(path);
    const packages = ["bough", "cli", "diff", "import", "mcp", "openapi"];
    for (const at of packages.map((name) => `packages/${name}/src`)) {
      cpSync(join(repository, at), join(this.folder, at), { recursive: true, filter: isSource });
    }
    for (const file of ["tsconfig.base.json", "tsconfig.json", "packages/cli/toolkit.d.ts"]) {
      cpSync(join(repository, file), join(this.folder, file));
    }
    for (const name of packages) {
      const at = join("packages", name);
      cpSync(join(repository, at, "package.json"), join(this.folder, at, "package.json"));
      if (existsSync(join(repository, at, "node_modules"))) this.#link(join(at, "node_modules"));
    }
    cpSync(join(repository, "package.json"), join(this.folder, "package.json"));
    for (const name of modulesOf()) this.#link(join("node_modules", name));
    for (const name of packages) {
      const own = name === "bough" ? name : `bough-${name}`;
      const to = join(this.folder, "node_modules", own);
      symlinkSync(join(this.folder, "packages", name), to, "junction");
    }
  }

  #link(path: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    symlinkSync(join(repository, path), join(this.folder, path), "junction");
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, home, file)), { recursive: true });
    writeFileSync(join(this.folder, home, file), text);
  }

  edit(file: string, from: string, to: string): void {
    const path = join(this.folder, file.startsWith("packages/") ? file : join(home, file));
    const text = readFileSync(path, "utf8");
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  }

  /** The files in which the compiler finds errors, with what it says. */
  errors(): ReadonlyMap<string, string> {
    const tsc = join(repository, "node_modules/typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", this.folder, "--pretty", "false"], {
      cwd: this.folder,
      encoding: "utf8",
    });
    const found = [...stdout.matchAll(/^(packages\/[^(]+)\(\d+,\d+\): (.*)$/gm)];
    return new Map(found.map(([, file = "", text = ""]) => [file.replace(`${home}/`, ""), text]));
  }

  /** Bundles a program of the copy and runs it. Returns what it prints, as JSON. */
  async run(source: string): Promise<unknown> {
    const program = join(this.folder, "program.ts");
    const outfile = join(this.folder, "program.mjs");
    writeFileSync(program, source);
    await build({
      entryPoints: [program],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      conditions: ["bough:source"],
      logLevel: "error",
    });
    return JSON.parse(execFileSync(process.execPath, [outfile], { encoding: "utf8" }));
  }
}

/** The files that a row of ARCHITECTURE.md names behind these words. */
function named(row: string, words: RegExp): readonly string[] {
  const text = readFileSync(join(repository, "ARCHITECTURE.md"), "utf8");
  const line = text.split("\n").find((one) => one.startsWith(`| ${row} |`)) ?? "";
  const [, tables = ""] = words.exec(line) ?? [];
  return [...tables.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
}

describe("a new kind of body", { timeout: 240_000 }, () => {
  let copy: Copy;
  const edit = (...change: Parameters<Copy["edit"]>): void => copy.edit(...change);

  beforeAll(() => {
    copy = new Copy();
  });
  afterAll(() => {
    copy.remove();
  });

  test("is missed in the files that the row names, and nowhere else", () => {
    expect([...copy.errors()]).toEqual([]);
    edit("declare/body/body-format.ts", '  | "alternatives";', '  | "alternatives"\n  | "shout";');
    edit("contract/contract.ts", '  | "json-lines";', '  | "json-lines"\n  | "shout";');
    const missed = copy.errors();
    const tables = named("a kind of body", /names each table without its row: (.*?)\. /);
    expect(tables.length).toBeGreaterThan(3);
    expect(new Set(missed.keys())).toEqual(new Set(tables));
    for (const text of missed.values()) {
      expect(text).toContain("shout");
    }
  });

  test("is served, described, received and verified once each table has its row", async () => {
    edit("declare/body/body-format.ts", "  stream: {},", "  stream: {},\n  shout: {},");
    edit("serve/parts/bodies.ts", "  stream,\n", "  stream,\n  shout,\n");
    edit(
      "serve/parts/bodies.ts",
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
    copy.write(
      "bodies/shout/declared.ts",
      `import { bodyOf } from "../../declare/body/body-format.ts";
import type { Body } from "../../declare/body/body.ts";
export function shout(): Body<string> {
  const receive = async (received: { readonly response: Response }): Promise<string> =>
    (await received.response.text()).toLowerCase();
  return bodyOf("shout", { mediaTypes: ["text/shout"], receive } as never) as Body<string>;
}
`,
    );
    copy.write(
      "bodies/shout/server.ts",
      `import { answerOf } from "../../serve/response/write-body.ts";
import type { ServerBody } from "../../serve/response/write-body.ts";
export const shout: ServerBody = {
  writer: () => ({
    write: (content, type = "") =>
      answerOf(content, ["content-type", type], String(content.value).toUpperCase()),
  }),
};
`,
    );
    expect([...copy.errors()]).toEqual([]);
    const printed = await copy.run(
      `import { get, post, rootResource, verify } from "./${home}/index.ts";
import { createServer } from "./${home}/server.ts";
import { contractOf } from "./${home}/contract.ts";
import { shout } from "./${home}/bodies/shout/declared.ts";
const api = rootResource("v1", { say: get("say").response(shout()) });
const server = createServer();
server.route(api.say, () => "hello");
const response = await server.fetch("http://localhost/v1/say");
const [endpoint] = contractOf(api).endpoints;
const kept = rootResource("v1", { say: post("say").request(shout()).idempotent() });
let fault = "";
try { verify(kept); } catch (error) { fault = error.faults[0].fault; }
console.log(JSON.stringify([response.headers.get("content-type"), await response.text(), endpoint?.responses?.[0]?.content[0]?.kind, fault]));
`,
    );
    const fault = ".idempotent() is declared, but the request is shout, which is not read whole";
    expect(printed).toEqual(["text/shout", "HELLO", "shout", fault]);
  });
});

describe("a new fact", { timeout: 240_000 }, () => {
  let copy: Copy;

  beforeAll(() => {
    copy = new Copy();
    for (const [file, text] of Object.entries(SHOUTING)) copy.write(`facts/shouting/${file}`, text);
  });
  afterAll(() => {
    copy.remove();
  });

  test("is missed in at most six files, which the row names", () => {
    const changed = new Set<string>();
    for (let errors = copy.errors(); errors.size > 0; errors = copy.errors()) {
      const files = [...errors.keys()];
      expect(files.filter((file) => changed.has(file) || ROWS[file] === undefined)).toEqual([]);
      for (const file of files) {
        changed.add(file);
        for (const change of ROWS[file] ?? []) copy.edit(file, ...change);
      }
    }
    const tables = named("what server and client both act on", /its row in (.*?)\. /);
    expect(changed).toEqual(new Set(tables));
    expect(changed.size).toBeLessThanOrEqual(6);
  });

  test("is verified, served, called and described then", async () => {
    const printed = await copy.run(`import { get, rootResource, verify } from "./${home}/index.ts";
import { createServer } from "./${home}/server.ts";
import { createClient } from "./${home}/client.ts";
import { contractOf } from "./${home}/contract.ts";
import { openApi } from "./packages/openapi/src/index.ts";
const api = rootResource("v1", { say: get("say").response<string>().shouted({ mark: "!" }) });
const server = createServer();
server.route(api.say, () => "hello");
const client = createClient({ baseUrl: "http://localhost", fetch: (url, init) => server.fetch(url, init) });
const { response } = await client.request(api.say, { volume: 3 });
const faulty = rootResource("v1", { say: get("say").response<string>().shouted({ mark: "" }) });
const faults = [];
try { verify(faulty); } catch (error) { faults.push(...error.faults.map(({ fault }) => fault)); }
const contract = contractOf(api);
console.log(JSON.stringify([response.headers.get("shouted"), faults, contract.endpoints[0].shouted, openApi(contract, { title: "Say", version: "1" }).paths["/v1/say"].get["x-bough-shouted"]]));
`);
    expect(printed).toEqual(["3!", [".shouted() has no mark"], { mark: "!" }, { mark: "!" }]);
  });
});

/** The folder of a made-up fact: calls say how loud, and responses how they were called. */
const SHOUTING: Readonly<Record<string, string>> = {
  "declared.ts": `import type { Definition, Facts, StartFact } from "../../declare/endpoint/definition.ts";
import type { EndpointDeclaration } from "../../declare/endpoint/endpoint.ts";
import type { InputFact } from "../../declare/endpoint/definition.ts";
export interface ShoutOptions { readonly mark: string }
interface Volume { readonly volume?: number | undefined }
declare module "../../declare/endpoint/definition.ts" {
  interface FactData { readonly shouted?: ShoutOptions | undefined }
  interface FactOptions extends Volume {}
}
declare module "../../declare/endpoint/endpoint.ts" {
  interface EndpointDeclaration<D extends Definition> {
    readonly shouted: (options: ShoutOptions) => EndpointDeclaration<WithShout<D>>;
  }
}
interface Shouted extends Facts { readonly "~options": Volume }
interface WithShout<D extends Definition> {
  readonly start: StartFact<D["start"], Shouted>;
  readonly request: D["request"];
  readonly responses: D["responses"];
  readonly input: InputFact<D["input"]>;
  readonly failures: D["failures"];
  readonly sent: WithShout<D>;
}
`,
  "client.ts": `import type { FactHeaders } from "../../call/client-options.ts";
export const setVolume: FactHeaders<number | undefined> = (given, { shouted }, set) => {
  if (shouted && given !== undefined) set("volume", String(given));
};
`,
  "server.ts": `import type { ServerPart } from "../../serve/routing/part.ts";
export function shouting(): ServerPart {
  return {
    endpoint: ({ endpoint: { shouted } }) =>
      shouted && { headers: (call) => ["shouted", call["~exchange"].header("volume") + shouted.mark] },
  };
}
`,
  "contract.ts": `import { record, text, type FactContract } from "../../contract/schema-parts.ts";
import type { ShoutOptions } from "./declared.ts";
export interface ContractShout { readonly mark: string }
export const shouted: FactContract<ShoutOptions, ContractShout> = {
  schema: record({ mark: text }),
  describe: ({ mark }) => ({ mark }),
};
`,
  "faults.ts": `import type { FactFaults } from "../../declare/verify/declaration-error.ts";
import type { ShoutOptions } from "./declared.ts";
export const shoutingFaults: FactFaults<ShoutOptions> = {
  headers: () => ({ reads: ["volume"], writes: ["shouted"] }),
  find: (_, { mark }, found) => {
    if (mark === "") found.add("has no mark", "pass one");
  },
};
`,
};

/** What each table gets. */
const ROWS: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  "declare/endpoint/verbs.ts": [
    ["import ", 'import "../../facts/shouting/declared.ts";\nimport '],
    ['"paged" |', '"paged" | "shouted" |'],
    ['"paged",', '"paged", "shouted",'],
  ],
  "declare/verify/fact-faults.ts": [
    ["import ", 'import { shoutingFaults } from "../../facts/shouting/faults.ts";\nimport '],
    ["paged:", "shouted: shoutingFaults,\n  paged:"],
  ],
  "call/write-request.ts": [
    ["import ", 'import { setVolume } from "../facts/shouting/client.ts";\nimport '],
    ['"ifMatch"', '"ifMatch" | "volume"'],
    ["  if (ifMatch", "  setVolume(options.volume, endpoint, set, call);\n  if (ifMatch"],
  ],
  "serve/server-core.ts": [
    ["import ", 'import { shouting } from "../facts/shouting/server.ts";\nimport '],
    ["paged:", "shouted: shouting,\n  paged:"],
  ],
  "contract/facts.ts": [
    [
      "import ",
      'import { shouted, type ContractShout } from "../facts/shouting/contract.ts";\nimport ',
    ],
    ["ContractFacts {", "ContractFacts {\n  readonly shouted?: ContractShout;"],
    ["paged }", "paged, shouted }"],
  ],
  "packages/openapi/src/document/facts.ts": [["  paged:", "  shouted: () => ({}),\n  paged:"]],
};

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
