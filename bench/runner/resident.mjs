// Resident memory and processor time of a contestant's process.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const running = new Set();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** The current resident memory of a process in MiB (proc(5)). */
export function residentOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)[1]) / 1024;
}

/** User and system time of a process, in seconds. */
export function processorSecondsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Time on a processor of all threads of a process, in milliseconds. Finer than a tick of 10 ms, for short steps. */
export function processorMillisecondsOf(pid) {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return sum + Number(nanoseconds) / 1e6;
  }, 0);
}

/** Samples a process every 20 ms until `end`, which returns the maximum. */
export function watch(pid) {
  let most = residentOf(pid);
  const timer = setInterval(() => {
    most = Math.max(most, residentOf(pid));
  }, 20);
  return {
    end() {
      clearInterval(timer);
      return Math.max(most, residentOf(pid));
    },
  };
}

/** Starts a script of bench/runs on a processor, with a message channel. */
export function startRun(script, args, { node, processor, flags = [] }) {
  const path = fileURLToPath(new URL(`../runs/${script}.mjs`, import.meta.url));
  const child = fork(path, args, {
    execPath: "/usr/bin/env",
    execArgv: ["taskset", "-c", String(processor), node.path, ...flags],
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** The next message of a process. Rejects if the process ends first. */
export async function messageOf(child) {
  const gone = new AbortController();
  const ended = once(child, "exit", { signal: gone.signal }).then(([code]) => {
    throw new Error(`a process of the bench ended with ${code}`);
  });
  const [message] = await Promise.race([once(child, "message"), ended]);
  ended.catch(() => {});
  gone.abort();
  return message;
}
