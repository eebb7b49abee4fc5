// The Chromium of the system. Where there is none, what needs it is skipped with a word about it, but never
// on a build server (CI): there it fails.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

const executablePath = [
  process.env["CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => path !== "" && existsSync(path));

/** Whether tests of `subject` have to be skipped; says so then. */
export function isWithoutChromium(subject: string): boolean {
  const isWithout = executablePath === undefined && !process.env["CI"];
  if (isWithout) {
    console.warn(`${subject}: not tested, there is no Chromium; CHROMIUM may name one.`);
  }
  return isWithout;
}

/** Starts it without a window. */
export async function launchChromium(timeout: number): Promise<Browser> {
  if (executablePath === undefined) {
    throw new Error("There is no Chromium: apt-get install chromium, or name one in CHROMIUM.");
  }
  return chromium.launch({ executablePath, timeout });
}
