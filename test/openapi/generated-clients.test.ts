// Clients that other programs generate from a document call the server. The document has the schemas that
// `bough schemas` extracts, so its bodies are known by their types alone.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openApi } from "bough-openapi";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { createUsersServer } from "../../examples/users/server.ts";
import { HEY_API, OPENAPI_FETCH } from "../generators/programs.ts";
import { schemasOfModule } from "../support/module-schemas.ts";
import { repository } from "../support/staged-package.ts";

const home = join(repository, "test/generators");
const folder = join(home, ".gen/users");
const programs = { "openapi-fetch": OPENAPI_FETCH, "hey-api-client": HEY_API };

interface Program {
  readonly run: (fetch: unknown) => Promise<unknown[]>;
}

describe.skipIf(!existsSync(join(home, "node_modules")))("clients of the users example", () => {
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const schemas = schemasOfModule(join(repository, "examples/users/api.ts"));
    const document = openApi(createUsersServer(), {
      info: { title: "Users", version: "1.0.0" },
      schemas,
      onWarning: () => undefined,
    });
    writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
    expect(run(join(home, "generate.mjs"), [join(folder, "openapi.json"), folder])).toBe("");
    for (const [name, program] of Object.entries(programs)) {
      writeFileSync(join(folder, `${name}.ts`), program);
    }
    await build({
      absWorkingDir: folder,
      entryPoints: Object.keys(programs).map((name) => `${name}.ts`),
      bundle: true,
      format: "esm",
      platform: "node",
      outdir: "built",
      outExtension: { ".js": ".mjs" },
    });
  }, 300_000);

  test("compile", { timeout: 300_000 }, () => {
    const options = {
      strict: true,
      noEmit: true,
      target: "es2022",
      module: "preserve",
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      lib: ["es2022", "dom", "dom.iterable"],
      types: [],
    };
    const files = Object.keys(programs).map((name) => `${name}.ts`);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, files }),
    );
    expect(run(join(home, "node_modules/typescript/bin/tsc"), ["-p", folder])).toBe("");
  });

  test.each(Object.keys(programs))("of %s call the server", async (name) => {
    const { run: called } = (await import(
      pathToFileURL(join(folder, `built/${name}.mjs`)).href
    )) as Program;
    const server = createUsersServer();
    const calls = await called((request: Request) => server.fetch(request));
    expect(calls).toEqual([201, "member", "Grace", 1, "grace@example.test", 400, 204]);
  });
});

function run(program: string, given: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...given], { encoding: "utf8" });
  return stdout + stderr;
}
