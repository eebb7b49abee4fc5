// usage: node bench/runs/github.mjs operations|verify|parse <file>    prints a number: milliseconds of processor time, or operations
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { contractOf } from "bough/contract";
import { verify } from "bough";

const [, , what, file] = process.argv;
if (what === "parse") {
  const text = readFileSync(file, "utf8");
  console.log(time(() => JSON.parse(text)));
} else {
  const { api } = await import(pathToFileURL(file));
  if (what === "verify") console.log(time(() => verify(api)));
  else console.log(contractOf(api).endpoints.length);
}

// Processor time, which other work on the machine disturbs less.
function time(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
