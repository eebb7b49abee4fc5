// What the pages say holds: their code compiles, their links lead somewhere, every error has its row.

import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { dirname, join, posix, relative } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript-5.9";
import { afterAll, describe, expect, test, vi } from "vitest";
import { REJECTIONS } from "../packages/bough/src/declare/failure/rejections.ts";
import { compiledPages } from "./support/compiled-pages.ts";
import { anchorsOf, linksOf } from "./support/markdown-links.ts";
import { diagnosticsOf, faultsOf, modulesOf } from "./support/page-blocks.ts";
import { repository } from "./support/staged-package.ts";

const skipped = new Set(["node_modules", "dist", "coverage", ".git", ".gen", ".out"]);
const files = filesBelow(repository).map((path) =>
  relative(repository, path).replaceAll("\\", "/"),
);
const read = (path: string): string => readFileSync(join(repository, path), "utf8");
const pages = new Map(
  files.filter((path) => path.endsWith(".md")).map((path) => [path, read(path)]),
);

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    skipped.has(entry.name) || entry.isSymbolicLink()
      ? []
      : entry.isDirectory()
        ? filesBelow(join(folder, entry.name))
        : [join(folder, entry.name)],
  );
}

describe("the code of the pages", () => {
  test("compiles, strictly, on the oldest supported compiler", { timeout: 240_000 }, () => {
    const compiled = compiledPages(repository, pages);
    const others = [...pages].filter(([page]) => !compiled.has(page));
    expect(diagnosticsOf(repository, new Map(others))).toEqual([]);
  });

  test("gives a reason where it is not to compile", () => {
    for (const [page, text] of pages) {
      for (const [line] of text.matchAll(/^.*@ts-(?:expect-error|ignore).*$/gm)) {
        expect(`${page}: ${line}`).toMatch(/\/\/ @ts-expect-error - \S|`/);
      }
    }
  });

  test("is told where in the page it does not compile", () => {
    const page = ["# A", "```ts", "const a: number = 1;", "```", "", "```ts", "a.b;", "```"];
    expect(diagnosticsOf(repository, new Map([["A.md", page.join("\n")]]))).toEqual([
      "A.md:7: Property 'b' does not exist on type 'number'.",
    ]);
  });
});

describe("the code of the site's pages", () => {
  const lines = [
    "// @ts_expect_error - a reason",
    "// of two lines",
    "expected();",
    "// @ts_expect_error - nothing is wrong",
    "fine();",
    "unexpected();",
  ];
  const file = ts.createSourceFile("page.ts", lines.join("\n"), ts.ScriptTarget.ESNext);
  const errorAt = (text: string) => ({ start: file.text.indexOf(text), messageText: text });

  test("has each error below a comment that expects it, and no such comment without an error", () => {
    expect(faultsOf(file, [errorAt("expected()"), errorAt("unexpected()")])).toEqual([
      "6: unexpected()",
      "4: Unused '@ts-expect-error' directive.",
    ]);
  });
});

describe("the tour in README.md", () => {
  const folder = join(repository, "test/.out", `readme-${process.pid}`);

  async function freePort(): Promise<number> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    return port;
  }

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test("runs and prints what it says", { timeout: 240_000 }, async () => {
    const printed: unknown[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((...given) => {
      printed.push(given.map(String).join(" "));
    });
    try {
      mkdirSync(folder, { recursive: true });
      const port = await freePort();
      for (const [name, text] of modulesOf(read("README.md"))) {
        writeFileSync(join(folder, name), text.replaceAll("3000", String(port)));
      }
      const { listening } = (await import(pathToFileURL(join(folder, "server.ts")).href)) as {
        listening: { close(): Promise<void> };
      };
      await import(pathToFileURL(join(folder, "client.ts")).href);
      await listening.close();
    } finally {
      log.mockRestore();
    }
    const said = [...read("README.md").matchAll(/console\.log\(.+\); \/\/ (.+)$/gm)];
    expect(printed).toEqual(said.map(([, text]) => text));
  });
});

describe("the links between the files", () => {
  test("lead to a file, and to a heading in it", () => {
    const broken = [...pages].flatMap(([page, text]) =>
      linksOf(text)
        .filter((link) => !leads(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test("reach every page of docs/ from README.md", () => {
    const reached = new Set(["README.md"]);
    for (const page of reached) {
      for (const link of linksOf(pages.get(page) ?? "")) {
        const target = resolve(page, link);
        if (pages.has(target)) reached.add(target);
      }
    }
    const docs = [...pages.keys()].filter((page) => page.startsWith("docs/"));
    expect(docs.filter((page) => !reached.has(page))).toEqual([]);
  });

  function resolve(page: string, link: string): string {
    const path = link.replace(/#.*/, "");
    return path === "" ? page : posix.join(dirname(page), path);
  }

  function leads(page: string, link: string): boolean {
    const target = resolve(page, link);
    const anchor = /#(.+)/.exec(link)?.[1];
    return (
      statSync(join(repository, target), { throwIfNoEntry: false }) !== undefined &&
      (anchor === undefined || anchorsOf(pages.get(target) ?? "").includes(anchor))
    );
  }
});

describe("the pages about the code", () => {
  const about = [...pages].filter(([page]) =>
    /^(?:ARCHITECTURE|CONTRIBUTING|docs\/decisions)/.test(page),
  );

  test("name files that are there", () => {
    const named = about.flatMap(([page, text]) =>
      [...text.matchAll(/`((?:[\w.-]+\/)*(?!x\.)[\w-]+(?:\.test)?\.(?:ts|mjs|json))`/g)].map(
        ([, file = ""]) => ({ page, file }),
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(
      ({ file }) => !files.some((path) => path === file || path.endsWith(`/${file}`)),
    );
    expect(missing).toEqual([]);
  });
});

describe("docs/guide/security.md", () => {
  const path = "docs/guide/security.md";
  const rows = read(path)
    .split("\n## ")
    .find((section) => section.startsWith("What Bough protects you from\n"))
    ?.split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| claim |"));

  test("has a test for each claim, and it exists", () => {
    expect(rows?.length).toBeGreaterThan(45);
    const wrong = rows?.filter((row) => {
      const [, name = "", target = ""] = /\[`([^`]+)`\]\(([^)]+)\) \|$/.exec(row) ?? [];
      const file = posix.join(dirname(path), target);
      return !files.includes(file) || !read(file).match(`["\`]${escaped(name)}["\`]`);
    });
    expect(wrong).toEqual([]);
  });
});

describe("docs/errors.md", () => {
  const page = read("docs/errors.md");
  const sources = files
    .filter((path) => /^packages\/bough\/src\/.*(?<!\.test(-d)?)\.ts$/.test(path))
    .map(read);

  test("has a heading for every error class that an entry exports", async () => {
    for (const entry of ["index", "server", "client", "node", "express", "fastify", "hono"]) {
      const names = (await import(`../packages/bough/src/${entry}.ts`)) as Record<string, unknown>;
      const errors = Object.entries(names).filter(
        ([, value]) => typeof value === "function" && value.prototype instanceof Error,
      );
      for (const [name] of errors) expect(page).toContain(`\n### ${name}\n`);
    }
  });

  test("has every code", () => {
    const codes = sources.flatMap((text) => [
      ...[...text.matchAll(/readonly code = "([\w-]+)"/g)].map(([, code]) => code),
      ...(/type HandlerFault =([^;]+);/.exec(text)?.[1] ?? "")
        .split("|")
        .map((code) => code.replaceAll(/[\s"]/g, ""))
        .filter((code) => code !== ""),
    ]);
    expect(codes.length).toBeGreaterThan(15);
    expect(codes.filter((code) => !page.includes(`\`"${code}"\``))).toEqual([]);
  });

  test("has a row for every rejection, and no other", () => {
    const rows = [...page.matchAll(/^\| (\d{3}) \| `urn:bough:([\w-]+)` \|/gm)];
    expect(rows.map(([, status, type]) => [Number(status), type])).toEqual(
      REJECTIONS.map(({ status, type }) => [status, type]),
    );
  });
});

describe("the text files", () => {
  test("name no machine and no registry", () => {
    const text = /\.(?:[cm]?[jt]s|json|md|ya?ml)$|(?:^|\/)[^.]+$|(?:^|\/)\.[^/]+$/;
    const machine = new RegExp(
      [
        String.raw`(?<![\w.])/(?:home|Users)/[\w.-]+/`,
        String.raw`[A-Z]:\\Users\\`,
        String.raw`file:///\w`,
        String.raw`https?://[\w.-]*(?:registry|artifactory|nexus|verdaccio)[\w.-]*`,
        escaped(repository.replace(/\/$/, "")),
      ].join("|"),
    );
    const found = files
      .filter((path) => text.test(path))
      .flatMap((path) => machine.exec(read(path))?.map((match) => `${path}: ${match}`) ?? []);
    expect(found).toEqual([]);
  });
});

function escaped(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
