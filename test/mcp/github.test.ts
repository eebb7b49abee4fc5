// The style search with GitHub's document: what a model reads before it starts, and for one task.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createMcp, type Mcp } from "bough-mcp";
import { beforeAll, describe, expect, test } from "vitest";
import { readDocument } from "../../packages/import/src/read-document.ts";
import { repository } from "../support/staged-package.ts";

const document = join(
  repository,
  "test/real-apis/node_modules/@octokit/openapi/generated/api.github.com.json",
);
const isInstalled = existsSync(document);
const name = `GitHub's endpoints${isInstalled ? "" : " (test/real-apis is not installed)"}`;

describe.skipIf(!isInstalled && process.env["CI"] === undefined)(name, () => {
  let mcp: Mcp<undefined>;
  beforeAll(() => {
    const parsed: unknown = JSON.parse(readFileSync(document, "utf8"));
    const { contract } = readDocument(parsed, { bounds: true, typed: true, verified: true });
    const issues = Array.from({ length: 5 }, (_, at) => ({
      number: at,
      title: `Issue ${at}`,
      state: "open",
    }));
    mcp = createMcp(contract, {
      expose: [""],
      writes: true,
      style: "search",
      url: "https://api.github.com",
      headers: () => ({}),
      fetch: async ({ url }) => Response.json(issues, { headers: { "x-url": url } }),
    });
  });

  /** Tokens, as about four bytes each. */
  const tokensOf = (value: unknown): number =>
    Math.ceil(new TextEncoder().encode(JSON.stringify(value)).length / 4);

  async function resultOf(method: string, params: object): Promise<Record<string, unknown>> {
    const { body } = await mcp.respond(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      undefined,
    );
    return Object(body).result;
  }

  const textOf = (content: unknown): string => String(Object(Object(content)[0]).text);

  test("are listed as four tools in 1,500 tokens", async () => {
    expect(mcp.exposed.length).toBeGreaterThan(1_200);
    const { tools } = await resultOf("tools/list", {});
    expect(tools).toHaveLength(4);
    expect(tokensOf(tools)).toBeLessThanOrEqual(1_500);
  });

  test.each([
    ["list issues of a repository", "repos.owner(id).repo(id).issues.list("],
    ["create a pull request", "repos.owner(id).repo(id).pulls.create("],
    ["star a gist", "gists.gist(gist_id).star.replace("],
    ["get a workflow run", "repos.owner(id).repo(id).actions.runs.run(run_id).getWorkflowRun("],
  ])("are found: %s", async (words, signature) => {
    const { content } = await resultOf("tools/call", { name: "search", arguments: { words } });
    expect(textOf(content).startsWith(signature), textOf(content)).toBe(true);
  });

  test("a task of three calls takes 4,000 tokens", async () => {
    const found = await resultOf("tools/call", {
      name: "search",
      arguments: { words: "list repository issues" },
    });
    const [signature = ""] = textOf(found["content"]).split("\n");
    const described = await resultOf("tools/call", {
      name: "describe",
      arguments: { endpoints: [signature.split("  //")[0]] },
    });
    const [endpoint] = Object(described["structuredContent"]).endpoints;
    const read = await resultOf("tools/call", {
      name: "read",
      arguments: {
        endpoint: endpoint.endpoint,
        ids: { owner: "nodejs", repo: "node" },
        parameters: { state: "open", per_page: 5 },
      },
    });
    expect(read["isError"]).toBeUndefined();
    const sum = [found, described, read]
      .map(({ content }) => tokensOf(content))
      .reduce((a, b) => a + b);
    expect(sum).toBeLessThanOrEqual(4_000);
  });
});
