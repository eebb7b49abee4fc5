// The folder of one run where each package is packed once, by the first test file that needs it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    readonly packedPackages: string;
  }
}

export function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "bough-packed-"));
  provide("packedPackages", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
