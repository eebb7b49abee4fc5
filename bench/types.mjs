// The cost of types: generated projects of 10 to 1,000 endpoints, each declared (or routed), handled and
// called once, checked by TypeScript 5.9 and 7. Instantiations, types, memory and seconds of checking.
// Counts are exact, except for the default of TypeScript 7, which depends on its number of checkers.
// usage: node bench/types.mjs [rounds] [contestant,…] [--sizes 10,100,500,1000] [--compilers 5.9,7,7-single]
import { command } from "./runner/command.mjs";
import { TYPES } from "./runner/contestants.mjs";
import { keep, median, ratiosOf, spreadOf } from "./runner/results.mjs";
import { checked } from "./runner/type-check.mjs";
import { writeProject } from "./runner/type-project.mjs";
import { undisturbed } from "./runner/undisturbed.mjs";

const { names, rounds, base, values, about } = command(TYPES, {
  rounds: 3,
  minNode: () => 0,
  options: {
    sizes: { type: "string", default: "10,100,500,1000" },
    compilers: { type: "string", default: "5.9,7,7-single" },
  },
});
const sizes = values.sizes.split(",").map(Number);
const compilers = values.compilers.split(",");

const figures = {};
for (const size of sizes) {
  const folders = {};
  for (const name of names) folders[name] = await writeProject(name, size);
  for (const compiler of compilers) {
    const seen = {};
    for (let round = 0; round < rounds; round++) {
      for (const name of names) {
        const before = (seen[name] ??= []);
        // A check that times out or takes a minute is not repeated.
        if (before.some(({ failed, total }) => failed !== undefined || total > 60)) continue;
        before.push(undisturbed(() => checked(compiler, folders[name])));
      }
    }
    for (const name of names) {
      const failed = seen[name].find((one) => one.failed !== undefined)?.failed;
      const fault = seen[name].find((one) => one.fault !== undefined)?.fault;
      // Every small project must compile: an error there is a bug of the bench.
      if (size <= 10 && (failed ?? fault) !== undefined)
        throw new Error(`${name}: ${failed ?? fault}`);
      const row = ((figures[compiler] ??= {})[name] ??= {});
      row[size] = failed === undefined ? rowOf(seen[name], seen[base], fault) : { failed };
    }
    show(compiler, size);
  }
}
keep("types", {
  ...about,
  packages: [...about.packages, "typescript", "typescript-5.9"],
  base,
  figures,
});

function rowOf(all, ofBase, fault) {
  const of = (list, figure) => list.map((one) => one[figure]);
  return {
    instantiations: median(of(all, "instantiations")),
    types: median(of(all, "types")),
    memoryMiB: median(of(all, "memoryMiB")),
    check: spreadOf(of(all, "check"), 2),
    ratio: ratiosOf(of(all, "check"), of(ofBase.slice(0, all.length), "check")),
    ...(fault === undefined ? {} : { fault }),
  };
}

function show(compiler, size) {
  console.log(`TypeScript ${compiler}, ${size} endpoints`);
  console.table(
    Object.fromEntries(
      Object.entries(figures[compiler]).map(([name, row]) => {
        const { failed, check, ratio, ...counts } = row[size];
        return [
          name,
          failed === undefined
            ? { ...counts, "check s": check.median, "÷ base": ratio.median }
            : { failed },
        ];
      }),
    ),
  );
}
