// Runs a program and ends this process if it fails.
import { spawnSync } from "node:child_process";

export function run(program, args, folder) {
  const { status, error } = spawnSync(program, args, {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (error !== undefined) console.error(`${program} failed: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
