import { describe, expect, test } from "vitest";
import { after, FOLDER, type Moved } from "../moving/fixture.ts";
import { migrateTsRest } from "./index.ts";

function moved(files: Readonly<Record<string, string>>): Moved {
  return after(files, migrateTsRest(FOLDER, new Map(Object.entries(files))));
}

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
