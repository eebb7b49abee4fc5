// The skills for agents, in the packages: short, with names and sentences that exist. Their code compiles with the pages
// in test/docs.test.ts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mistakes } from "./support/mistakes.ts";
import { repository } from "./support/staged-package.ts";

const read = (path: string): string => readFileSync(join(repository, path), "utf8");
const packages = readdirSync(join(repository, "packages")).filter((folder) =>
  existsSync(join(repository, "packages", folder, "package.json")),
);
const skills = packages.flatMap((folder) => {
  const path = `packages/${folder}/skills`;
  return existsSync(join(repository, path))
    ? readdirSync(join(repository, path)).map((name) => ({
        name,
        home: `packages/${folder}`,
        text: read(`${path}/${name}/SKILL.md`),
      }))
    : [];
});

/** The entries of all packages, and the names of each: `bough/client` has `createClient`. */
const reports = new Map(
  packages.flatMap((folder) => {
    const manifest = JSON.parse(read(`packages/${folder}/package.json`)) as { name: string };
    const path = `packages/${folder}/api`;
    if (!existsSync(join(repository, path))) return [];
    return readdirSync(join(repository, path)).map((file): [string, ReadonlySet<string>] => {
      const entry = file.replace(/\.txt$/, "").replace("client-xhr", "client/xhr");
      const names = read(`${path}/${file}`).matchAll(/^## (.+)$/gm);
      return [
        entry === "index" ? manifest.name : `${manifest.name}/${entry}`,
        new Set([...names].map(([, name = ""]) => name)),
      ];
    });
  }),
);

/** The names that a text imports from packages of Bough: `["bough/client", "createClient"]`. */
function importsIn(text: string): (readonly [entry: string, name: string])[] {
  return [...text.matchAll(/^import (?:type )?\{([^}]*)\} from "(bough[\w/-]*)"/gm)].flatMap(
    ([, names = "", entry = ""]) =>
      names
        .split(",")
        .map((name) => name.replace(/^\s*type |\s| as .*/g, ""))
        .filter((name) => name !== "")
        .map((name) => [entry, name] as const),
  );
}

/** The sentences in the second column of the table of mistakes. */
function sentencesIn(text: string): string[] {
  const [, table = ""] = text.split("| the compiler says |");
  const rows = (table.split("\n## ")[0] ?? "").split("\n").slice(2);
  return rows.flatMap((row) => /^`(.+)`$/.exec(row.split(" | ")[1] ?? "")?.[1] ?? []);
}

const plain = (text: string): string => text.replaceAll("\\", "");
const said = plain(mistakes.map(({ says, explains = "" }) => `${says}\n${explains}`).join("\n"));

describe("the skills", () => {
  test("speak of everything that an agent does with Bough", () => {
    const subjects = [
      ["bough", "authentication", "call-an-api", "change-an-api", "declare-an-api"],
      ["bough", "failures-and-errors", "serve-an-api", "validation"],
      ["migrate", "move-from-express", "move-from-openapi-fetch", "move-from-trpc"],
      ["migrate", "move-from-ts-rest"],
      ["nest", "nestjs"],
      ["testing", "test-an-api"],
    ].flatMap(([folder, ...names]) => names.map((name) => `packages/${folder}: ${name}`));
    expect(skills.map(({ home, name }) => `${home}: ${name}`).toSorted()).toEqual(subjects);
  });

  test.each(skills)("$name says when to use it, in at most 150 lines", ({ name, text }) => {
    expect(text.split("\n").length).toBeLessThanOrEqual(151);
    const [, front = ""] = /^---\n([^]*?)\n---\n\n# /.exec(text) ?? [];
    expect(front.split("\n")).toEqual([
      `name: ${name}`,
      expect.stringMatching(/^description: Use when .{20,260}\.$/),
    ]);
    expect(text).toMatch(/\n## Mistakes\n[^]+\n## Read on\n/);
  });

  test.each(skills)("$name imports names that exist", ({ text }) => {
    const gone = importsIn(text).filter(([entry, name]) => reports.get(entry)?.has(name) !== true);
    expect(gone).toEqual([]);
  });

  test.each(skills)("$name leads to pages that exist", ({ text }) => {
    const pages = [...text.matchAll(/`(docs\/[\w/-]+\.md)`/g)].map(([, page = ""]) => page);
    expect(pages).not.toEqual([]);
    expect(pages.filter((page) => !existsSync(join(repository, page)))).toEqual([]);
  });

  test.each(skills.filter(({ text }) => text.includes("| the compiler says |")))(
    "$name quotes what the compiler says",
    ({ text }) => {
      const sentences = sentencesIn(text);
      expect(sentences.length).toBeGreaterThan(1);
      expect(sentences.filter((sentence) => !said.includes(sentence))).toEqual([]);
    },
  );

  test.each([...new Set(skills.map(({ home }) => home))])("are packed with %s", (home) => {
    expect((JSON.parse(read(`${home}/package.json`)) as { files: string[] }).files).toContain(
      "skills",
    );
  });
});

describe("AGENTS.md", () => {
  const text = read("AGENTS.md");

  test("has at most forty lines", () => {
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  });

  test("names files and scripts that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: object };
    const run = [...text.matchAll(/`npm run ([\w:.-]+)/g)].map(([, name = ""]) => name);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
    const paths = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*|[A-Z]+\.md)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });
});
