// The package bough-testing, for the commands that use it. The others work without it.
import { pathToFileURL } from "node:url";
import { resolveEntry } from "./load-module.ts";
import { WrongUse } from "./wrong-use.ts";

/** Loads an entry of the package as the project would, so that both use one copy of bough. */
export async function loadTesting(command: string, entry: string, file: string): Promise<unknown> {
  const found = resolveEntry(entry, file);
  if (found === undefined) {
    throw new WrongUse(`${command} needs bough-testing. Run: npm install --save-dev bough-testing`);
  }
  return import(pathToFileURL(found).href);
}
