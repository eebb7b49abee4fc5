import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadPackage } from "./load-package.ts";

const file = join(tmpdir(), "package.json");

test("an entry that nobody has installed names the line that installs the package", async () => {
  await expect(loadPackage("bough mock", "bough-testing/nowhere", file)).rejects.toThrow(
    "bough mock needs bough-testing. Run: npm install --save-dev bough-testing",
  );
  await expect(loadPackage("bough nothing", "bough-nowhere", file)).rejects.toThrow(
    "bough nothing needs bough-nowhere. Run: npm install --save-dev bough-nowhere",
  );
});
