import { expect, test } from "vitest";
import { openApiFetchBridges, PARTS as OPENAPI_FETCH } from "../openapi-fetch/bridge.ts";
import { PARTS as TS_REST, tsRestBridges } from "../ts-rest/bridge.ts";
import { compilerErrors, FOLDER } from "./fixture.ts";
import { openProject } from "./project.ts";

test("all that a bridge can have compiles", () => {
  const project = openProject(FOLDER, new Map([["a.ts", "export {};\n"]]));
  const [work] = project.works.values();
  const files = new Map<string, string>();
  for (const [bridges, parts] of [
    [tsRestBridges(project), TS_REST],
    [openApiFetchBridges(project), OPENAPI_FETCH],
  ] as const) {
    [...parts.keys()].forEach((name) => work && bridges.use(name, work));
    bridges.files().forEach((text, path) => files.set(path, text));
  }
  expect([...files.keys()]).toEqual(["ts-rest-bridge.ts", "openapi-fetch-bridge.ts"]);
  expect(compilerErrors(files)).toEqual([]);
});
