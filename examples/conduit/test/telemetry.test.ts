// The whole process with a collector: its spans and metrics, and that it starts without the SDK otherwise.
import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { createClient } from "bough/client";
import { openTelemetryClient } from "bough/opentelemetry";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { otlpReceiver } from "../../../test/support/otlp-receiver.ts";
import type { OtlpReceiver } from "../../../test/support/otlp-receiver.ts";
import { api } from "../src/api.ts";

const example = fileURLToPath(new URL("..", import.meta.url));
const LIMIT = 120_000;
let folder: string;
let receiver: OtlpReceiver;

beforeAll(async () => {
  folder = await mkdtemp(join(example, ".out-"));
  receiver = await otlpReceiver();
  // As tsc builds it, but quickly. Bough itself is the built package.
  await build({
    absWorkingDir: example,
    entryPoints: ["src/main.ts"],
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outdir: join(folder, "dist"),
    logLevel: "warning",
  });
}, LIMIT);
afterAll(async () => {
  receiver.close();
  await rm(folder, { recursive: true, force: true });
});

interface Running {
  readonly url: string;
  readonly child: ChildProcessByStdio<null, Readable, null>;
}

async function started(env: Record<string, string>): Promise<Running> {
  const args = [join(folder, "dist/main.js"), "--port", "0", "--data", join(folder, "data")];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const url = await vi.waitFor(
    () => {
      const found = /The API {4}(http:\S+)\/api/.exec(output)?.[1];
      expect(child.exitCode).toBeNull();
      expect(found).toBeDefined();
      return found as string;
    },
    { timeout: LIMIT / 2 },
  );
  return { url, child };
}

async function stopped({ child }: Running): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
}

test(
  "a process with a collector sends spans of requests and statements, and metrics",
  { timeout: LIMIT },
  async () => {
    const running = await started({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    const client = createClient({ baseUrl: running.url, around: openTelemetryClient() });
    await client.request(api.articles.article("none").find);
    const user = { username: "ada", email: "ada@example.test", password: "correct horse" };
    await client.request(api.users.create, { user }).bodyOrThrow();
    await fetch(`${running.url}/health`);
    await stopped(running);

    const { spans, points } = receiver;
    const requests = spans.filter(({ kind }) => kind === "server");
    expect(requests).toMatchObject([
      {
        name: "GET /api/articles/{slug}",
        service: "conduit",
        failed: false,
        attributes: { "http.response.status_code": 404, "bough.failure": "not-found" },
      },
      { name: "POST /api/users", attributes: { "http.response.status_code": 201 } },
    ]);
    const [missing, created] = requests.map(({ spanId }) =>
      spans.filter(({ parentSpanId }) => parentSpanId === spanId),
    );
    const statement = {
      name: "SELECT",
      kind: "client",
      attributes: { "db.system.name": "postgresql" },
    };
    expect(missing).toMatchObject([statement]);
    expect(created?.some(({ name }) => name === "INSERT")).toBe(true);
    expect(JSON.stringify(spans)).not.toMatch(/correct horse|ada@example/);
    const durations = points.filter(({ metric }) => metric === "http.server.request.duration");
    expect(durations.map(({ attributes }) => attributes["http.route"])).toEqual([
      "/api/articles/{slug}",
      "/api/users",
    ]);
  },
);

test("a process without a collector does not load the SDK", { timeout: LIMIT }, async () => {
  const dist = join(folder, "dist");
  for (const name of await readdir(dist)) {
    if ((await readFile(join(dist, name), "utf8")).includes("@opentelemetry/")) {
      expect(name).toMatch(/^telemetry-/);
      await rm(join(dist, name));
    }
  }
  const running = await started({});
  expect((await fetch(`${running.url}/health`)).status).toBe(204);
  await stopped(running);
});
