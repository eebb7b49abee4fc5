// A Redis server that keeps nothing on disk.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Starts a Redis server, on one processor if it is named. It ends with the bench. */
export async function startRedis(port, { processor } = {}) {
  const pinned = processor === undefined ? [] : ["taskset", "-c", String(processor)];
  const [command, ...args] = [...pinned, "redis-server", "--port", String(port)];
  const options = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const redis = spawn(command, [...args, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  process.once("exit", () => redis.kill("SIGKILL"));
  for await (const line of createInterface({ input: redis.stdout })) {
    if (line.includes("Ready to accept connections")) {
      redis.stdout.resume();
      return redis;
    }
  }
  throw new Error("redis-server ended at its start");
}
