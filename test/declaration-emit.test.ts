// Declaration files of a very large API: 1,000 endpoints with schemas, annotated by pieces as the
// guide says. TypeScript stops with TS7056 when it has to write out too large an inferred type.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeRows } from "./support/matrix.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
const names = Array.from({ length: 200 }, (_, number) => `r${number}`);

const piece = (name: string): string => `
import { del, dynamicResource, failure, get, integer, patch, post, staticResource, string } from "bough";
import { z } from "zod";
const Item = z.object({ id: z.string(), name: z.string(), role: z.enum(["admin", "user"]), ${name}: z.string() });
const Create = z.object({ name: z.string(), age: z.number().default(3), ${name}: z.string() });
export const Missing = failure("${name}-missing", 404);
export const Full = failure("${name}-full", 409).bare<string[]>();
export const ${name} = staticResource("${name}", {
  list: get().parameters({ limit: integer().default(20), ${name}: string().optional() }).response(z.array(Item)),
  create: post().request(Create).response(Item, { status: 201 }).failure(Full),
  item: dynamicResource("id", integer(), {
    get: get().response(Item).failure(Missing),
    update: patch().request(Create.partial()).response(Item).failure(Missing),
    remove: del().failure(Missing),
  }),
});
`;

const whole = `
import { rootResource } from "bough";
import type { Root } from "bough";
${names.map((name) => `import { ${name} } from "./${name}.ts";`).join("\n")}
export const api: Root<"v1", { ${names.map((name) => `${name}: typeof ${name}`).join("; ")} }> =
  rootResource("v1", { ${names.join(", ")} });
`;

const user = `
import { get, rootResource, staticResource } from "bough";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import { api } from "./api.ts";
export const result = await createClient().request(api.r7.item(3).remove);
export const path: "/v1/r7/{id}" = api.r7.item.path;
export const bound = api.r7.item(3).get;
export const open = api.r7.item.get;
const all = rootResource("v2", { r9: staticResource("r9", { meta: { team: "a" } }, { one: get() }) });
export const marked = all.r9.one;
export const routes = createServer().at(all);
// @ts-expect-error - the id is an integer
api.r7.item("3");
`;

const compilers = ["typescript", "typescript-5.9"].map((name) => [`with ${name}`, name] as const);

describeRows(compilers, (compiler) => {
  let folder: string;
  let output: string;
  const emitted = (name: string): string =>
    readFileSync(folder.replace(repository, `${folder}/out/`) + `/${name}.d.ts`, "utf8");

  beforeAll(() => {
    mkdirSync(`${repository}test/.gen`, { recursive: true });
    folder = mkdtempSync(`${repository}test/.gen/emit-`);
    const files = {
      ...Object.fromEntries(names.map((name) => [name, piece(name)])),
      api: whole,
      user,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/${name}.ts`, text);
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: "../../..",
      outDir: "out",
    };
    const tsconfig = {
      extends: "../../../tsconfig.json",
      compilerOptions,
      include: ["*.ts"],
      exclude: [],
    };
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(tsconfig));
    const tsc = `${repository}node_modules/${compiler}/bin/tsc`;
    output = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
      encoding: "utf8",
    }).stdout;
  }, 240_000);

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test("1,000 endpoints are emitted", () => {
    expect(output).toBe("");
    expect(emitted("api")).toContain("export declare const api: Root<");
    expect(emitted("api").length).toBeLessThan(100 * names.length);
  });

  test("a piece names what it is made of, by the package", () => {
    expect(emitted("r7")).toMatch(/r7: import\("bough"\)\.Static<"r7", \{/);
    expect(emitted("r7")).toMatch(/import\("bough\/types"\)\.Bare<"GET", "">/);
    expect(emitted("r7")).not.toMatch(/\bany\b|import\("(\.|bough\/(?!types"))/);
  });

  test("what is taken from the whole is exact", () => {
    expect(emitted("user")).toMatch(/result: import\("[^"]+"\)\.CallResult<never, /);
    expect(emitted("user")).toMatch(/bound: import\("[^"]+"\)\.Endpoint<"GET \/v1\/r7\/\{id\}", /);
  });

  test("a position is one name of the package, whatever the tree", () => {
    const user = emitted("user").replace(/\s+/g, " ").replaceAll('import("bough/types").', "");
    expect(user).toContain('Place<"/v1/r7/{id}", { readonly id: number; }, Plain>>;');
    expect(user).toContain('Place<"/v2/r9", None, InheritedBy<Plain, ');
    expect(user).toContain('SecuredPosition<Top<RootShape<"v2", Plain>>, ');
    expect(user).not.toMatch(/\bany\b|import\("\./);
  });
});
