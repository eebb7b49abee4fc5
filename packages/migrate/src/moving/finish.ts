// Turns the works of a project's files into the changes and the report.
import ts from "typescript";
import { edited, type Edit } from "../edits.ts";
import { lineEdits } from "./line-edits.ts";
import type { Project } from "./project.ts";
import type { Move, Work } from "./work.ts";
import { importsOf } from "./syntax.ts";
import { parsed, withImports, type Swept } from "./imports.ts";

/** A place that a person has to look at. */
export interface Left {
  readonly path: string;
  readonly at: number;
  readonly why: string;
}

export interface Moves {
  readonly changes: ReadonlyMap<string, readonly Edit[]>;
  /** What a person has to look at. */
  readonly left: readonly Left[];
  /** The packages that each file needs now. */
  readonly packages: ReadonlyMap<string, ReadonlySet<string>>;
  readonly sites: Readonly<Record<Move, number>>;
  /** Files that are new, by path. */
  readonly made: ReadonlyMap<string, string>;
}

export function finish(
  project: Project,
  swept: Swept,
  made: ReadonlyMap<string, string> = new Map(),
): Moves {
  const changes = new Map<string, readonly Edit[]>();
  const left: Left[] = [];
  const packages = new Map<string, ReadonlySet<string>>();
  const sites = { moved: 0, bridged: 0, left: 0 };
  for (const work of project.works.values()) {
    const before = project.files.get(work.path) ?? work.code.text;
    if (
      work.isChanged ||
      work.needed.length > 0 ||
      importsOf(work.code).some(({ specifier }) => swept.from.test(specifier.text))
    ) {
      const after = withImports(work, swept, project);
      reportRemaining(work, after, swept);
      const whole =
        before === work.code.text ? after : edited(before, lineEdits(work.code.text, after));
      const edits = lineEdits(before, whole);
      if (edits.length > 0) {
        changes.set(work.path, edits);
      }
    }
    left.push(
      ...work.left.toSorted((a, b) => a.at - b.at).map((one) => ({ path: work.path, ...one })),
    );
    const names = work.needed.flatMap(
      ({ from }) => /^(bough(?:-\w+)?)(?:\/|$)/.exec(from)?.[1] ?? [],
    );
    if (names.length > 0) {
      reportResolution(work, project, left);
      packages.set(work.path, new Set(names));
    }
    work.sites.forEach(({ move }) => (sites[move] += 1));
  }
  return { changes, left, packages, sites, made };
}

/** Bough has no files for the resolution of Node 10, which TypeScript has for CommonJS if nothing else is set. */
function reportResolution({ program }: Work, { folder }: Project, left: Left[]): void {
  const { module, moduleResolution, configFilePath } = program.getCompilerOptions();
  const isCommon = module === ts.ModuleKind.CommonJS || module === ts.ModuleKind.None;
  const isOld =
    moduleResolution === ts.ModuleResolutionKind.Node10 ||
    (moduleResolution === undefined && isCommon);
  if (typeof configFilePath !== "string") {
    return;
  }
  const path = configFilePath.startsWith(`${folder}/`)
    ? configFilePath.slice(folder.length + 1)
    : "tsconfig.json";
  const { strict, strictNullChecks = strict } = program.getCompilerOptions();
  const whys = [
    ...(isOld
      ? [
          'set `"module": "nodenext"`, or `"moduleResolution": "bundler"`: Node 10 resolution doesn\'t find Bough',
        ]
      : []),
    ...(strictNullChecks
      ? []
      : ['set `"strict": true`, because Bough checks the types of bodies only then']),
  ];
  for (const why of whys) {
    if (!left.some((one) => one.path === path && one.why === why)) {
      left.push({ path, at: 0, why });
    }
  }
}

/** Names of the old library that are still used. */
function reportRemaining(work: Work, after: string, { from }: Swept): void {
  const code = parsed(work, after);
  for (const { node, specifier } of importsOf(code)) {
    if (from.test(specifier.text)) {
      const names = node.importClause?.getText(code).replace(/\s+/g, " ") ?? "";
      const before = importsOf(work.code).find((one) => one.specifier.text === specifier.text);
      work.leave(
        before?.node ?? work.code.statements[0] ?? work.code,
        `still imports ${names} from ${specifier.text}: move what uses it by hand`,
      );
    }
  }
}
