// Keeps a second process away from the files of PGlite. PGlite does not notice one, and both would destroy them.
import { readFile, rm, writeFile } from "node:fs/promises";

/** Takes a folder for this process, and returns what gives it back. Throws if a running process has it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = `${folder}.lock`;
  const owner = Number(await readFile(file, "utf8").catch(() => "0"));
  if (owner > 0 && owner !== process.pid && isRunning(owner)) {
    throw new Error(
      `process ${owner} uses ${folder}: end it, or choose another folder with --data`,
    );
  }
  // A process that was killed leaves its file behind.
  await rm(file, { force: true });
  await writeFile(file, String(process.pid), { flag: "wx" });
  return () => rm(file, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs as somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
