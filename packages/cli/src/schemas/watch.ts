// Waits for a change of a program's files.
import ts from "typescript";

/** Editors write a file in several steps. */
const SETTLED_MILLISECONDS = 100;

/** Resolves after a change of one of the files. */
export async function changeOf(files: readonly string[]): Promise<void> {
  const watchers: ts.FileWatcher[] = [];
  await new Promise<void>((resolve) => {
    for (const file of files) {
      const watcher = ts.sys.watchFile?.(file, () => setTimeout(resolve, SETTLED_MILLISECONDS));
      if (watcher) watchers.push(watcher);
    }
  });
  for (const watcher of watchers) watcher.close();
}
