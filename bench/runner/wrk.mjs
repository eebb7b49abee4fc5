// wrk on processor 1, one thread, against a server on processor 0: a rate, percentiles of latency, and
// the server's own processor time, which other work on the machine disturbs less than the clock.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// A late response on a busy machine is slow, not an error.
const PATIENT = ["--timeout", "20s"];
const folder = mkdtempSync(join(tmpdir(), "bough-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/**
 * Loads a server for some seconds. With `rate`, each connection waits a random time after a response,
 * with the mean that gives this rate in total. This is a closed loop: a waiting connection sends nothing,
 * so a stall delays its next requests (wrk2 would count that, wrk does not).
 */
export function load({
  name,
  pid,
  url,
  method,
  body,
  seconds,
  connections = 64,
  rate,
  latency = 0,
}) {
  const script = join(folder, "load.lua");
  const mean = rate === undefined ? 0 : Math.max(0, (connections / rate) * 1000 - latency / 1000);
  writeFileSync(script, luaOf({ method, body, mean }));
  const before = processorTime(pid);
  const { stdout, error } = spawnSync(
    "taskset",
    ["-c", "1", "wrk", "-t1", `-c${connections}`, `-d${seconds}s`, ...PATIENT, "-s", script, url],
    { encoding: "utf8" },
  );
  if (error !== undefined) throw error;
  const ticks = processorTime(pid) - before;
  const line = /^bench (.*)$/m.exec(stdout)?.[1];
  if (line === undefined) throw new Error(`wrk ${url}: ${stdout}`);
  const { requests, microseconds, errors, p50, p99 } = JSON.parse(line);
  if (errors > 0) throw new Error(`${name}: ${errors} errors at ${url}`);
  return {
    requests,
    rate: (requests / microseconds) * 1e6,
    perProcessorSecond: requests / (ticks / 100),
    p50,
    p99,
  };
}

// wrk's delay() takes whole milliseconds. Random rounding keeps the mean.
const luaOf = ({ method, body, mean }) => `
wrk.method = ${JSON.stringify(method)}
${body === undefined ? "" : `wrk.body = ${JSON.stringify(body)}\nwrk.headers["content-type"] = "application/json"`}
${mean === 0 ? "" : `function delay() return math.floor(math.random() * ${2 * mean} + math.random()) end`}
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('bench {"requests":%d,"microseconds":%d,"errors":%d,"p50":%d,"p99":%d}\\n',
    summary.requests, summary.duration, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(99)))
end
`;

// User and system time of a process, in clock ticks (proc(5)).
function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return Number(fields[11]) + Number(fields[12]);
}
