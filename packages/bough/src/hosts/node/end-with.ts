// The end of an answer. Node's `end(text)` hands the socket two pieces, the second of them empty, for
// the sake of a callback; two pieces take a gathering write, and copies for it. A text that is written
// before `end()` is one piece and a plain write, which saves a tenth of a small answer.
import { ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Written } from "./write-head.ts";

const write: unknown = Reflect.get(ServerResponse.prototype, "write");
const end: unknown = Reflect.get(ServerResponse.prototype, "end");

/** Writes the content of an answer whose head is written, and ends it. */
export function endWith(res: ServerResponse, { content, encoding }: Written): void {
  const { socket } = res;
  // Middleware in place of `write` or `end` is given all of it by `end`, which tells more. TLS writes
  // later in any case, and other runtimes have sockets of their own.
  const plain = socket?.constructor === Socket && res.write === write && res.end === end;
  if (!plain || typeof content !== "string") {
    res.end(content, encoding);
    return;
  }
  // Not corked, Node would hold a first write back until its next tick.
  socket.cork();
  res.write(content, encoding);
  socket.uncork();
  res.end();
}
