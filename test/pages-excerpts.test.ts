// The code of the guide pages about frameworks that are not installed here is that of the applications in examples/pages
// and examples/frameworks, which are built and called: each block names its file, and a table the versions.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "./support/staged-package.ts";

const fileOf = (guide: string): string => join(repository, `docs/guide/${guide}.md`);
const guides = [
  ["nextjs", "pages/next"],
  ["sveltekit", "pages/sveltekit"],
  ["react-router", "pages/react-router"],
  ["other-frameworks", ...["astro", "nuxt", "solidstart", "tanstack-start"].map(inFrameworks)],
].filter(([guide = ""]) => existsSync(fileOf(guide)));

function inFrameworks(name: string): string {
  return `frameworks/${name}`;
}

describe.each(guides)("docs/guide/%s.md", (guide = "", ...applications) => {
  test("has the code of the application", () => {
    const blocks = excerptsOf(readFileSync(fileOf(guide), "utf8"));
    expect(blocks.length).toBeGreaterThan(0);
    for (const { path, code } of blocks) {
      const sources = applications
        .map((application) => join(repository, "examples", application, path))
        .filter((file) => existsSync(file))
        .map((file) => squeezed(readFileSync(file, "utf8")));
      expect([path, sources]).toEqual([path, [expect.stringContaining(squeezed(code))]]);
    }
  });
});

describe("the table of frameworks", () => {
  test("has the versions that the tests run", () => {
    const page = readFileSync(fileOf("other-frameworks"), "utf8");
    const rows = [...page.matchAll(/^\| ([A-Z]\w.*?|h3) \| (\d.*?) \|/gm)].map(
      ([, name = "", version = ""]) => [name, version] as const,
    );
    const run = rows.map(([name]) => [name, versionsOf(name).join(", ")] as const);
    expect(rows).toEqual(run);
    expect(rows.map(([name]) => name)).toEqual(Object.keys(packages));
  });
});

/** Which package of which manifests a row is about, and how many numbers of the version it names. */
const packages: Readonly<
  Record<string, readonly [name: string, numbers: number, ...manifests: string[]]>
> = {
  Astro: ["astro", 2, "examples/frameworks/astro"],
  Elysia: ["elysia", 2, "."],
  h3: ["h3", 2, "."],
  Koa: ["koa", 2, "."],
  NestJS: ["@nestjs/core", 1, "test/nest", "."],
  "Next.js": ["next", 2, "examples/pages/next"],
  Nuxt: ["nuxt", 2, "examples/frameworks/nuxt"],
  "React Router": ["react-router", 2, "examples/pages/react-router"],
  SolidStart: ["@solidjs/start", 2, "examples/frameworks/solidstart"],
  SvelteKit: ["@sveltejs/kit", 2, "examples/pages/sveltekit"],
  "TanStack Start": ["@tanstack/react-start", 2, "examples/frameworks/tanstack-start"],
};

function versionsOf(framework: string): readonly string[] {
  const [name, numbers, ...manifests] = packages[framework] ?? ["", 0];
  return manifests.map((folder) => {
    const text = readFileSync(join(repository, folder, "package.json"), "utf8");
    const { dependencies, devDependencies } = JSON.parse(text) as Record<
      string,
      Record<string, string>
    >;
    const version = { ...dependencies, ...devDependencies }[name];
    return String(version).split(".").slice(0, numbers).join(".");
  });
}

/** The blocks that name a file of the application in their first line. */
function excerptsOf(page: string): { path: string; code: string }[] {
  const blocks = page.matchAll(
    /^```\w+\n(?:\/\/|<!--) ((?:src|app|server)\/\S+)(?: -->)?\n([^]*?)^```$/gm,
  );
  return [...blocks].map(([, path = "", code = ""]) => ({ path, code }));
}

/** Code without what a formatter decides. */
function squeezed(code: string): string {
  return code.replaceAll(/\s+/g, "").replaceAll(/,([)}\]])/g, "$1");
}
