// Loaded into an application before its own code: writes a line for each connection that the process opens, to a server
// or to a socket of this machine. `fetch`, `node:http`, `node:http2` and `node:tls` all come through here.
import { appendFileSync } from "node:fs";
import { Socket } from "node:net";

const file = process.env.BOUGH_OUTGOING;
const connect = Reflect.get(Socket.prototype, "connect");

Socket.prototype.connect = function (...args) {
  // Node's own code passes an array with the options first.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const {
    host = "localhost",
    port,
    path,
  } = typeof first === "object" ? first : { port: first, host: second };
  appendFileSync(file, `${path ?? `${host}:${port}`}\n`);
  return connect.apply(this, args);
};

appendFileSync(file, "loaded\n");
