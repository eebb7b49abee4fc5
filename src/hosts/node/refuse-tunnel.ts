// The answer to CONNECT, which asks for a tunnel and has none of the usual kind (RFC 9110 9.3.6).
// Node hands over the bare socket: nobody but us hears its errors, reads what comes, or ends it.
import type { Socket } from "node:net";

const NO_TUNNEL = "HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
// What a client still sends is thrown away for so long, lest a reset takes the answer from it.
const DRAIN_MILLISECONDS = 2_000;

/** Answers 501, and ends the connection whatever its client does. */
export function refuseTunnel(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), DRAIN_MILLISECONDS);
  socket.once("close", () => clearTimeout(timer));
  // A client that resets it closes it as well.
  socket.on("error", () => undefined);
  socket.resume();
  socket.end(NO_TUNNEL);
}
