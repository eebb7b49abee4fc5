// The code of the guide pages about frameworks that are not installed here is that of the applications in examples/pages,
// which are built and walked: each block names its file.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "./support/staged-package.ts";

const fileOf = (guide: string): string => join(repository, `docs/guide/${guide}.md`);
const guides = [
  ["nextjs", "next"],
  ["sveltekit", "sveltekit"],
  ["react-router", "react-router"],
].filter(([guide = ""]) => existsSync(fileOf(guide)));

describe.each(guides)("docs/guide/%s.md", (guide = "", application = "") => {
  test("has the code of the application", () => {
    const blocks = excerptsOf(readFileSync(fileOf(guide), "utf8"));
    expect(blocks.length).toBeGreaterThan(0);
    for (const { path, code } of blocks) {
      const source = readFileSync(join(repository, "examples/pages", application, path), "utf8");
      expect([path, squeezed(source)]).toEqual([path, expect.stringContaining(squeezed(code))]);
    }
  });
});

/** The blocks that name a file of the application in their first line. */
function excerptsOf(page: string): { path: string; code: string }[] {
  const blocks = page.matchAll(
    /^```\w+\n(?:\/\/|<!--) (src\/\S+|app\/\S+)(?: -->)?\n([^]*?)^```$/gm,
  );
  return [...blocks].map(([, path = "", code = ""]) => ({ path, code }));
}

/** Code without what a formatter decides. */
function squeezed(code: string): string {
  return code.replaceAll(/\s+/g, "").replaceAll(/,([)}\]])/g, "$1");
}
