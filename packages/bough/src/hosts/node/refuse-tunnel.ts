// The answer to CONNECT, which asks for a tunnel and has none of the usual kind (RFC 9110 9.3.6).
// Node hands over the bare socket: nobody but us hears its errors, reads what comes, or ends it.
// Answers to requests before it may still be on their way, and go first (RFC 9112 9.3.2).
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const NO_TUNNEL = "HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
// What a client still sends is thrown away for so long, lest a reset takes the answer from it.
const DRAIN_MILLISECONDS = 2_000;

/** Answers 501, after what is in flight, and ends the connection whatever its client does. */
export function refuseTunnel(socket: Socket): void {
  // A client that resets it closes it as well.
  socket.on("error", () => undefined);
  // Node has told the socket to forget who waits for it to drain, and who it is that leaves.
  const drained = (): unknown => answering(socket)?.emit("drain");
  const left = (): unknown => socket.destroy();
  const go = (): void => {
    const before = answering(socket);
    if (before) {
      before.once("close", go);
    } else {
      socket.off("drain", drained).off("end", left);
      refuse(socket);
    }
  };
  socket.on("drain", drained).on("end", left).resume();
  go();
}

function refuse(socket: Socket): void {
  if (!socket.writable) {
    // The answer before it was the connection's last.
    return;
  }
  const timer = setTimeout(() => socket.destroy(), DRAIN_MILLISECONDS);
  socket.once("close", () => clearTimeout(timer));
  socket.end(NO_TUNNEL);
}

/** The answer that a socket writes; those that wait for it come to the socket in its place. */
function answering(socket: Socket): ServerResponse | null | undefined {
  return Reflect.get(socket, "_httpMessage") as ServerResponse | null | undefined;
}
