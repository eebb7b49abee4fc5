// `bough eject` in a separate project.
import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cliProject } from "./support/cli-project.ts";

const { bough, inProject, read, remove, stage } = cliProject();

beforeAll(() => {
  stage(["commander", "jiti", "yaml"], {
    "package.json": '{ "name": "users", "version": "1.2.3", "type": "module" }',
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext" } }',
    "src/api.ts": [
      'import { get, integer, rootResource } from "bough";',
      "export interface User { name: string }",
      'export const api = rootResource("users", { list: get().parameters({ limit: integer() }).response<User[]>() });',
    ].join("\n"),
  });
}, 240_000);

afterAll(remove);

test("writes the document, the contract and the client, with the types of the declaration", async () => {
  const { status, stdout, stderr } = await bough(["eject", "src/api.ts", "--out", "ejected"]);
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: "ejected: 1 endpoint in openapi.yaml, contract.json, client.ts\n",
    stderr: "",
  });
  expect(read("ejected/openapi.yaml")).toContain("/users:");
  expect(JSON.parse(read("ejected/contract.json"))).toMatchObject({ format: 1 });
  const client = read("ejected/client.ts");
  expect(client).toContain("// A client of users, written by `bough eject`.");
  expect(client).toContain("export interface User {\n  readonly name: string;\n}");
  expect(client).toContain("): Promise<Success<200, readonly User[]>> {");
});

test("needs a folder", async () => {
  const { status, stderr } = await bough(["eject", "src/api.ts"]);
  expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining("--out") });
  expect(existsSync(inProject("client.ts"))).toBe(false);
});
