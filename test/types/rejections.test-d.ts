// The error format of a root: what may be declared, what writes it, what a client reads.
import {
  body,
  bytes,
  dynamicResource,
  events,
  failure,
  get,
  json,
  jsonLines,
  multipart,
  noBody,
  plainText,
  rootResource,
  staticResource,
  stream,
  string,
  type,
} from "bough";
import { oneOfBodies } from "bough/existing";
import type { AnyEndpoint, Codec, InferFailure, Root } from "bough";
import { createClient, isRejection, RejectionError } from "bough/client";
import type {
  RejectionOf,
  Rejected,
  RejectCall,
  RejectionWriter,
  RespondResult,
} from "bough/types";
import { routing } from "bough/hono";
import { createServer } from "bough/server";
import { Hono } from "hono";
import { z } from "zod";
import { expectType } from "../support/types.ts";

interface Errors {
  readonly errors: { readonly body: readonly string[] };
}
const Unauthorized = failure("unauthorized", 401);
const children = { read: get().response<string>() };
const api = rootResource("api", { rejections: type<Errors>() }, children);
const plain = rootResource("plain", children);
declare const codec: Codec;

// --- what may be declared

rootResource("a", { rejections: z.object({ at: z.string().transform(Number) }) }, children);
rootResource("a", { rejections: json<Errors>() }, children);
rootResource("a", { rejections: plainText() }, children);
rootResource("a", { rejections: body<Errors>(codec) }, children);
rootResource("a", { rejections: oneOfBodies(json<string>(), plainText()) }, children);
// @ts-expect-error - rejections have a type, a schema or a body such as json()
rootResource("a", { rejections: noBody }, children);
// @ts-expect-error - rejections have a type, a schema or a body such as json()
rootResource("a", { rejections: bytes() }, children);
// @ts-expect-error - rejections have a type, a schema or a body such as json()
rootResource("a", { rejections: stream("text/plain") }, children);
// @ts-expect-error - rejections have a type, a schema or a body such as json()
rootResource("a", { rejections: events<string>() }, children);
// @ts-expect-error - rejections have a type, a schema or a body such as json()
rootResource("a", { rejections: jsonLines<string>() }, children);
// @ts-expect-error - rejections have a type, a schema or a body such as json()
rootResource("a", { rejections: multipart({ a: string() }) }, children);
// @ts-expect-error - rejections have a type, a schema or a body such as json()
rootResource("a", { rejections: oneOfBodies(json<string>(), bytes()) }, children);
// @ts-expect-error - rejections have a type, a schema or a body such as json()
rootResource("a", { rejections: { errors: [] } }, children);
// @ts-expect-error - rejections have a type, a schema or a body such as json()
rootResource("a", { rejections: Unauthorized }, children);
// @ts-expect-error - JSON would change this type
rootResource("a", { rejections: z.object({ at: z.date() }) }, children);
// @ts-expect-error - only a root declares rejections
staticResource("a", { rejections: type<Errors>() }, children);
// @ts-expect-error - only a root declares rejections
dynamicResource("a", { rejections: type<Errors>() }, children);

// Beside failures and headers, which go on to endpoints; rejections do not.
const full = rootResource(
  "full",
  { failures: [Unauthorized], headers: { "x-a": string() }, rejections: type<Errors>() },
  { ...children, inner: rootResource("inner", { rejections: type<number>() }, children) },
);
expectType<InferFailure<typeof full.read>["name"]>().is<"unauthorized">();
expectType<InferFailure<typeof api.read>>().is<never>();
expectType(api.read.path).is<"/api">();
export const annotated: Root<"plain", typeof children> = plain;

// --- what writes them

const server = createServer();
server.rejections(api, (rejection, call) => {
  expectType(rejection).is<Rejected>();
  expectType(rejection.status).is<number>();
  expectType(rejection.type).is<string>();
  expectType(rejection.title).is<string>();
  expectType(rejection.detail).is<string | undefined>();
  expectType(call).is<RejectCall<Errors>>();
  expectType(call.endpoint).is<AnyEndpoint | undefined>();
  expectType(call.request).is<Request>();
  const { respond, header } = call;
  expectType(header("accept")).is<string | undefined>();
  const body = rejection.errors.map(({ message }) => message);
  const { status } = rejection;
  if (status === 500) return { errors: { body } };
  if (status === 413) return respond({ errors: { body } });
  if (status === 405) return respond({ errors: { body } }, { headers: { "x-a": "1" } });
  return respond({ errors: { body } }, { status: status === 400 ? 422 : status });
});
export const write: RejectionWriter<typeof api> = () => ({ errors: { body: [] } });
server.guard(() => ({ me: 1 })).rejections(api, write);
server.around((_, next) => next()).rejections(api, write);
routing(new Hono()).rejections(api, write);
server.rejections(full.inner, () => 1);
// A schema: what it takes goes out.
const coded = rootResource(
  "a",
  { rejections: z.object({ code: z.string().transform(Number) }) },
  children,
);
server.rejections(coded, ({ type }) => ({ code: type }));

// @ts-expect-error - another body
server.rejections(api, () => ({ errors: [] }));
// @ts-expect-error - a body of a known shape
server.rejections(api, () => ({ status: 422, body: { errors: { body: [] } } }));
// @ts-expect-error - nothing
server.rejections(api, () => undefined);
// @ts-expect-error - a promise
server.rejections(api, async () => ({ errors: { body: [] } }));
// @ts-expect-error - another body
server.rejections(api, (_, { respond }) => respond({ errors: [] }));
// @ts-expect-error - use a status from 400 to 599
server.rejections(api, (_, { respond }) => respond({ errors: { body: [] } }, { status: 200 }));
server.rejections(api, (_, { respond }) =>
  // @ts-expect-error - a header is text
  respond({ errors: { body: [] } }, { headers: { "x-a": {} } }),
);
// @ts-expect-error - this declares no rejections
server.rejections(plain, () => ({ errors: { body: [] } }));
// @ts-expect-error - this declares no rejections
server.rejections(api.read, () => ({ errors: { body: [] } }));
// @ts-expect-error - this declares no rejections
server.rejections("api", () => ({ errors: { body: [] } }));
createServer({
  // @ts-expect-error - no such option
  onReject: () => undefined,
});

// --- what a client reads

const client = createClient();
export async function read(): Promise<readonly string[]> {
  try {
    await client.request(api.read);
  } catch (error) {
    if (isRejection(error, api)) {
      expectType(error.body).is<Errors>();
      expectType(error.status).is<number>();
      return error.body.errors.body;
    }
    if (isRejection(error, coded)) {
      expectType(error.body).is<{ code: number }>();
    }
    if (error instanceof RejectionError) {
      expectType(error.body).is<unknown>();
    }
    // @ts-expect-error - this declares no rejections
    isRejection(error, plain);
    // @ts-expect-error - this declares no rejections
    isRejection(error, api.read);
  }
  const result = await client.request(api.read);
  return [result.match({ ok: (text) => text })];
}
export const seen = (error: RejectionOf<typeof api>): readonly string[] => error.body.errors.body;
export const opaque = (given: RespondResult): RespondResult => given;
