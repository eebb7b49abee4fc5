// Whether a hook has given a reply a serializer. Fastify stores it under a private symbol, which is found by
// its description.
import type { FastifyReply } from "fastify";

/** Whether a reply has its own serializer. */
export function hasOwnSerializer(reply: FastifyReply): boolean {
  return Object.getOwnPropertySymbols(reply).some(
    (at) =>
      at.description === "fastify.reply.serializer" && typeof Reflect.get(reply, at) === "function",
  );
}
