// The committed contracts of the examples are what their declarations promise.
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { contract } from "../../packages/diff/src/command/contract.ts";
import { Output } from "../../packages/cli/src/output.ts";
import { toolkitOf } from "../../packages/cli/src/toolkit.ts";
import { repository } from "../support/staged-package.ts";

test.each([
  ["examples/users/api.ts", "examples/users/api.contract.json: 14 endpoints"],
  ["examples/conduit/src/api.ts", "examples/conduit/src/api.contract.json: 19 endpoints"],
])("the contract of %s is up to date", { timeout: 240_000 }, async (path, line) => {
  const output = new Output(process);
  const print = vi.spyOn(output, "print").mockReturnValue();
  const note = vi.spyOn(output, "note").mockReturnValue();
  // It throws if the file is not up to date.
  await contract(join(repository, path), { check: true }, toolkitOf(output));
  expect(print.mock.calls.flat()).toEqual([join(repository, line)]);
  expect(note.mock.calls).toEqual([]);
});
