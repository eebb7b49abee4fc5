// What each side makes of a declaration, exported: servers, views, clients, calls.

import { createClient } from "bough/client";
import { xhrFetch } from "bough/client/xhr";
import { createServer } from "bough/server";
import { Full, shapes, Slow, User, user } from "../api/shapes.js";

export const worker = createServer<{ env: { region: string } }>();
export const server = createServer();
export const guarded = server.with([Slow, Full], ({ header }) => ({ tenant: header("x-tenant") }));
export const timed = guarded.around((_call, next) => next());
export const handler = timed.handler<typeof User.find>(() => []);
export const { missing, unchecked, fetch } = server;

export const client = createClient({ fetch });
export const uploading = createClient({ fetch: xhrFetch });
export const { urlOf } = client;
export const find = () => client.request(user.find, { headers: { "x-tenant": "a" } });
export const found = async () => await find();
export const upload = (cover: File) =>
  uploading.request(
    shapes.album,
    { title: "Summer", picture: cover },
    { headers: { "x-tenant": "a" }, onProgress: () => {} },
  );
