import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadTesting } from "./load-testing.ts";

const file = join(tmpdir(), "package.json");

test("an entry that nobody has installed names the line that installs the package", async () => {
  await expect(loadTesting("bough mock", "bough-testing/nowhere", file)).rejects.toThrow(
    "bough mock needs bough-testing. Run: npm install --save-dev bough-testing",
  );
});
