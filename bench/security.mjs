// Microseconds of processor time per `(Request) => Response` of one endpoint: with a guard that reads the bearer
// token by hand, and with a declared scheme and a synchronous `authenticate`. `open` has neither. Speed is the
// guard's time ÷ the contestant's, inside a round. One process per contestant and round.
// usage: node bench/security.mjs [rounds] [contestant,…] [--node 24]
import { alternate, compared, show } from "./runner/alternate.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { keep } from "./runner/results.mjs";

const contestants = {
  guard: {
    does: "a guard that reads `Authorization` by hand and looks the token up in a map",
    leavesOut: "two `Authorization` headers, other malformed credentials, the challenge, `Vary`",
  },
  authenticate: {
    does: "`bearer`, `secured` and `authenticate` with the same map",
    leavesOut: "nothing",
  },
  open: { does: "the endpoint alone", leavesOut: "authentication" },
};
const { names, rounds, base, node, values, about } = command(contestants);
requireTools(values, "taskset");
const figures = compared(alternate("security", { names, rounds, node }), base);
show(figures, "µs");
keep("security", { ...about, base, figures });
