// A small API by types alone, and the schemas that `bough schemas` writes for it.
import {
  body,
  dynamicResource,
  events,
  failure,
  file,
  get,
  json,
  jsonLines,
  multipart,
  post,
  plainText,
  put,
  rootResource,
  staticResource,
  type,
  uuid,
} from "bough";
import { oneOfBodies } from "bough/existing";
import type { Codec } from "bough";
import type { ExtractedSchemas } from "bough/server";

export interface User {
  readonly id: string;
  readonly name: string;
  readonly friends?: readonly User[];
}
export interface NewUser {
  readonly name: string;
}
export type Shape =
  | { readonly kind: "circle"; readonly r: number }
  | { readonly kind: "square"; readonly a: number };

export const Taken = failure("taken", 409).body<{ readonly name: string }>();
export const Odd = failure(418).body<{ readonly why: string }>();

const quoted: Codec<"text/x-quoted"> = {
  mediaType: "text/x-quoted",
  encode: (value) => encodeURIComponent(JSON.stringify(value)),
  decode: (content) => JSON.parse(decodeURIComponent(new TextDecoder().decode(content))) as unknown,
};

export const api = rootResource("v1", {
  users: staticResource("users", {
    list: get().response<readonly User[]>(),
    create: post().request<NewUser>().response(type<User>(), { status: 201 }).failure(Taken, Odd),
    user: dynamicResource("user", uuid(), {
      find: get().response<User>(),
      rename: put("name").request(type<NewUser>(), { optional: true }).response<User>(),
    }),
  }),
  shapes: post("shapes").request<Shape>().response<{ readonly area: number }>(),
  lines: post("lines").request(jsonLines<NewUser>()).response(jsonLines<User>()),
  events: get("events").response(events<User>()),
  upload: post("upload")
    .request(
      multipart({
        meta: json<NewUser>(),
        note: oneOfBodies(json<NewUser>(), plainText()),
        picture: file().optional(),
      }),
    )
    .response<unknown>(),
  either: post("either")
    .request(oneOfBodies(json<NewUser>(), body<NewUser, "text/x-quoted">(quoted)))
    .response(oneOfBodies(json<User>(), body<User, "text/x-quoted">(quoted))),
});

const user = { $ref: "#/components/schemas/User" };
const newUser = { $ref: "#/components/schemas/NewUser" };
const inJson = (schema: object) => ({ "application/json": { schema: { ...schema } } });
const inBoth = (schema: object) => ({
  ...inJson(schema),
  "text/x-quoted": { schema: { ...schema } },
});
const text = { type: "string" };
const shape = (kind: string, side: string) => ({
  type: "object",
  properties: { kind: { type: "string", const: kind }, [side]: { type: "number" } },
  required: ["kind", side],
});

export const schemas: ExtractedSchemas = {
  format: 1,
  digest: "",
  components: {
    NewUser: { type: "object", properties: { name: text }, required: ["name"] },
    Shape: { anyOf: [shape("circle", "r"), shape("square", "a")] },
    User: {
      type: "object",
      properties: { id: text, name: text, friends: { type: "array", items: user } },
      required: ["id", "name"],
    },
  },
  endpoints: {
    "GET /v1/events": { responses: { 200: { "text/event-stream": { item: user } } } },
    "GET /v1/users": { responses: { 200: inJson({ type: "array", items: user }) } },
    "GET /v1/users/{}": { responses: { 200: inJson(user) } },
    "POST /v1/either": { request: inBoth(newUser), responses: { 200: inBoth(user) } },
    "POST /v1/lines": {
      request: { "application/jsonl": { item: newUser } },
      responses: { 200: { "application/jsonl": { item: user } } },
    },
    "POST /v1/shapes": {
      request: inJson({ $ref: "#/components/schemas/Shape" }),
      responses: {
        200: inJson({
          type: "object",
          properties: { area: { type: "number" } },
          required: ["area"],
        }),
      },
    },
    "POST /v1/upload": {
      request: { "multipart/form-data": { parts: { meta: newUser, note: newUser } } },
      responses: { 200: inJson({}) },
    },
    "POST /v1/users": {
      request: inJson(newUser),
      responses: { 201: inJson(user) },
      failures: {
        418: inJson({ type: "object", properties: { why: text }, required: ["why"] }),
        taken: { "application/problem+json": { schema: newUser } },
      },
    },
    "PUT /v1/users/{}/name": { request: inJson(newUser), responses: { 200: inJson(user) } },
  },
};
