// Representations that differ in type: the handler names one, and the client discriminates by it.
import { body, events, get, json, jsonLines, noBody, rootResource } from "bough";
import { oneOfBodies } from "bough/existing";
import type { Codec, InferReturn } from "bough";
import type { EventStream } from "bough/types";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import { expectType } from "../support/types.ts";

interface Completion {
  readonly text: string;
}
interface Chunk {
  readonly delta: string;
}
declare const csv: Codec<"text/csv; charset=utf-8">;
declare const chunks: AsyncIterable<Chunk>;

const api = rootResource({
  differ: get("differ").response(oneOfBodies(json<Completion>(), events<Chunk>())),
  alike: get("alike").response(
    oneOfBodies(json<Completion>(), body<Completion, "text/csv; charset=utf-8">(csv)),
  ),
  items: get("items").response(oneOfBodies(json<Chunk[]>(), jsonLines<Chunk>())),
  statuses: get("statuses")
    .response(oneOfBodies(json<Completion>(), events<Chunk>()))
    .response(noBody, { status: 204 }),
});
const server = createServer();
const client = createClient();

server.route(api.differ, ({ respond }) => respond(chunks, { mediaType: "text/event-stream" }));
server.route(api.differ, ({ respond }) => respond({ text: "" }, { mediaType: "application/json" }));
// @ts-expect-error - the representations differ: a bare value says too little
server.route(api.differ, () => ({ text: "" }));
// @ts-expect-error - the representations differ
server.route(api.differ, () => chunks);
// @ts-expect-error - the representations differ
server.route(api.differ, ({ respond }) => respond({ text: "" }));
server.route(api.differ, ({ respond }) =>
  respond(
    // @ts-expect-error - a completion is not an event stream
    { text: "" },
    { mediaType: "text/event-stream" },
  ),
);
// @ts-expect-error - not declared
server.route(api.differ, ({ respond }) => respond({ text: "" }, { mediaType: "text/csv" }));

server.route(api.alike, () => ({ text: "" }));
server.route(api.alike, ({ respond }) => respond({ text: "" }));
server.route(api.alike, ({ respond }) => respond({ text: "" }, { mediaType: "text/csv" }));
server.route(api.items, () => [{ delta: "" }]);
server.route(api.statuses, ({ respond }) =>
  respond(chunks, { status: 200, mediaType: "text/event-stream" }),
);
server.route(api.statuses, ({ respond }) => respond(undefined, { status: 204 }));

expectType<InferReturn<typeof api.alike>>().is<Completion>();

export async function discriminated() {
  const result = await client.request(api.differ);
  if (result.ok) {
    expectType(result.mediaType).is<"application/json" | "text/event-stream">();
    if (result.mediaType === "application/json") {
      expectType(result.body).is<Completion>();
    } else {
      expectType(result.body).is<EventStream<Chunk>>();
    }
  }
  const asked = await client.request(api.differ, { accept: "application/json" });
  if (asked.ok) {
    expectType(asked.mediaType).is<"application/json">();
    expectType(asked.body).is<Completion>();
  }
  const alike = await client.request(api.alike);
  if (alike.ok) {
    expectType(alike.mediaType).is<"application/json" | "text/csv">();
  }
}
