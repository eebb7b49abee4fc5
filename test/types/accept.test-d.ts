// A body in several representations: the one that a call asks for by `accept` is the type
// of its result.
import {
  body,
  bytes,
  events,
  get,
  integer,
  json,
  jsonLines,
  noBody,
  plainText,
  post,
  rootResource,
  stream,
  string,
  type,
} from "bough";
import { oneOfBodies } from "bough/existing";
import type { BoundEndpoint, Codec, InferResponse } from "bough";
import type { RequestOptions } from "bough/client";
import type { PendingResult, RequestArguments } from "bough/types";
import { createClient } from "bough/client";
import { z } from "zod";
import { expectType } from "../support/types.ts";

interface Row {
  readonly n: number;
}
interface Cells {
  readonly cells: readonly string[];
}
type All = Row | Cells | string;
declare const csv: Codec<"text/csv; charset=utf-8">;
declare const unknown: Codec;
declare const wide: string;
declare const either: "text/csv" | "text/plain";
const csvOfCells = body<Cells, "text/csv; charset=utf-8">(csv);

const api = rootResource({
  rows: get("rows").response(oneOfBodies(json<Row>(), csvOfCells, plainText())),
  add: post("add")
    .request<Row>()
    .parameters({ n: integer() })
    .response(oneOfBodies(json<Row>(), csvOfCells), { status: 201 })
    .response(noBody, { status: 304 }),
  schemas: get("schemas").response(
    oneOfBodies(json(z.object({ n: z.number() })), body(csv, z.array(z.string()))),
  ),
  some: get("some").response(oneOfBodies(json<Row>(), body<Cells>(unknown))),
  streams: get("streams")
    .headers({ "x-a": string() })
    .response(
      oneOfBodies(jsonLines<number>(), events<Row>(), stream("video/mp4"), bytes("image/png")),
    ),
  two: get("two")
    .response(oneOfBodies(json<Row>(), plainText()))
    .response(type<Cells>(), { status: 202 }),
  plain: get("plain").response<Row>(),
});
const client = createClient();

export async function picked() {
  const asJson = client.request(api.rows, { accept: "application/json" });
  expectType(await asJson.bodyOrThrow()).is<Row>();
  const asCsv = client.request(api.rows, { accept: "text/csv", timeout: 5 });
  expectType(await asCsv.bodyOrThrow()).is<Cells>();
  expectType(await asCsv.bodyOrNull()).is<Cells | null>();
  const result = await asCsv;
  if (result.ok) expectType(result.body).is<Cells>();
  expectType(result.bodyOrThrow()).is<Cells>();
  expectType(result.match({ ok: ({ cells }) => cells.length })).is<number>();
  expectType(await asCsv.match({ ok: (_, { body: { cells } }) => cells })).is<readonly string[]>();
  const asText = client.request(api.rows, { accept: "text/plain" });
  expectType(await asText.bodyOrThrow()).is<string>();
  const asSchema = client.request(api.schemas, { accept: "text/csv" });
  expectType(await asSchema.bodyOrThrow()).is<string[]>();
}

export async function pickedOfAll() {
  expectType(await client.request(api.rows).bodyOrThrow()).is<All>();
  expectType(await client.request(api.rows, {}).bodyOrThrow()).is<All>();
  const asked = async (accept: string | undefined) =>
    client.request(api.rows, { accept }).bodyOrThrow();
  expectType(await asked(wide)).is<All>();
  const none = client.request(api.rows, { accept: undefined });
  expectType(await none.bodyOrThrow()).is<All>();
  const weighed = client.request(api.rows, { accept: "text/csv, */*;q=0.1" });
  expectType(await weighed.bodyOrThrow()).is<All>();
  const range = client.request(api.rows, { accept: "text/*" });
  expectType(await range.bodyOrThrow()).is<All>();
  const one = client.request(api.rows, { accept: either });
  expectType(await one.bodyOrThrow()).is<Cells | string>();
}

export async function besideOthers() {
  const body = { n: 1 };
  const added = await client.request(api.add, body, { parameters: { n: 1 }, accept: "text/csv" });
  if (added.ok && added.status === 201) expectType(added.body).is<Cells>();
  expectType(added.bodyOrThrow()).is<Cells>();
  const unasked = client.request(api.add, body, { parameters: { n: 1 } });
  expectType(await unasked.bodyOrThrow()).is<Row | Cells>();
  const headers = { "x-a": "1" };
  const image = client.request(api.streams, { headers, accept: "image/png" });
  expectType(await image.bodyOrThrow()).is<Uint8Array<ArrayBuffer>>();
  const lines = client.request(api.streams, { headers, accept: "application/jsonl" });
  expectType(await lines.bodyOrThrow()).is<AsyncIterable<number>>();
  // Another response stays as it is.
  const two = client.request(api.two, { accept: "text/plain" });
  expectType(await two.bodyOrThrow()).is<string | Cells>();
  // A codec whose media type is not known may be what answers.
  const some = client.request(api.some, { accept: "application/json" });
  expectType(await some.bodyOrThrow()).is<Row | Cells>();
  // Where there is one representation, any text may stand.
  const plain = client.request(api.plain, { accept: "text/csv" });
  expectType(await plain.bodyOrThrow()).is<Row>();
}

export function refused() {
  // @ts-expect-error - no such option
  client.request(api.rows, { acept: "text/csv" });
  // @ts-expect-error - text
  client.request(api.rows, { accept: 3 });
  // @ts-expect-error - a number
  client.request(api.rows, { accept: "text/csv", timeout: "5" });
  // @ts-expect-error - a number
  client.request(api.add, { n: "1" }, { parameters: { n: 1 }, accept: "text/csv" });
  // @ts-expect-error - a number
  client.request(api.add, { n: 1 }, { parameters: { n: "1" }, accept: "text/csv" });
  // @ts-expect-error - a parameter is missing
  client.request(api.add, { n: 1 }, { accept: "text/csv" });
  // @ts-expect-error - the options are missing
  client.request(api.add, { n: 1 });
  // @ts-expect-error - a header is missing
  client.request(api.streams, { accept: "image/png" });
  // @ts-expect-error - its codec is of another media type
  body<Cells, "text/plain">(csv);
}

// A wrapper sees any text.
async function call<E extends BoundEndpoint>(endpoint: E, ...rest: RequestArguments<E>) {
  return client.request(endpoint, ...rest).bodyOrThrow();
}
function pending<E extends BoundEndpoint>(
  endpoint: E,
  ...rest: RequestArguments<E>
): PendingResult<E> {
  return client.request(endpoint, ...rest);
}
async function typed<E extends BoundEndpoint>(
  endpoint: E,
  ...rest: RequestArguments<E>
): Promise<InferResponse<E>> {
  return client.request(endpoint, ...rest).bodyOrThrow();
}
export async function wrapped() {
  expectType(await call(api.rows, { accept: "text/csv" })).is<All>();
  expectType(await typed(api.rows, { accept: "text/csv" })).is<All>();
  expectType(await pending(api.rows, { accept: "text/csv" }).bodyOrThrow()).is<All>();
  const options: RequestOptions<typeof api.rows> = { accept: "text/csv, */*;q=0.1" };
  expectType(await client.request(api.rows, options).bodyOrThrow()).is<All>();
}

// Of several endpoints the arguments fit each of them.
declare const anyOf: typeof api.rows | typeof api.plain;
export async function severalEndpoints() {
  expectType(await client.request(anyOf).bodyOrThrow()).is<All>();
  expectType(await client.request(anyOf, { timeout: 5 }).bodyOrThrow()).is<All>();
}
