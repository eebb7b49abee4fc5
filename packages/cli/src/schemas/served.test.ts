// The server of the every-feature API takes the schemas that are extracted from it.
import { join } from "node:path";
import type ts from "typescript";
import { expect, test } from "vitest";
import { everyFeatureServer } from "../../../../test/support/every-feature-server.ts";
import { api, api2 } from "../../../../test/every-feature-api.ts";
import { repository } from "../../../../test/support/staged-package.ts";
import { configOf } from "./config.ts";
import { extract } from "./extract.ts";
import { programOf } from "./project.ts";
import { Report } from "./report.ts";
import { treesOf } from "./trees.ts";

test("every type-only body has a schema at its place", { timeout: 240_000 }, async () => {
  const path = join(repository, "test/every-feature-api.ts");
  const program = programOf(path, configOf(path, undefined));
  const file = program.getSourceFile(path) as ts.SourceFile;
  const report = new Report({ strict: false });
  const schemas = extract({
    program,
    trees: treesOf({ file, path, name: undefined }, program),
    folder: repository,
    report,
    progress: () => undefined,
  });
  expect(report.errors).toEqual([]);
  // `route` throws for a body that the schemas do not have.
  const { server } = everyFeatureServer({ schemas });
  expect(server.unvalidated(api, api2)).toEqual([]);
  const response = await server.fetch("http://h.test/v1/bodies/events", {
    method: "QUERY",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(await response.json()).toMatchObject({
    errors: [{ in: "body", pointer: "", message: "must be a list" }],
  });
});
