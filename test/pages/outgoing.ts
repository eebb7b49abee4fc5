// The connections that an application opens, as `outgoing.mjs` writes them down in its processes.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../support/staged-package.ts";

export class Outgoing {
  readonly preload: string = join(repository, "test/pages/outgoing.mjs");
  readonly env: Readonly<Record<string, string>>;
  readonly #file: string;

  constructor(file: string) {
    rmSync(file, { force: true });
    this.#file = file;
    this.env = { BOUGH_OUTGOING: file };
  }

  /** The hosts and ports that were connected to. Throws if no process has loaded the module. */
  get connections(): string[] {
    const lines = readFileSync(this.#file, "utf8").trim().split("\n");
    if (!lines.includes("loaded")) throw new Error("no process writes down its connections");
    return lines.filter((line) => line !== "loaded");
  }
}
