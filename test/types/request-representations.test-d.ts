// Request bodies that differ in type: the client names one, and the handler discriminates by it.
import {
  apiKey,
  bearer,
  body,
  bytes,
  integer,
  json,
  plainText,
  post,
  rootResource,
  type,
} from "bough";
import { oneOfBodies, form } from "bough/existing";
import type { BoundEndpoint, Codec, InferBody, InferRequest } from "bough";
import { createClient } from "bough/client";
import type { Client } from "bough/client";
import { authenticate, createServer } from "bough/server";
import type { Call } from "bough/server";
import { z } from "zod";
import { expectType } from "../support/types.ts";
import type { ChosenArguments } from "bough/types";

interface Patch {
  readonly name: string;
}
interface Step {
  readonly op: "add";
  readonly path: string;
}
declare const csv: Codec<"text/csv; charset=utf-8">;

const steps = json(type<readonly Step[]>(), { mediaType: "application/json-patch+json" });
const differing = oneOfBodies(json<Patch>(), steps, plainText());
const api = rootResource({
  differ: post("differ").request(differing).response<Patch>(),
  left: post("left").request(oneOfBodies(json<Patch>(), plainText()), { optional: true }),
  asked: post("asked")
    .parameters({ page: integer() })
    .request(oneOfBodies(json<Patch>(), form({ age: integer() })))
    .response(oneOfBodies(json<Patch>(), plainText())),
  alike: post("alike").request(
    oneOfBodies(json<Patch>(), body<Patch, "text/csv; charset=utf-8">(csv)),
  ),
});
const server = createServer();
const client = createClient();

expectType<InferRequest<typeof api.differ>>().is<Patch | readonly Step[] | string>();
expectType<InferRequest<typeof api.left>>().is<Patch | string | undefined>();
expectType<InferBody<typeof api.left>>().is<Patch | string | undefined>();

void client.request(api.differ, { name: "" }, { mediaType: "application/json" });
void client.request(api.differ, [{ op: "add", path: "" }], {
  mediaType: "application/json-patch+json",
});
void client.request(api.differ, "a", { mediaType: "text/plain", timeout: 1 });
// @ts-expect-error - the bodies differ: a value alone says too little
void client.request(api.differ, { name: "" });
// @ts-expect-error - nor do other options help
void client.request(api.differ, { name: "" }, { timeout: 1 });
// @ts-expect-error - a patch is not text
void client.request(api.differ, { name: "" }, { mediaType: "text/plain" });
// @ts-expect-error - not declared
void client.request(api.differ, { name: "" }, { mediaType: "text/csv" });
// @ts-expect-error - one that is not known fits no body
void client.request(api.differ, { name: "" }, { mediaType: "" as string });
// @ts-expect-error - the body is not optional
void client.request(api.differ);

void client.request(api.left);
void client.request(api.left, undefined, { timeout: 1 });
void client.request(api.left, "a", { mediaType: "text/plain" });
// @ts-expect-error - the bodies differ
void client.request(api.left, "a");

void client.request(
  api.asked,
  { age: 1 },
  {
    mediaType: "application/x-www-form-urlencoded",
    parameters: { page: 1 },
  },
);
// @ts-expect-error - a parameter is mandatory
void client.request(api.asked, { age: 1 }, { mediaType: "application/x-www-form-urlencoded" });
export async function both(): Promise<void> {
  const result = await client.request(
    api.asked,
    { name: "" },
    { mediaType: "application/json", accept: "text/plain", parameters: { page: 1 } },
  );
  if (result.ok) {
    expectType(result.body).is<string>();
  }
}

void client.request(api.alike, { name: "" });
void client.request(api.alike, { name: "" }, { mediaType: "text/csv" });
// @ts-expect-error - not declared
void client.request(api.alike, { name: "" }, { mediaType: "text/plain" });

server.route(api.differ, (call) => {
  expectType(call.mediaType).is<
    "application/json" | "application/json-patch+json" | "text/plain"
  >();
  if (call.mediaType === "application/json") {
    expectType(call.body).is<Patch>();
  }
  return { name: "" };
});
server.route(api.differ, ({ mediaType, body: given }) => {
  switch (mediaType) {
    case "application/json":
      return given;
    case "text/plain":
      return { name: given };
    default:
      expectType(given).is<readonly Step[]>();
      return { name: "" };
  }
});
server.route(api.left, ({ mediaType, body: given }) => {
  if (mediaType === undefined) {
    expectType(given).is<undefined>();
  } else if (mediaType === "text/plain") {
    expectType(given).is<string>();
  }
});
server.route(api.alike, ({ mediaType, body: given }) => {
  expectType(mediaType).is<"application/json" | "text/csv">();
  expectType(given).is<Patch>();
});
server.route(api, {
  differ: ({ mediaType }) => ({ name: mediaType }),
  left: server.handler(({ mediaType }) => {
    expectType(mediaType).is<"application/json" | "text/plain" | undefined>();
  }),
  asked: ({ body: given, parameters, mediaType, respond }) => {
    expectType(parameters.page).is<number>();
    return respond(mediaType === "application/json" ? given : { name: String(given.age) }, {
      mediaType: "application/json",
    });
  },
  alike: () => undefined,
});

// @ts-expect-error - a schema would have to fit every body
server.route(api.left, () => undefined, { request: z.object({ name: z.string() }) });
server.route(
  api.alike,
  ({ mediaType, body: given }) => {
    expectType(mediaType).is<"application/json" | "text/csv">();
    expectType(given).is<{ name: string }>();
  },
  { request: z.object({ name: z.string() }) },
);

export function named(call: Call<typeof api.differ>): string {
  return call.mediaType === "text/plain" ? call.body : "";
}

// Beside bytes of any type, the other bodies keep their names.
const open = rootResource("open", {
  send: post()
    .request(oneOfBodies(json<Patch>(), bytes()))
    .response(oneOfBodies(plainText(), bytes())),
});
void client.request(open.send, { name: "" }, { mediaType: "application/json" });
void client.request(open.send, new Uint8Array(), { mediaType: "image/gif" });
// @ts-expect-error - bytes are not a patch
void client.request(open.send, new Uint8Array(), { mediaType: "application/json" });
// @ts-expect-error - a patch is not bytes
void client.request(open.send, { name: "" }, { mediaType: "image/gif" });
server.route(open.send, ({ respond }) => respond("a", { mediaType: "text/plain" }));
server.route(open.send, ({ respond }) => respond(new Uint8Array(), { mediaType: "image/gif" }));
// @ts-expect-error - text is not bytes
server.route(open.send, ({ respond }) => respond("a", { mediaType: "image/gif" }));

// A wrapper over any endpoint keeps the rule.
export function around(c: Client) {
  return <E extends BoundEndpoint, const M extends string>(
    endpoint: E,
    ...rest: ChosenArguments<E, M>
  ) => c.request<E, M>(endpoint, ...rest);
}
void around(client)(api.differ, "a", { mediaType: "text/plain" });
// @ts-expect-error - a number is not text
void around(client)(api.differ, 1, { mediaType: "text/plain" });

const Key = apiKey("Key", { header: "x-key" });
const Token = bearer("Token");
const secured = rootResource("s", {
  one: post("one").security(Key).request(differing),
  two: post("two").security(Key, Token).request(differing),
});
const view = server.secured([
  authenticate(Key, (key) => ({ key })),
  authenticate(Token, (token) => ({ token })),
]);
view.route(secured, {
  one: ({ mediaType, body: given, principal }) => {
    expectType(principal).is<{ key: string }>();
    if (mediaType === "text/plain") {
      expectType(given).is<string>();
    }
  },
  two: view.handler(({ mediaType, body: given, principal, scheme }) => {
    if (scheme === "Key") {
      expectType(principal).is<{ key: string }>();
    }
    if (mediaType === "application/json") {
      expectType(given).is<Patch>();
    }
  }),
});
