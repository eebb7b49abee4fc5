// docs/guide/aws-lambda.md does what it says: its adapter for Lambda answers events as AWS sends them.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modulesOf } from "./support/page-blocks.ts";
import { repository } from "./support/staged-package.ts";

const page = readFileSync(join(repository, "docs/guide/aws-lambda.md"), "utf8");
const folder = join(repository, "test/.out", `deploying-${process.pid}`);

interface Result {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

let handler: (event: unknown) => Promise<Result>;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of modulesOf(page)) {
    writeFileSync(join(folder, name), content);
  }
  ({ handler } = (await import(pathToFileURL(join(folder, "lambda.ts")).href)) as {
    handler: typeof handler;
  });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the adapter for Lambda", () => {
  /** An event as a function URL sends it, with what matters here. */
  function eventOf(method: string, target: string, more: Readonly<Record<string, unknown>> = {}) {
    const [rawPath, rawQueryString = ""] = target.split("?");
    const { headers = {}, ...rest } = more;
    return {
      version: "2.0",
      routeKey: "$default",
      rawPath,
      rawQueryString,
      headers: { host: "id.lambda-url.eu-central-1.on.aws", ...(headers as object) },
      isBase64Encoded: false,
      requestContext: {
        domainName: "id.lambda-url.eu-central-1.on.aws",
        http: { method, path: rawPath },
      },
      ...rest,
    };
  }
  const bodyOf = ({ body, isBase64Encoded }: Result): unknown => {
    const content = Buffer.from(body, isBase64Encoded ? "base64" : "utf8").toString();
    return content === "" ? undefined : JSON.parse(content);
  };

  const id = crypto.randomUUID();
  const json = { "content-type": "application/json", "content-length": "999" };

  test("answers with what a handler gives", async () => {
    const body = JSON.stringify({ text: "é" });
    const put = await handler(eventOf("PUT", `/notes/${id}`, { headers: json, body }));
    expect(put.statusCode).toBe(201);
    expect(put.headers["content-type"]).toBe("application/json");
    const found = await handler(eventOf("GET", `/notes/${id}`));
    expect([found.statusCode, bodyOf(found)]).toEqual([200, { id, text: "é" }]);
  });

  test("reads a body in base64", async () => {
    const body = Buffer.from(JSON.stringify({ text: "b" })).toString("base64");
    const event = eventOf("PUT", `/notes/${id}`, { headers: json, body, isBase64Encoded: true });
    expect(bodyOf(await handler(event))).toEqual({ id, text: "b" });
  });

  test.each([
    ["DELETE", "/health", 405],
    ["HEAD", "/health", 204],
    ["OPTIONS", "/health", 204],
    ["GET", "/nothing?a=b", 404],
    ["GET", "/notes/%zz", 404],
    ["GET", "//health", 404],
    ["GET", "/health/", 404],
    ["PUT", `/notes/${id}`, 415],
  ])("answers %s %s with %i", async (method, target, status) => {
    const more = method === "PUT" ? { body: "x", headers: { "content-type": "text/plain" } } : {};
    const result = await handler(eventOf(method, target, more));
    expect(result.statusCode).toBe(status);
    if (status === 405) {
      expect(result.headers["allow"]).toBe("GET, HEAD, OPTIONS");
    }
  });

  test("leaves out the body of a GET, which Fetch has no place for", async () => {
    const result = await handler(eventOf("GET", `/notes/${id}`, { body: "x" }));
    expect([result.statusCode, bodyOf(result)]).toMatchObject([200, { id }]);
  });

  test("takes nothing of a path that was decoded for a query", async () => {
    const event = { ...eventOf("GET", "/health"), rawPath: "/health?x" };
    expect((await handler(event)).statusCode).toBe(404);
  });
});
