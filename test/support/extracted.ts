// The schemas that `bough schemas` extracts from the files of a project, without the command line.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ExtractedSchemas } from "bough/server";
import { configOf } from "../../packages/cli/src/schemas/config.ts";
import { extract } from "../../packages/cli/src/schemas/extract.ts";
import { errorsOf, programOf } from "../../packages/cli/src/schemas/project.ts";
import { Report } from "../../packages/cli/src/schemas/report.ts";
import { treesOf } from "../../packages/cli/src/schemas/trees.ts";
import { repository } from "./staged-package.ts";

/** A project in a folder of its own. */
export interface Project {
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): void;
  remove(): void;
}

const tsconfig = JSON.stringify({
  extends: join(repository, "tsconfig.base.json"),
  compilerOptions: {
    noEmit: true,
    customConditions: ["bough:source"],
    jsx: "preserve",
    erasableSyntaxOnly: false,
  },
});

/** Makes a project that finds the sources of bough. */
export function makeProject(files: Readonly<Record<string, string>>): Project {
  const folder = mkdtempSync(join(tmpdir(), "bough-schemas-"));
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "junction");
  const project: Project = {
    folder,
    write: (more) => {
      for (const [name, text] of Object.entries(more)) {
        const file = join(folder, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
  project.write({ "package.json": '{ "type": "module" }', "tsconfig.json": tsconfig, ...files });
  return project;
}

/** What the extraction says about a project. */
export interface Extracted {
  readonly schemas: ExtractedSchemas;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** Extracts from `api.ts` of a project. Throws if it does not compile; `check: false` does not look. */
export function extractedFrom(
  { folder }: Project,
  {
    strict = false,
    entry = "api.ts",
    name,
    check = true,
  }: { strict?: boolean; entry?: string; name?: string; check?: boolean } = {},
): Extracted {
  const file = join(folder, entry);
  const program = programOf(file, configOf(file, undefined));
  const errors = check ? errorsOf(program, { colors: false }) : undefined;
  if (errors !== undefined) throw new Error(errors);
  const source = program.getSourceFile(file);
  if (!source) throw new Error(`${entry} is not in the program`);
  const report = new Report({ strict });
  const schemas = extract({
    program,
    trees: treesOf({ file: source, path: entry, name }, program),
    folder,
    report,
    progress: () => undefined,
  });
  return { schemas, errors: report.errors, warnings: report.warnings };
}

/** Extracts from the text of one module. */
export function extracted(text: string, options: { strict?: boolean } = {}): Extracted {
  const project = makeProject({ "api.ts": text });
  try {
    return extractedFrom(project, options);
  } finally {
    project.remove();
  }
}

/** The extraction of one endpoint, `POST /x`, whose request is `T`. */
export function ofType(
  source: string,
  options: { strict?: boolean; body?: string } = {},
): Extracted {
  const { body = "type<T>({ unchecked: true })" } = options;
  const lines = [
    'import { get, json, post, rootResource, staticResource, type } from "bough";',
    source,
    `export const api = rootResource({ x: post("x").request(${body}) });`,
  ];
  return extracted(lines.join("\n"), options);
}

/** The schema of its request. */
export const requestOf = ({ schemas }: Extracted): unknown =>
  schemas.endpoints["POST /x"]?.request?.["application/json"];
