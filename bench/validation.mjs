// Nanoseconds to validate a page of twenty users: with the schemas of `bough schemas`, with Ajv's generated code, and
// with zod. One process per contestant and round. `more` is the page with two undeclared members in each user, which
// Bough and zod leave out. Then the cold start of a server by types alone, with and without `schemas`.
// usage: node bench/validation.mjs [rounds] [contestant,…] [--starts 15]
import { alternate, costs, show } from "./runner/alternate.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { keep } from "./runner/results.mjs";

const known = {
  ajv: {
    packages: ["ajv"],
    does: "generated code",
    leavesOut: "undeclared members: it refuses them",
  },
  "bough-request": { does: "`createServer({ schemas })`, a request", leavesOut: "nothing" },
  "bough-response": {
    does: "the same, a response as `JSON.stringify` sees it",
    leavesOut: "nothing",
  },
  zod: { packages: ["zod"], does: "generated code; a copy of each value", leavesOut: "nothing" },
};
const { names, rounds, base, node, values, about } = command(known, {
  rounds: 9,
  options: { starts: { type: "string", default: "15" } },
});
requireTools(values, "taskset");
const seen = alternate("validation", { names, rounds, node });
const strip = names.filter((name) => name !== "ajv");
const figures = costs(only("page", names), base, 0);
const stripped = costs(only("more", strip), strip.at(-1), 0);
for (const name of strip) figures[name].more = stripped[name].more;
show(figures, "ns");

function only(figure, contestants) {
  return Object.fromEntries(contestants.map((name) => [name, { [figure]: seen[name][figure] }]));
}

const starts = Number(values.starts);
const cold = costs(
  alternate("cold-schemas", { names: ["types", "schemas"], rounds: starts, node }),
  "types",
);
show(cold, "ms");
keep("validation", { ...about, base, figures, cold });
