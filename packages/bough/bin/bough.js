#!/usr/bin/env node
// The command `bough`: loads the package bough-cli, from the project first, or says how to install it.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { resolve } = createRequire(import.meta.url);
const found = (() => {
  try {
    return resolve("bough-cli", { paths: [process.cwd(), import.meta.dirname] });
  } catch {
    return undefined;
  }
})();

if (found === undefined) {
  console.error("bough: the command line is not installed. Run: npm install --save-dev bough-cli");
  process.exitCode = 2;
} else {
  const { run } = await import(pathToFileURL(found).href);
  await run(process.argv.slice(2));
}
