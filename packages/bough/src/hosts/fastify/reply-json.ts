// JSON by the project's serializer, which Fastify keeps on its replies.
import type { FastifyReply } from "fastify";
import type { Codec } from "../../codec/codec.ts";
import { defaultJson } from "../../codec/json.ts";
import type { Content } from "../../server/exchange/answer.ts";

/** The codec of routes whose project gives no codecs. A reply encodes for it, if it can. */
export const replyJson: Codec = { ...defaultJson };

/** Serializes a value as the reply does. `undefined` if the value has no JSON form. */
export function serializedBy(reply: FastifyReply, value: unknown): Content | undefined {
  if (value === undefined || typeof value === "function" || typeof value === "symbol") {
    return undefined;
  }
  const text: unknown = reply.serialize(value);
  if (typeof text !== "string" && !(text instanceof Uint8Array)) {
    throw new TypeError("the serializer of the reply gave neither text nor bytes");
  }
  return text;
}
