import { dynamicResource, get, post, rootResource, segments, staticResource, type } from "bough";
import { routing } from "bough/hono";
import { Hono } from "hono";
import { expect, test } from "vitest";

const api = rootResource("v1", {
  users: staticResource("users", {
    create: post().request<number>().response(type<number>()),
    user: dynamicResource("user", { find: get().response<string>() }),
  }),
});

test("an application that is mounted in several places answers in each, in any order", async () => {
  const sub = new Hono();
  routing(sub).route(
    api.users.user.find,
    ({ ids, urlOf }) => `${ids.user} ${urlOf(api.users.create)}`,
  );
  const app = new Hono().route("/a", sub).route("/b/c", sub).route("/", sub);
  const texts: unknown[] = [];
  for (const mount of ["/a", "/b/c", "", "/a", "", "/b/c"]) {
    const response = await app.request(`${mount}/v1/users/1`);
    texts.push(await response.json());
  }
  expect(texts).toEqual(["/a", "/b/c", "", "/a", "", "/b/c"].map((mount) => `1 ${mount}/v1/users`));
});

test("a tree has a route for each endpoint, one where a path lacks a method of others, and one for each other method", () => {
  const app = new Hono();
  routing(app).route(api.users.user.find, () => "");
  expect(app.routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /v1/users",
    "GET /v1/users/:user",
    "GET /v1/users",
    "POST /v1/users/:user",
    "PUT /v1/*",
    "PATCH /v1/*",
    "DELETE /v1/*",
    "QUERY /v1/*",
    "OPTIONS /v1/*",
  ]);
});

test("the last segments of a path may hold line ends, as any other text", async () => {
  const files = rootResource("files", {
    file: dynamicResource("file", segments(), { find: get().response<readonly string[]>() }),
  });
  const app = new Hono();
  routing(app).route(files.file.find, ({ ids }) => ids.file);
  for (const text of ["\n", "a\nb", "\r\n", "\u2028", "\u2029"]) {
    const response = await app.request(files.file(["x", text, "y"]).find.path);
    expect(await response.json()).toEqual(["x", text, "y"]);
  }
});
