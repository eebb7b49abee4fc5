// Request bodies that may be left out, and media types by name.
import { get, integer, json, plainText, post, query, rootResource, type } from "bough";
import { oneOfBodies, form } from "bough/existing";
import type { InferBody, InferRequest, InferResponse } from "bough";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import { z } from "zod";
import { expectType } from "../support/types.ts";
import type { CodecBody } from "bough/types";

interface Patch {
  readonly name?: string;
}
/** What the client gives is not what the handler gets. */
const Aged = z.object({ age: z.string().transform(Number) });
const client = createClient();
const server = createServer();

const api = rootResource({
  typed: post("typed").request(type<Patch>(), { optional: true, description: "d" }),
  checked: post("checked").request(Aged, { optional: true, examples: { a: { age: "1" } } }),
  form: post("form").request(form({ last: integer() }), { optional: true }),
  needed: post("needed").request(type<Patch>(), { optional: false, description: "d" }),
  asked: post("asked").parameters({ page: integer() }).request(type<Patch>(), { optional: true }),
  found: query("found").request(type<Patch>(), { description: "d" }),
});

expectType<InferBody<typeof api.typed>>().is<Patch | undefined>();
expectType<InferRequest<typeof api.typed>>().is<Patch | undefined>();
expectType<InferBody<typeof api.checked>>().is<{ age: number } | undefined>();
expectType<InferRequest<typeof api.checked>>().is<{ age: string } | undefined>();
expectType<InferBody<typeof api.needed>>().is<Patch>();

server.route(api.typed, ({ body }) => {
  expectType(body).is<Patch | undefined>();
});
server.route(
  api.checked,
  ({ body }) => {
    expectType(body).is<{ age: number } | undefined>();
  },
  { request: Aged },
);
// @ts-expect-error - this schema refuses a body that the declaration allows
server.route(api.typed, () => undefined, { request: z.object({ name: z.number() }) });

void client.request(api.typed);
void client.request(api.typed, {});
void client.request(api.typed, undefined, { timeout: 1 });
void client.request(api.asked, undefined, { parameters: { page: 1 } });
// @ts-expect-error - a parameter is mandatory, so the options are
void client.request(api.asked);
// @ts-expect-error - options are not a body
void client.request(api.typed, { timeout: 1 });
// @ts-expect-error - this body is not optional
void client.request(api.needed);
// @ts-expect-error - nor is it undefined
void client.request(api.needed, undefined);

// @ts-expect-error - a type argument hides the options from the compiler
post().request<Patch>(undefined, { optional: true });
// @ts-expect-error - optional is true or false
post().request(type<Patch>(), { optional: "yes" });
// @ts-expect-error - no such option
post().request(type<Patch>(), { optinal: true });
// @ts-expect-error - QUERY always has a body
query().request(type<Patch>(), { optional: true });
// @ts-expect-error - GET has no body
get().request(type<Patch>(), { optional: true });
// @ts-expect-error - examples are named
post().request(type<Patch>(), { examples: 5 });
// @ts-expect-error - examples are named
get().response(type<Patch>(), { examples: 5 });
get().response(type<Patch>(), { examples: { empty: {} }, description: "d" });

const patch = json(type<Patch>(), { mediaType: "application/merge-patch+json" });
expectType(patch).is<CodecBody<Patch, Patch, "application/merge-patch+json">>();
expectType(plainText({ mediaType: "text/csv" })["~mediaType"]).is<"text/csv">();
expectType(plainText()["~mediaType"]).is<"text/plain">();
expectType(json(type<Patch>(), { strict: true })["~mediaType"]).is<"application/json">();
expectType(
  json(Aged, { mediaType: "application/scim+json" })["~mediaType"],
).is<"application/scim+json">();
json(type<{ at: Date }>({ unchecked: true }), { mediaType: "application/cbor+json" });
declare const text: string;
json(Aged, { mediaType: text });
// @ts-expect-error - no media type
json(Aged, { mediaType: "nonsense" });
// @ts-expect-error - no media type
json(type<Patch>(), { mediaType: "nonsense" });
// @ts-expect-error - no media type
plainText({ mediaType: "csv" });
// @ts-expect-error - the compiler infers no media type beside a type argument
json<Patch>({ mediaType: "application/merge-patch+json" });
// @ts-expect-error - text is not JSON
json(plainText(), { mediaType: "application/merge-patch+json" });
// @ts-expect-error - JSON changes a Date
json(type<{ at: Date }>(), { mediaType: "application/merge-patch+json" });

const media = rootResource({
  user: get().response(oneOfBodies(json(Aged), json(Aged, { mediaType: "application/scim+json" }))),
});
expectType<InferResponse<typeof media.user>>().is<{ age: number }>();
void client.request(media.user, { accept: "application/scim+json" });
