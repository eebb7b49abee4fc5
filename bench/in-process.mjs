// Microseconds of processor time per `(Request) => Response`, without a socket: creating the Request,
// handling it and reading the text of the Response. `floor` returns a fixed response at once. One process
// per contestant and round. Speed is the base's time ÷ the contestant's, inside a round.
// usage: node bench/in-process.mjs [rounds] [contestant,…] [--node 24]
import { alternate, compared, show } from "./runner/alternate.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { SERVERS } from "./runner/contestants.mjs";
import { keep } from "./runner/results.mjs";

const inProcess = Object.entries(SERVERS).filter(([, { http }]) => !http);
const contestants = { floor: {}, ...Object.fromEntries(inProcess) };
const { names, rounds, base, node, values, about } = command(contestants, {
  // Effect requires Node 22 only for its sockets.
  minNode: () => 0,
});
requireTools(values, "taskset");
const figures = compared(alternate("in-process", { names, rounds, node }), base);
show(figures, "µs");
keep(`in-process-${node.label}`, { ...about, base, figures });
