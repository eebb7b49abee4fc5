import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test, vi } from "vitest";
import { after, compilerErrors, FOLDER } from "../moving/fixture.ts";
import { migrateTsRest } from "./index.ts";

const folder = new URL("../../fixtures/ts-rest/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");

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
  const { files, left, sites } = after(
    before,
    migrateTsRest(FOLDER, new Map(Object.entries(before))),
  );
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
    expect(text("server.ts")).toContain(
      "router(routing(app, { passErrors: true, validateResponses: false }));",
    );
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
      ["GET", "/tags/broken"],
      ["PUT", "/picture?no=1", {}],
    ] as const;
    const old = await responses(before, requests);
    expect(old.map(([status]) => status)).toEqual([
      200, 201, 409, 200, 404, 204, 404, 200, 202, 200, 200, 200, 200, 200, 500, 403,
    ]);
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(await responses(Object.fromEntries(files), requests)).toEqual(old);
    // The guard has ended, although its middleware never called `next`.
    expect(reported.mock.calls).toEqual([
      ["bough: GET /api/v1/tags/{tag}:", expect.objectContaining({ message: "no such tag" })],
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
