// The Chromium of the system. Without one the test of the page is skipped, but never on a build server.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

const executablePath = [
  process.env["CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => path !== "" && existsSync(path));

/** Why the page is not tested, if there is a reason. */
export function reasonWithoutChromium(): string | undefined {
  if (executablePath !== undefined || process.env["CI"]) return undefined;
  return "there is no Chromium; CHROMIUM may name one";
}

/** Starts it without a window. */
export async function launchChromium(timeout: number): Promise<Browser> {
  if (executablePath === undefined) {
    throw new Error("There is no Chromium: apt-get install chromium, or name one in CHROMIUM.");
  }
  return chromium.launch({ executablePath, timeout });
}
