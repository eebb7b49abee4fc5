import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changeOf } from "./watch.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bough-watch-"));
  file = join(folder, "api.ts");
  writeFileSync(file, "");
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the watch", { timeout: 30_000 }, () => {
  test("ends at a change", async () => {
    utimesSync(file, 1, 1);
    let isOver = false;
    const change = changeOf([file], new Date()).then(() => (isOver = true));
    await new Promise((later) => setTimeout(later, 300));
    expect(isOver).toBe(false);
    writeFileSync(file, "changed");
    await change;
  });

  test("ends when a file that was gone is back", async () => {
    const gone = join(folder, "gone.ts");
    const change = changeOf([gone], new Date());
    writeFileSync(gone, "");
    await change;
  });

  test("ends at once if a file has changed while the types were read", async () => {
    const before = new Date(Date.now() - 1_000);
    await changeOf([join(folder, "gone.ts"), file], before);
  });
});
