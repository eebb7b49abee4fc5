// The port that an example listens on.

import { once } from "node:events";
import { createServer } from "node:net";

/** The default of the examples that have another one. */
const defaults = new Map([
  ["cluster", "3001"],
  ["edge", "8787"],
]);

/** The port that the arguments of an example (`--port 4000`) or the environment name, or its default, as text. */
export function wantedPort(name, args, env) {
  const named = args.flatMap((arg, at) =>
    arg === "--port" ? [args[at + 1]] : arg.startsWith("--port=") ? [arg.slice(7)] : [],
  );
  return named.at(-1) ?? env.PORT ?? defaults.get(name) ?? "3000";
}

/** The wanted port, or the next that nobody listens on, with a line that says so. */
export async function freePortFrom(wanted, say = console.log) {
  for (let port = Number(wanted); port <= 65_535; port++) {
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch (error) {
      if (error.code === "EADDRINUSE") continue;
      break;
    }
    server.close();
    await once(server, "close");
    if (port !== Number(wanted))
      say(`Port ${wanted} is taken, so ${port} is used; choose one with --port.\n`);
    return String(port);
  }
  // The example says what is wrong with it.
  return wanted;
}
