// Loads a project again when its files change.
import { statSync } from "node:fs";
import { createRequire } from "node:module";

/** Editors write a file in several steps, so a change has ended when a later look sees no other. */
const POLL_MILLISECONDS = 150;

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

/** Calls a function once when one of the files changes after this call. Returns the function that stops. */
export function onceChanged(files: readonly string[], changed: () => void): () => void {
  // `watchFile` would first look later, and miss a change before that.
  let seen = timesOf(files);
  let isSettling = false;
  const look = (): void => {
    const now = timesOf(files);
    const isEqual = now.every((time, at) => time === seen[at]);
    seen = now;
    if (!isEqual) {
      isSettling = true;
    } else if (isSettling) {
      stop();
      changed();
    }
  };
  const timer = setInterval(look, POLL_MILLISECONDS);
  const stop = (): void => clearInterval(timer);
  return stop;
}

/** When the files were written; `undefined` for one that does not exist, such as schemas that nobody has written yet. */
function timesOf(files: readonly string[]): (number | undefined)[] {
  return files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs);
}
