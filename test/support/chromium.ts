// The Chromium of the system. Where there is none, what needs it is skipped with a word about it, but never
// on a build server (CI): there it fails.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { Browser, BrowserContext } from "playwright-core";

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
  return chromium.launch({ executablePath: installed(), timeout });
}

/** Starts it with a profile in `folder` that lets pages use the cookies of other sites, as many users do. */
export async function launchWithThirdPartyCookies(
  folder: string,
  timeout: number,
): Promise<BrowserContext> {
  mkdirSync(join(folder, "Default"), { recursive: true });
  const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
  writeFileSync(join(folder, "Default/Preferences"), JSON.stringify(preferences));
  return chromium.launchPersistentContext(folder, { executablePath: installed(), timeout });
}

function installed(): string {
  if (executablePath === undefined) {
    throw new Error("There is no Chromium: apt-get install chromium, or name one in CHROMIUM.");
  }
  return executablePath;
}
