// NestJS 11: the tests of bough-nest run on it in this step, and the example runs as its compiler has built it, as
// CommonJS, with the packages that users install.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkInstalled } from "../support/installed-packages.ts";
import { isRequired } from "../support/matrix.ts";
import { repository, unpack } from "../support/staged-package.ts";

const nest = join(repository, "test/nest/node_modules");
const isInstalled = existsSync(join(nest, "@nestjs/core"));
const PACKAGES = ["@nestjs", "reflect-metadata", "rxjs"];

/** Starts the application on one server, and prints what it responds. */
const BOOT = `
import { Controller, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { get, rootResource } from "bough";
import { BoughModule, Implement } from "bough-nest";
import { AppModule } from "./app.module.ts";
import { Notes } from "./notes.ts";

const counted = rootResource("counted", { notes: get().response<number>() });

@Controller()
class CountedController {
  // By the type that the compiler writes into the metadata.
  constructor(private readonly notes: Notes) {}

  @Implement(counted.notes)
  count(): number {
    return this.notes.all().length;
  }
}

@Module({
  imports: [AppModule, BoughModule.forRoot({ roots: [counted] })],
  controllers: [CountedController],
  providers: [Notes],
})
class WholeModule {}

async function boot(adapter: ExpressAdapter | FastifyAdapter): Promise<unknown[]> {
  const app = await NestFactory.create(WholeModule, adapter, { logger: ["error"] });
  await app.listen(0, "127.0.0.1");
  const origin = await app.getUrl();
  const url = origin + "/v1/notes";
  const send = (token: string, body: unknown): Promise<Response> =>
    fetch(url, {
      method: "POST",
      headers: { authorization: "Bearer " + token, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const statuses: unknown[] = [];
  for (const text of ["", "a", "b", "c", "d"]) {
    statuses.push((await send("open-sesame", { text })).status);
  }
  statuses.push((await send("another", { text: "a" })).status);
  const notes = (await (await fetch(url)).json()) as { text: string }[];
  statuses.push(await (await fetch(origin + "/counted")).json());
  await app.close();
  return [...statuses, notes.map(({ text }) => text).join()];
}

void (async () => {
  const responses = [await boot(new ExpressAdapter()), await boot(new FastifyAdapter())];
  console.log(JSON.stringify(responses));
})();
`;

const CONFIG = {
  compilerOptions: {
    target: "es2022",
    module: "nodenext",
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
    types: ["node"],
    outDir: "dist",
  },
  include: ["*.ts"],
};

describe.skipIf(!isInstalled && !isRequired)(
  `NestJS 11${isInstalled ? "" : " (test/nest is not installed)"}`,
  () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "bough-nest-11-"));
      const modules = join(folder, "node_modules");
      mkdirSync(modules);
      for (const name of ["bough", "nest", "openapi"]) {
        unpack(`packages/${name}`, join(modules, name === "bough" ? name : `bough-${name}`));
      }
      for (const name of PACKAGES) symlinkSync(join(nest, name), join(modules, name), "junction");
      for (const name of ["zod", "swagger-ui-dist", "@types/node"]) {
        mkdirSync(dirname(join(modules, name)), { recursive: true });
        linkInstalled(".", name, join(modules, name));
      }
      for (const name of ["api", "app.module", "notes", "notes.controller"]) {
        cpSync(join(repository, `examples/nest/${name}.ts`), join(folder, `${name}.ts`));
      }
      writeFileSync(join(folder, "boot.ts"), BOOT);
      writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "commonjs" }));
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(CONFIG));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    function run(...args: readonly string[]): {
      readonly status: number | null;
      readonly text: string;
    } {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: folder,
        encoding: "utf8",
      });
      return { status, text: stdout + (status === 0 ? "" : stderr) };
    }

    test("is what the tests of this step run on", async () => {
      const { default: core } = (await import("@nestjs/core/package.json", {
        with: { type: "json" },
      })) as { default: { version: string } };
      expect(core.version).toMatch(/^11\./);
    });

    test.each(["typescript", "typescript-5.9"])(
      "runs the example as %s has compiled it to CommonJS, with constructors by metadata",
      (compiler) => {
        const tsc = join(repository, `node_modules/${compiler}/bin/tsc`);
        expect(run(tsc, "-p", ".")).toEqual({ status: 0, text: "" });
        const { status, text } = run("dist/boot.js");
        expect([status, text]).toEqual([0, expect.stringContaining("[[")]);
        const each = [400, 201, 201, 201, 403, 401, 0, "a,b,c"];
        expect(JSON.parse(text)).toEqual([each, each]);
      },
    );
  },
);
