// Microseconds of processor time per request of `(Request) => Response`, without a socket: the Request is
// made, handled, and the text of its Response read. `floor` answers the same thing at once. One process
// per contestant and round. Speed is the base's time ÷ the contestant's, inside a round.
// usage: node bench/in-process.mjs [rounds] [contestant,…] [--node 24]
import { alternate, compared, show } from "./runner/alternate.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { SERVERS } from "./runner/contestants.mjs";
import { keep } from "./runner/results.mjs";

const inProcess = Object.entries(SERVERS).filter(([, { http }]) => !http);
const contestants = { floor: {}, ...Object.fromEntries(inProcess) };
const { names, rounds, base, node, values, about } = command(contestants, {
  // Effect asks for Node 22 for its sockets alone.
  minNode: () => 0,
});
requireTools(values, "taskset");
const figures = compared(alternate("in-process", { names, rounds, node }), base);
show(figures, "µs");
keep(`in-process-${node.label}`, { ...about, base, figures });
