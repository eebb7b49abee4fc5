import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test, vi } from "vitest";
import { after, compilerErrors, FOLDER, type Moved } from "../moving/fixture.ts";
import { migrateTsRest } from "./index.ts";

const folder = new URL("../../fixtures/ts-rest/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");

function moved(files: Readonly<Record<string, string>>): Moved {
  return after(files, migrateTsRest(FOLDER, new Map(Object.entries(files))));
}

/** Status, media type and body of what a server responds to requests, one after the other. */
async function responses(
  files: Readonly<Record<string, string>>,
  requests: readonly (readonly [method: string, path: string, body?: object])[],
): Promise<readonly (readonly [status: number, mediaType: string, body: string])[]> {
  const made = mkdtempSync(join(tmpdir(), "bough-migrate-"));
  const outfile = join(made, "server.cjs");
  await build({
    stdin: { contents: files["server.ts"] ?? "", loader: "ts", resolveDir: FOLDER },
    plugins: [
      {
        name: "files",
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^\.\/(?:contract|ts-rest-bridge)\.ts$/ }, ({ path }) => ({
            path: path.slice(2),
            namespace: "files",
          }));
          onLoad({ filter: /.*/, namespace: "files" }, ({ path }) => ({
            contents: files[path] ?? "",
            loader: "ts",
            resolveDir: FOLDER,
          }));
        },
      },
    ],
    bundle: true,
    platform: "node",
    conditions: ["bough:source"],
    outfile,
    logLevel: "error",
  });
  const { app }: { readonly app: { listen(port: number, host: string): Server } } =
    createRequire(outfile)(outfile);
  const server = app.listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const found: [number, string, string][] = [];
    for (const [method, path, body] of requests) {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        method,
        headers: { connection: "close", ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const [mediaType = ""] = (response.headers.get("content-type") ?? "").split(";");
      found.push([response.status, mediaType, await response.text()]);
    }
    return found;
  } finally {
    server.close();
    rmSync(made, { recursive: true, force: true });
  }
}

describe("a project of ts-rest on Express", () => {
  const before = {
    "contract.ts": read("contract.ts"),
    "server.ts": read("server.ts"),
    "client.ts": read("client.ts"),
  };
  const { files, left, sites } = moved(before);
  const text = (name: string): string => files.get(name) ?? "";

  test("its contracts become a tree, with the names that they have", () => {
    expect(text("contract.ts")).toContain(
      `export const PostNotFound = failure("post-not-found", 404).bare(Message);`,
    );
    expect(text("contract.ts")).toContain(`const posts = staticResource("posts", {
  // The newest first.
  list: get()
    .parameters({ take: integer({ min: 1 }).default(10), tag: string().optional(), order: oneOf("asc", "desc").optional() })
    .response(z.array(Post))
    .describe({ summary: "Lists posts" }),
  // A title is taken once.
  create: post()
    .request(Post.omit({ id: true }))
    .response(Post, { status: 201 })
    .failure(Conflict),
  post: dynamicResource("id", {
    /** Finds one. */
    get: get().response(Post).failure(Unauthorized, PostNotFound, InternalServerError),
    remove: del().response(noBody, { status: 204 }).failure(PostNotFound),
  }),
  postId: dynamicResource("postId", uuid(), {
    comments: staticResource("comments", {
      comment: dynamicResource("n", integer(), {
        comments: get()`);
    expect(text("contract.ts")).toContain(`const upload = put("picture")
  .request(multipart({ title: string(), picture: file() }))
  .response(type<{ at: Date }>({ unchecked: true }));`);
    expect(text("contract.ts"))
      .toContain(`export const contract = staticResource("v1", rootResource("api", {}), {
  posts,
  upload,
  tags,
  health: get("health").response(plainText()),
  admin: staticResource("admin", {
    stats: get("stats")
      .response<{ users: number }>()
      .failure(Forbidden)
      .meta({ role: "admin" } as const)
      .deprecated(),
  }),
});`);
  });

  test("its handlers return values, respond and fail", () => {
    expect(text("server.ts")).toContain(
      "return fail(Conflict, { message: `taken by ${req.ip}` });",
    );
    expect(text("server.ts")).toContain(
      `return post ? post : fail(PostNotFound, { message: "no post" });`,
    );
    expect(text("server.ts")).toContain(
      "if (args.ids.n > 3) return args.respond({ later: true }, { status: 202 });",
    );
    expect(text("server.ts")).toContain("if (error instanceof Failed) throw error;");
    expect(text("server.ts")).toContain("// A title is taken once.");
    expect(text("server.ts")).toContain("router(routing(app, { validateResponses: false }));");
  });

  test("its clients ask by the tree, and test failures by their names", () => {
    expect(text("client.ts")).toContain(
      `client.request(contract.posts.postId(postId).comments.comment(2).comments, { headers: { "x-trace": "1" } })`,
    );
    expect(text("client.ts")).toContain(
      "if (result.failedWith(PostNotFound)) return result.failure.body.message;",
    );
  });

  test("the result compiles, and no import of ts-rest is left", () => {
    expect(compilerErrors(files)).toEqual([]);
    expect([...files.values()].join("\n")).not.toContain("@ts-rest/");
  });

  test("its server responds to the same requests as before", async () => {
    const uuid = "0b9e7e3c-58a5-4c1c-9d6f-2f4c8f0f8a11";
    const requests = [
      ["GET", "/posts?take=1"],
      ["POST", "/posts", { title: "World" }],
      ["POST", "/posts", { title: "World" }],
      ["GET", "/posts/2"],
      ["GET", "/posts/9"],
      ["DELETE", "/posts/2"],
      ["DELETE", "/posts/2"],
      ["GET", `/posts/${uuid}/comments/2`],
      ["GET", `/posts/${uuid}/comments/5`],
      ["GET", "/health"],
      ["GET", "/admin/stats"],
      ["GET", "/tags/"],
      ["GET", "/tags/top"],
      ["GET", "/tags/b"],
      ["PUT", "/picture?no=1", {}],
    ] as const;
    const old = await responses(before, requests);
    expect(old.map(([status]) => status)).toEqual([
      200, 201, 409, 200, 404, 204, 404, 200, 202, 200, 200, 200, 200, 200, 403,
    ]);
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(await responses(Object.fromEntries(files), requests)).toEqual(old);
    // The guard has ended, although its middleware never called `next`.
    expect(reported.mock.calls).toEqual([
      ["bough: PUT /api/v1/picture:", expect.objectContaining({ name: "EndedInMiddleware" })],
    ]);
    reported.mockRestore();
  });

  test("what would change the wire is reported", () => {
    expect(left).toEqual([
      expect.stringMatching(/^server\.ts:\d+ the form of this request arrives as/),
      expect.stringMatching(
        /^server\.ts:\d+ if this middleware responds by itself, `onError` gets/,
      ),
      expect.stringMatching(
        /^server\.ts:\d+ the body of a refused request, 400, is problem details now/,
      ),
    ]);
    expect(sites.left).toBe(0);
  });
});

describe("contracts", () => {
  const head = `import { initContract } from "@ts-rest/core";
import { z } from "zod";
const c = initContract();
`;
  const cases: Readonly<Record<string, readonly [before: string, after: string]>> = {
    "plain objects, without c.router": [
      `export const contract = { a: { method: "GET", path: "/a", responses: { 200: c.type<string>() } } } as const;`,
      `export const contract = rootResource("a", {\n  a: get().response<string>(),\n});`,
    ],
    spreads: [
      `const a = c.router({ one: { method: "GET", path: "/one", responses: { 200: c.type<string>() } } });
export const contract = c.router({ ...a, two: { method: "GET", path: "/two", responses: { 200: c.type<string>() } } });`,
      `const a = staticResource("one", {\n  one: get().response<string>(),\n});
export const contract = rootResource({\n  ...a,\n  two: get("two").response<string>(),\n});`,
    ],
    "a slash at the end of some paths": [
      `export const contract = c.router(
  {
    list: { method: "GET", path: "/", responses: { 200: c.type<string>() } },
    me: { method: "GET", path: "/me", responses: { 200: c.type<string>() } },
    get: { method: "GET", path: "/:id", responses: { 200: c.type<string>() } },
    posts: { method: "GET", path: "/:id/posts/", responses: { 200: c.type<string>() } },
  },
  { pathPrefix: "/users" },
);`,
      `export const contract = rootResource("users", { trailingSlash: true }, {
  list: get().response<string>(),
  me: staticResource("me", { trailingSlash: false }, {
    me: get().response<string>(),
  }),
  user: dynamicResource("id", { trailingSlash: false }, {
    get: get().response<string>(),
    posts: staticResource("posts", { trailingSlash: true }, {
      posts: get().response<string>(),
    }),
  }),
});`,
    ],
    "a router without slashes below one with them": [
      `const inner = c.router({ one: { method: "GET", path: "/one", responses: { 200: c.type<string>() } } });
export const contract = c.router(
  { list: { method: "GET", path: "/", responses: { 200: c.type<string>() } }, inner },
  { pathPrefix: "/users" },
);`,
      `const inner = staticResource("one", { trailingSlash: false }, {
  one: get().response<string>(),
});
export const contract = rootResource("users", { trailingSlash: true }, {
  list: get().response<string>(),
  inner,
});`,
    ],
    "the path /, which has no other spelling": [
      `export const home = c.router({ home: { method: "GET", path: "/", responses: { 200: c.type<string>() } } });
export const contract = c.router({
  home: { method: "GET", path: "/", responses: { 200: c.type<string>() } },
  a: { method: "GET", path: "/a", responses: { 200: c.type<string>() } },
});`,
      `export const home = rootResource({\n  home: get().response<string>(),\n});
export const contract = rootResource({
  home: get().response<string>(),
  a: get("a").response<string>(),
});`,
    ],
    "the headers that a router wants of all": [
      `export const contract = c.router(
  { a: { method: "GET", path: "/a", responses: { 200: c.type<string>() } } },
  { pathPrefix: "/v1", baseHeaders: z.object({ "X-Key": z.string() }), metadata: { open: true } },
);`,
      `export const contract = rootResource("v1", { meta: { open: true }, headers: { "x-key": string().optional() } }, {
  a: get("a").response<string>(),
});`,
    ],
  };
  const names = Object.keys(cases);
  const before = names.map((name, index) => [`${index}.ts`, `${head}${cases[name]?.[0]}\n`]);
  const { files, left } = moved(Object.fromEntries(before));

  test("are not touched by a second run", () => {
    expect([...migrateTsRest(FOLDER, files).changes]).toEqual([]);
  });

  test.each(names.map((name, index) => [name, index] as const))("%s", (name, index) => {
    expect(files.get(`${index}.ts`)).toContain(cases[name]?.[1]);
  });

  test("what is spread keeps its slash, and is reported below a prefix", () => {
    const text = `${head}const inner = c.router({ one: { method: "GET", path: "/one/", responses: { 200: c.type<string>() } } });
export const plain = c.router({ two: { method: "GET", path: "/two/", responses: { 200: c.type<string>() } }, ...inner });
export const prefixed = c.router({ ...inner }, { pathPrefix: "/v1" });\n`;
    const { files, left } = moved({ "a.ts": text });
    expect(files.get("a.ts")).toContain(
      'const inner = staticResource("one", { trailingSlash: true }, {',
    );
    expect(left).toEqual([
      "a.ts:6 the endpoints that are spread here lose the `pathPrefix` of this router: nest their router, or write the prefix in it",
    ]);
  });

  test("one path with and without a slash at its end is reported", () => {
    const route = (method: string, path: string): string =>
      `{ method: "${method}", path: "${path}", responses: { 200: c.type<string>() } }`;
    const text = `${head}export const contract = c.router({
  list: ${route("GET", "/users/")},
  add: ${route("DELETE", "/users")},
});\n`;
    expect(moved({ "a.ts": text }).left).toEqual([
      'a.ts:5 the slash at the end of this path is gone, because endpoints beside it have none: for older clients, pass `trailingSlashMismatch: "redirect"` to the server',
    ]);
    expect(left.filter((line) => line.includes("slash"))).toEqual([]);
  });
});

test("versions that Bough doesn't work with are reported", () => {
  const manifest = (express: string, zod: string): string =>
    `{\n  "dependencies": {\n    "@ts-rest/express": "3.52.1",\n    "express": "${express}",\n    "zod": "${zod}"\n  }\n}\n`;
  const { left } = moved({
    "old/package.json": manifest("^4.18.2", "~3.22.4"),
    "new/package.json": manifest("^5.0.0", "3.25.76"),
    "newer/package.json": manifest("catalog:", ">=4"),
    "other/package.json": '{ "dependencies": { "express": "4.0.0", "zod": "3.0.0" } }\n',
  });
  expect(left).toEqual([
    expect.stringMatching(/^old\/package\.json:4 update express to 5,/),
    expect.stringMatching(/^old\/package\.json:5 update zod to 3\.25 or newer:/),
  ]);
});
