// Answers CONNECT, which asks for a tunnel (RFC 9110 9.3.6). Node hands over the bare socket, so this code
// must handle its errors, read its data and end it. Answers to earlier requests may still be unsent and go
// first (RFC 9112 9.3.2).
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const NO_TUNNEL = "HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
// How long later bytes of the client are discarded. A reset could destroy the answer before the client reads
// it.
const DRAIN_MILLISECONDS = 2_000;

/** Answers 501 after the open answers, and ends the connection. */
export function refuseTunnel(socket: Socket): void {
  // A reset closes the socket too.
  socket.on("error", () => undefined);
  // Node has removed its own listeners for `drain` and `close` from this socket.
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
    // The answer before it was the last one of the connection.
    return;
  }
  const timer = setTimeout(() => socket.destroy(), DRAIN_MILLISECONDS);
  socket.once("close", () => clearTimeout(timer));
  socket.end(NO_TUNNEL);
}

/** The answer that a socket writes now. Those that wait become the next one. */
function answering(socket: Socket): ServerResponse | null | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has its response there
  return Reflect.get(socket, "_httpMessage") as ServerResponse | null | undefined;
}
