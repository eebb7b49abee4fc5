// Processor time of `createMock` for 1,000 endpoints: the first one of a process.
// usage: node bench/mock.mjs [rounds] [--ceiling]    after `npm run build`
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { spreadOf, told } from "./runner/results.mjs";

const MOST = 150;
const ENDPOINTS = 1_000;

if (process.argv.includes("--once")) {
  await once();
} else {
  const rounds = Number(process.argv[2] ?? 15) || 15;
  const times = Array.from({ length: rounds }, () => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [fileURLToPath(import.meta.url), "--once"],
      { encoding: "utf8" },
    );
    if (!(Number(stdout) > 0)) throw new Error(stderr);
    return Number(stdout);
  });
  const spread = spreadOf(times, 1);
  console.log(`createMock of ${ENDPOINTS} endpoints: ${told(spread)} ms`);
  if (process.argv.includes("--ceiling") && spread.median > MOST) {
    console.error(`Expected at most ${MOST} ms.`);
    process.exitCode = 1;
  }
}

/** Prints the milliseconds. */
async function once() {
  const { del, dynamicResource, failure, get, post, rootResource, staticResource, string, type } =
    await import("bough");
  const { createMock } = await import("bough-testing");
  const Missing = failure("missing", 404);
  const children = {};
  for (let index = 0; index < ENDPOINTS / 4; index++) {
    children[`things${index}`] = staticResource(`things${index}`, {
      list: get().response(type()),
      create: post().request(type()).response(type(), { status: 201 }),
      thing: dynamicResource("thing", string(), {
        find: get().response(type()).failure(Missing),
        remove: del().failure(Missing),
      }),
    });
  }
  const api = rootResource("v1", children);
  const start = process.cpuUsage();
  createMock(api);
  const { user, system } = process.cpuUsage(start);
  console.log((user + system) / 1_000);
}
