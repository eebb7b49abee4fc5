// What a test says about an endpoint without a handler: the assertions of the tutorial and of new projects name it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { get, rootResource } from "bough";
import { createServer } from "bough/server";
import { expect, test } from "vitest";

test.each(["docs/tutorial/bookshop.md", "packages/create/src/project-files.ts"])(
  "%s names the endpoint without a handler",
  (path) => {
    const text = readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
    const [line = ""] = /^ *assert\..*server\.unrouted\(api\).*$/m.exec(text) ?? [];
    // oxlint-disable-next-line typescript/no-implied-eval -- the line of the page
    const run = new Function("assert", "server", "api", line);
    const api = rootResource("v1", { list: get("books") });
    expect(() => run(assert, createServer(), api)).toThrow("GET /v1/books");
  },
);
