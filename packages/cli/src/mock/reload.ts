// Loads a project again when its files change.
import { unwatchFile, watchFile, type Stats } from "node:fs";
import { createRequire } from "node:module";

const POLL_MILLISECONDS = 250;
/** Editors write a file in several steps. */
const SETTLED_MILLISECONDS = 100;

const { cache } = createRequire(import.meta.url);

/** The loaded modules of projects: not those of packages. */
export function projectFiles(): string[] {
  return Object.keys(cache).filter((file) => !/[\\/]node_modules[\\/]/.test(file));
}

/** Makes the next import load these modules again. */
export function forget(files: readonly string[]): void {
  for (const file of files) {
    delete cache[file];
  }
}

/** Calls a function once when one of the files changes. Returns the function that stops. */
export function onceChanged(files: readonly string[], changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = (now: Stats, before: Stats): void => {
    // Node also calls it for a file that does not exist, such as schemas that nobody has written yet.
    if (now.mtimeMs === before.mtimeMs) {
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => {
      stop();
      changed();
    }, SETTLED_MILLISECONDS);
  };
  const stop = (): void => {
    clearTimeout(timer);
    for (const file of files) {
      unwatchFile(file, settle);
    }
  };
  for (const file of files) {
    watchFile(file, { interval: POLL_MILLISECONDS }, settle);
  }
  return stop;
}
