// Whether a hook has given a reply a serializer of its own. Fastify keeps it under a symbol and
// tells nobody, so it is looked for by the symbol's name; where there is none, there is none.
import type { FastifyReply } from "fastify";

/** Whether what a reply is sent with is written by a serializer of its own. */
export function hasOwnSerializer(reply: FastifyReply): boolean {
  return Object.getOwnPropertySymbols(reply).some(
    (at) =>
      at.description === "fastify.reply.serializer" && typeof Reflect.get(reply, at) === "function",
  );
}
