// Packages that some commands use. The others work without them.
import { pathToFileURL } from "node:url";
import { resolveEntry } from "./load-module.ts";
import { WrongUse } from "./wrong-use.ts";

/** Loads an entry of a package as the project would, so that both use one copy of bough. */
export async function loadPackage(command: string, entry: string, file: string): Promise<unknown> {
  const found = resolveEntry(entry, file);
  if (found === undefined) {
    const [name] = entry.split("/");
    throw new WrongUse(`${command} needs ${name}. Run: npm install --save-dev ${name}`);
  }
  return import(pathToFileURL(found).href);
}
