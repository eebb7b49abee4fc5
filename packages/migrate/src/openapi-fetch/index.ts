// The command `openapi-fetch`: declares the API of a document, and moves the clients of a project to it.
import { dirname } from "node:path";
import ts from "typescript";
import { finish, type Moves } from "../moving/finish.ts";
import { openProject } from "../moving/project.ts";
import { visit } from "../moving/syntax.ts";
import { openApiFetchBridges } from "./bridge.ts";
import { moveCalls } from "./calls.ts";
import { libraryOf, type Moving } from "./endpoints.ts";
import { declare } from "./declaration.ts";
import { moveTypes } from "./types.ts";

export async function migrateOpenApiFetch(
  folder: string,
  files: ReadonlyMap<string, string>,
  document: string,
): Promise<Moves> {
  const project = openProject(folder, files);
  const client = [...project.works.values()].find((work) => {
    let isHere = false;
    visit(work.code, (node) => {
      isHere ||= ts.isCallExpression(node) && libraryOf(node, work) === "openapi-fetch";
    });
    return isHere && /createClient|from\s+["']openapi-fetch["']/.test(work.code.text);
  });
  if (!client) {
    return finish(project, { from: /^openapi-(?:fetch|react-query)$/, made: /^$/ });
  }
  const out = `${dirname(client.file)}/declaration`;
  const declared = await declare(document, out);
  const moving: Moving = { project, declared, bridges: openApiFetchBridges(project), folder: out };
  const { allowImportingTsExtensions, rewriteRelativeImportExtensions } =
    client.program.getCompilerOptions();
  if (!allowImportingTsExtensions && !rewriteRelativeImportExtensions) {
    client.leave(
      client.code,
      'the files of the declaration import each other as `.ts`: set `"allowImportingTsExtensions": true` in tsconfig.json',
    );
  }
  moveTypes(moving);
  moveCalls(moving);
  const made = new Map(moving.bridges.files());
  for (const [name, text] of declared.files) {
    made.set(`${out.slice(project.folder.length + 1)}/${name}`, text);
  }
  return finish(project, { from: /^openapi-(?:fetch|react-query)$/, made: /^$/ }, made);
}
