// Cold start: a process imports, registers endpoints and answers its first request without a socket.
// Milliseconds since the start of the process (mostly Node's own with four endpoints), and processor time.
// One process per contestant, number of endpoints and round.
// usage: node bench/cold.mjs [rounds] [contestant,…] [--endpoints 4,1000] [--node 24]
import { alternate, costs, show } from "./runner/alternate.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { COLD } from "./runner/contestants.mjs";
import { keep } from "./runner/results.mjs";

const { names, rounds, base, node, values, about } = command(COLD, {
  rounds: 7,
  options: { endpoints: { type: "string", default: "4,1000" } },
  minNode: () => 0,
});
requireTools(values, "taskset");
const figures = {};
for (const endpoints of values.endpoints.split(",")) {
  const seen = alternate("cold", { names, rounds, node, args: [endpoints] });
  figures[endpoints] = costs(seen, base);
  console.log(`${endpoints} endpoints: ratio to the base, and milliseconds`);
  show(figures[endpoints], "");
}
keep(`cold-${node.label}`, { ...about, base, figures });
