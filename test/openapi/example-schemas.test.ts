// The schemas of the users example are those of its types.

import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { Output } from "../../packages/cli/src/output.ts";
import { schemas } from "../../packages/cli/src/schemas/schemas.ts";
import { repository } from "../support/staged-package.ts";

test("examples/users/api.schemas.ts is up to date", { timeout: 240_000 }, async () => {
  const output = new Output(process);
  const print = vi.spyOn(output, "print").mockReturnValue();
  // It throws if a file is not up to date.
  await schemas(join(repository, "examples/users/api.ts"), { check: true }, output);
  expect(print.mock.calls.flat()).toEqual([expect.stringContaining("14 endpoints")]);
});
