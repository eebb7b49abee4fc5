// For tests: a project in memory, moved, and what the compiler says of the result.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { edited, lineAt } from "../edits.ts";
import { openProject } from "./project.ts";
import type { Moves } from "./finish.ts";

/** A folder that finds the packages of this repository. The files of tests are not on the disk. */
export const FOLDER = `${dirname(fileURLToPath(new URL("../../package.json", import.meta.url)))}/fixtures`;

export interface Moved {
  readonly files: ReadonlyMap<string, string>;
  /** The report, `path:LINE why`. */
  readonly left: readonly string[];
  readonly sites: Moves["sites"];
}

/** The files after a move. */
export function after(before: Readonly<Record<string, string>>, moves: Moves): Moved {
  const files = new Map(
    Object.entries(before).map(([path, text]) => [
      path,
      edited(text, moves.changes.get(path) ?? []),
    ]),
  );
  moves.made.forEach((text, path) => files.set(path, text));
  const left = moves.left.map(
    ({ path, at, why }) => `${path}:${lineAt(before[path] ?? "", at)} ${why}`,
  );
  return { files, left, sites: moves.sites };
}

export function compilerErrors(files: ReadonlyMap<string, string>): readonly string[] {
  const { works } = openProject(FOLDER, files);
  return [...works.values()].flatMap(({ code, path, program }) =>
    [...program.getSyntacticDiagnostics(code), ...program.getSemanticDiagnostics(code)].map(
      ({ messageText, start = 0 }) => {
        const { line } = code.getLineAndCharacterOfPosition(start);
        return `${path}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
      },
    ),
  );
}
