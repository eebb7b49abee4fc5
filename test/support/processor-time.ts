// Set-up of every test file: the processor time that the file takes, its imports and the programs that it starts
// included, as data for the reporter. A worker runs one file after the other, so the time of its process is the file's.

import { readFileSync } from "node:fs";
import { afterAll } from "vitest";

declare module "vitest" {
  export interface TaskMeta {
    /** Seconds. */
    processorTime?: number;
  }
}

const start = seconds();

// oxlint-disable-next-line no-empty-pattern -- vitest reads from it which fixtures a hook needs
afterAll(({}, { file }) => {
  file.meta.processorTime = seconds() - start;
});

function seconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + ofEndedPrograms();
}

/** Linux counts the programs that a process has waited for, in hundredths of a second: `man 5 proc`. */
function ofEndedPrograms(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}
