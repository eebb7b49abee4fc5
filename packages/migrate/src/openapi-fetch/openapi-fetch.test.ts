import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { after, compilerErrors, FOLDER, type Moved } from "../moving/fixture.ts";
import { migrateOpenApiFetch } from "./index.ts";

const folder = new URL("../../fixtures/openapi-fetch/", import.meta.url);
const document = fileURLToPath(new URL("openapi.yaml", folder));
const before = Object.fromEntries(
  ["client.ts", "hooks.tsx", "schema.ts", "use.ts"].map((name) => [
    name,
    readFileSync(new URL(name, folder), "utf8"),
  ]),
);
const move = async (files: Readonly<Record<string, string>>): Promise<Moved> =>
  after(files, await migrateOpenApiFetch(FOLDER, new Map(Object.entries(files)), document));

describe("a project of openapi-fetch", () => {
  let moved: Moved;
  beforeAll(async () => {
    moved = await move(before);
  });
  const text = (name: string): string => moved.files.get(name) ?? "";

  test("calls ask by the tree of the document", () => {
    expect(text("use.ts")).toContain("await client.request(api.articles.article(slug).find)");
    expect(text("use.ts")).toContain(
      'await client.request(api.articles.list, { parameters: { tag, limit: 5 }, init: { cache: "no-store" } })',
    );
  });

  test("`error` and `data` become `ok`, and the bodies of a success and a failure", () => {
    expect(text("use.ts")).toContain(`  if (!result.ok) {
    throw new Error(\`\${result.response.status} \${result.failure.body.message}\`);
  }
  return result.body.article.title;`);
    expect(text("use.ts")).toContain(`  const data = result.ok ? result.body : undefined;
  return data?.articles`);
  });

  test("a helper gets what openapi-fetch returned", () => {
    expect(text("use.ts")).toContain(
      "unwrap(dataOrError(client.request(api.user.findCurrentUser)))",
    );
  });

  test("a destructured client gets a name, middleware a list, and the client `around`", () => {
    expect(text("client.ts")).toContain("export const apiClient = createClient();");
    expect(text("use.ts")).toContain("await apiClient.request(api.tags)");
    expect(text("client.ts")).toContain("export const clientMiddleware: Middleware[] = [];");
    expect(text("client.ts")).toContain("around: aroundOf(clientMiddleware)");
    expect(text("client.ts")).toContain("clientMiddleware.push(auth);");
  });

  test("types are those of the declaration", () => {
    expect(text("client.ts")).toContain("export type Article = BoughArticle;");
    expect(text("client.ts")).toContain('export type Names = Profile["username"][];');
    expect(text("client.ts")).toContain(
      'InferResponse<typeof api.articles.list>["articles"][number];',
    );
  });

  test("hooks keep their keys", () => {
    expect(text("hooks.tsx")).toContain(
      'useQuery({ queryKey: ["get", "/articles/{slug}", { params: { path: { slug } } }], queryFn: ({ signal }) => $api.request(api.articles.article(slug).find, { signal }).bodyOrThrow(), staleTime: 5 })',
    );
  });

  test("options without a counterpart are reported, and their calls stay", async () => {
    const call = 'client.GET("/tags", { parseAs: "blob" })';
    const { files, left } = await move({
      "schema.ts": before["schema.ts"] ?? "",
      "left.ts": `import createClient from "openapi-fetch";
import type { paths } from "./schema.ts";
const client = createClient<paths>({ baseUrl: "/api", querySerializer: () => "" });
export const blob = () => ${call};
export const add = (title: string) =>
  client.POST("/articles", { body: { title }, bodySerializer: JSON.stringify });
`,
    });
    expect(files.get("left.ts")).toContain(call);
    expect(left).toEqual([
      "left.ts:3 `querySerializer` has no counterpart in Bough: declare the style of each parameter",
      "left.ts:4 `parseAs` has no counterpart in Bough: declare the format of the response",
      "left.ts:6 `bodySerializer` has no counterpart in Bough: declare the format of the body",
    ]);
  });

  test("the result compiles, a second run changes nothing, and no import is left", async () => {
    expect(moved.left).toEqual([]);
    expect(compilerErrors(moved.files)).toEqual([]);
    const again = await migrateOpenApiFetch(FOLDER, moved.files, document);
    expect([...again.changes.keys()]).toEqual([]);
    expect([...moved.files.values()].join("\n")).not.toMatch(
      /from "openapi-(?:fetch|react-query)"/,
    );
  });
});
