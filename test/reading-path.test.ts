// The files that ARCHITECTURE.md names as the path through declaration, server and client, compared with what the
// sources reach.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readingPath } from "../bench/house/sources.mjs";

test("ARCHITECTURE.md lists each file of the reading path once, and no other", () => {
  const text = readFileSync(new URL("../ARCHITECTURE.md", import.meta.url), "utf8");
  const section = /^## The reading path$([^]*?)^## /m.exec(text)?.[1] ?? "";
  // A row: a folder, and its files in the order in which to read them.
  const listed = [...section.matchAll(/^\| `([^`]+\/)` \| ([^|]*) \|/gm)].flatMap(
    ([, folder = "", files = ""]) =>
      [...files.matchAll(/`([^`]+\.ts)`/g)].map(([, file]) => `${folder}${file}`),
  );
  expect(listed.toSorted()).toEqual([...readingPath()].toSorted());
});
