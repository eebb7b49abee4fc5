// What a clone installs before it builds: a part is there after `npm start`, all of it after `npm run build`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { reasonFor } from "../scripts/install.mjs";
import { repository } from "./support/staged-package.ts";

const scriptsOf = (folder: string): Readonly<Record<string, string>> =>
  (
    JSON.parse(readFileSync(join(repository, folder, "package.json"), "utf8")) as {
      readonly scripts: Readonly<Record<string, string>>;
    }
  ).scripts;

describe("the scripts of a clone", () => {
  test("install what the build lacks", () => {
    expect(scriptsOf(".")["build"]).toMatch(/^node scripts\/ensure-installed\.mjs && /);
  });

  // The repository has two compilers, and npm links either of them as `.bin/tsc`.
  test("call the compiler by its path", () => {
    for (const folder of [".", "packages/bough", "packages/testing"]) {
      expect(Object.values(scriptsOf(folder)).join("\n")).not.toMatch(/(?<![\w/.-])tsc /);
    }
  });
});

describe("an installation is complete", () => {
  const wanted = {
    "": {},
    "node_modules/zod": { version: "4.6.7" },
    "node_modules/msw": { version: "2.14.7" },
    "node_modules/only-on-macos": { version: "1.0.0", optional: true },
  };
  const zod = { "node_modules/zod": { version: "4.6.7" } };
  const msw = (version: string): object => ({ "node_modules/msw": { version } });

  test.each([
    ["nothing is installed", undefined, "there is no node_modules"],
    ["an example has installed its part", zod, "node_modules/msw is missing"],
    [
      "another version is installed",
      { ...zod, ...msw("2.0.0") },
      "node_modules/msw is not version 2.14.7",
    ],
    ["all but optional packages are installed", { ...zod, ...msw("2.14.7") }, undefined],
  ])("or says why not: %s", (_, installed, reason) => {
    expect(reasonFor(wanted, installed, Object.keys(wanted))).toBe(reason);
  });
});
