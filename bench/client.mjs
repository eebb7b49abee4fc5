// Microseconds of processor time per call of each client, over a `fetch` that answers at once: from the call to the value.
// One process per contestant and round. Speed is the base's time ÷ the contestant's, inside a round.
// usage: node bench/client.mjs [rounds] [contestant,…] [--node 24]
import { alternate, compared, show } from "./runner/alternate.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { CLIENTS } from "./runner/contestants.mjs";
import { keep } from "./runner/results.mjs";

const { names, rounds, base, node, values, about } = command(CLIENTS);
requireTools(values, "taskset");
const figures = compared(alternate("client", { names, rounds, node }), base);
show(figures, "µs");
keep(`client-${node.label}`, { ...about, base, figures });
