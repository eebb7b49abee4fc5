// Waits for a change of a program's files.
import ts from "typescript";

/** Editors write a file in several steps. */
const SETTLED_MILLISECONDS = 100;

/** TypeScript polls for a file that is gone, as after an editor has renamed it, and throws without an interval. */
const POLL_MILLISECONDS = 250;

const LOOK_MILLISECONDS = 1_000;

/** The clock of a file system may be this much behind. */
const LATE_MILLISECONDS = 20;

/** Resolves after a change of one of the files, or at once if one has changed since a time. */
export async function changeOf(files: readonly string[], since: Date): Promise<void> {
  const watchers: ts.FileWatcher[] = [];
  let timer: ReturnType<typeof setInterval> | undefined;
  await new Promise<void>((resolve) => {
    const settle = (): unknown => setTimeout(resolve, SETTLED_MILLISECONDS);
    for (const file of files) {
      const watcher = ts.sys.watchFile?.(file, settle, POLL_MILLISECONDS);
      if (watcher) {
        watchers.push(watcher);
      }
    }
    const from = since.getTime() - LATE_MILLISECONDS;
    const look = (): void => {
      const now = Date.now();
      const isNewer = (file: string): boolean => {
        const time = ts.sys.getModifiedTime?.(file)?.getTime();
        // A time in the future would never end.
        return time !== undefined && time >= from && time <= now;
      };
      if (files.some(isNewer)) {
        settle();
      }
    };
    // The types may have taken seconds to read, and nobody watched meanwhile. A watcher does not see a change before
    // its own first look either, which may be late.
    look();
    timer = setInterval(look, LOOK_MILLISECONDS);
  });
  clearInterval(timer);
  for (const watcher of watchers) {
    watcher.close();
  }
}
