// This build beside the build of an earlier commit (baseline.json), in alternating rounds of new processes. A
// figure above 1 is faster, or cheaper, than the earlier build. Run it alone on the machine: it says "disturbed"
// where the spread of the rounds is wider than the difference.
// usage: node bench/regress.mjs [rounds] [--commit <commit>] [--only <bench>,…]
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { REQUESTS } from "./apps/shared.mjs";
import { runOnce } from "./runner/alternate.mjs";
import { inRounds } from "./runner/apps.mjs";
import { baseline } from "./runner/baseline.mjs";
import { spreadOf, told } from "./runner/results.mjs";
import { checked } from "./runner/type-check.mjs";
import { times } from "./runner/undisturbed.mjs";
import { load } from "./runner/wrk.mjs";

const BENCHES = ["client", "in-process", "security", "validation", "cold", "server", "types"];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commit: { type: "string", default: fact().commit },
    only: { type: "string", default: BENCHES.join() },
    seconds: { type: "string", default: "2" },
  },
});
const rounds = Number(positionals[0] ?? 9);
const node = { path: process.execPath };
const homes = {
  before: new URL("bench/", baseline(values.commit)),
  now: new URL("./", import.meta.url),
};
const SIDES = ["before", "now"];
const chosen = values.only.split(",");

const started = times();
const rows = {};
if (chosen.includes("client")) compare("client", inTurns("client", ["bough"]));
if (chosen.includes("in-process")) compare("in process", inTurns("in-process", ["bough"]));
if (chosen.includes("security")) compare("security", inTurns("security", ["authenticate"]));
if (chosen.includes("validation")) {
  for (const side of ["request", "response"]) {
    compare(`validation, ${side}`, inTurns("validation", [`bough-${side}`]));
  }
}
if (chosen.includes("cold")) {
  for (const endpoints of ["4", "1000"]) {
    compare(`cold, ${endpoints} endpoints`, inTurns("cold", ["bough", endpoints]));
  }
}
if (chosen.includes("server")) compare("server", await servers());
if (chosen.includes("types")) compare("types", await types());
console.log(`${rounds} rounds, this build ÷ ${values.commit}: above 1 is better than before`);
console.table(rows);
console.log(disturbance());

/** The costs of both sides by figure, one value for each round; less is better. */
function inTurns(script, args) {
  const seen = { before: {}, now: {} };
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
      for (const [figure, cost] of Object.entries(
        runOnce(script, args, { node, home: homes[side] }),
      )) {
        (seen[side][figure] ??= []).push(cost);
      }
    }
    process.stderr.write(`${script}: round ${round + 1} of ${rounds}\n`);
  }
  return seen;
}

async function servers() {
  const loaded = ({ name, child, origin }, key, seconds) => {
    const { method, body, path } = REQUESTS[key];
    return load({ name, pid: child.pid, url: origin + path, method, body, seconds });
  };
  const keys = Object.keys(REQUESTS);
  const sides = { homeOf: (side) => homes[side], contestantOf: () => "bough" };
  const { seen } = await inRounds({ names: SIDES, rounds, node, ...sides }, keys, {
    warm: (app) => keys.forEach((key) => loaded(app, key, 2)),
    figuresOf: (app, key) => {
      const { rate, perProcessorSecond } = loaded(app, key, Number(values.seconds));
      return { [key]: 1 / rate, [`${key}, processor`]: 1 / perProcessorSecond };
    },
  });
  return seen;
}

// Instantiations are exact, so one run is enough.
async function types() {
  const seen = {};
  for (const side of SIDES) {
    const { writeProject } = await import(new URL("runner/type-project.mjs", homes[side]));
    seen[side] = {};
    for (const name of ["bough", "bough-zod"]) {
      const {
        instantiations,
        failed,
        fault = failed,
      } = checked("5.9", await writeProject(name, 500));
      if (fault !== undefined) throw new Error(`${side}, ${name}: ${fault}`);
      seen[side][name] = [instantiations];
    }
  }
  return seen;
}

function compare(bench, { before, now }) {
  for (const [figure, costs] of Object.entries(before)) {
    const spread = spreadOf(costs.map((cost, round) => cost / now[figure][round]));
    const verdict = verdictOn(spread, bench === "types");
    rows[`${bench}: ${figure}`] = { ratio: told(spread), verdict };
  }
}

function verdictOn({ median, min, max }, isExact) {
  if (median === 1) return "equal";
  if (rounds < 3 && !isExact) return "too few rounds";
  if (max - min > Math.abs(median - 1)) return "disturbed";
  return median > 1 ? "better" : "worse";
}

// What was taken from this run: by the hypervisor, and by other programs on this machine.
function disturbance() {
  const ended = times();
  const all = Math.max(1, ended.all - started.all);
  const stolen = ended.stolen - started.stolen;
  const foreign = all - (ended.idle - started.idle) - stolen - (ended.own - started.own);
  const percent = (ticks) => `${((100 * Math.max(0, ticks)) / all).toFixed(1)} %`;
  return `processor time: ${percent(stolen)} stolen, ${percent(foreign)} of other programs`;
}

function fact() {
  return JSON.parse(readFileSync(new URL("baseline.json", import.meta.url), "utf8"));
}
