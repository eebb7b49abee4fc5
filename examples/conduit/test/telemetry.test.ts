// The whole process with a collector: its spans and metrics, and that it starts without the SDK otherwise.
import { spawn, spawnSync } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createClient } from "bough/client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api } from "../src/api.ts";

// The parts of OTLP's JSON that the test reads.
interface Attributed {
  readonly attributes: readonly {
    key: string;
    value: { stringValue?: string; intValue?: number };
  }[];
}
interface Span extends Attributed {
  readonly name: string;
  readonly kind: number;
  readonly spanId: string;
  readonly parentSpanId?: string;
}
interface Sent {
  readonly resourceSpans?: readonly {
    readonly resource: Attributed;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[];
  }[];
}
const SERVER = 2;

function valuesOf({ attributes }: Attributed): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
}

const example = fileURLToPath(new URL("..", import.meta.url));
const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
const LIMIT = 120_000;
let folder: string;

/** The bodies that have arrived at the collector. */
const sent: Sent[] = [];
const collector = createServer((req, res) => {
  void (async () => {
    sent.push((await json(req)) as Sent);
    res.writeHead(200, { "content-type": "application/json" }).end("{}");
  })();
});
const portOf = (): number => (collector.address() as AddressInfo).port;

beforeAll(async () => {
  folder = await mkdtemp(join(example, ".out-"));
  await once(collector.listen(0, "127.0.0.1"), "listening");
  const args = [join(dirname(typescript), "bin/tsc"), "-p", example, "--outDir", folder];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, ""]);
}, LIMIT);
afterAll(async () => {
  collector.closeAllConnections();
  collector.close();
  await rm(folder, { recursive: true, force: true });
});

interface Running {
  readonly url: string;
  readonly child: ChildProcessByStdio<null, Readable, null>;
}

async function started(env: Record<string, string>): Promise<Running> {
  const args = [join(folder, "main.js"), "--port", "0", "--data", join(folder, "data")];
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
    const running = await started({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf()}` });
    const client = createClient({ baseUrl: running.url });
    await client.request(api.articles.article("none").find);
    const user = { username: "ada", email: "ada@example.test", password: "correct horse" };
    await client.request(api.users.create, { user }).bodyOrThrow();
    await fetch(`${running.url}/health`);
    await stopped(running);

    const resources = sent.flatMap(({ resourceSpans = [] }) => resourceSpans);
    const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    const requests = spans.filter(({ kind }) => kind === SERVER);
    expect(requests.map((span) => [span.name, valuesOf(span)])).toMatchObject([
      [
        "GET /api/articles/{slug}",
        { "http.response.status_code": 404, "bough.failure": "not-found" },
      ],
      ["POST /api/users", { "http.response.status_code": 201 }],
    ]);
    const [missing, created] = requests.map(({ spanId }) =>
      spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name),
    );
    expect(missing).toEqual(["SELECT"]);
    expect(created).toContain("INSERT");
    expect(JSON.stringify(spans)).not.toMatch(/correct horse|ada@example/);
    expect(resources.map(({ resource }) => valuesOf(resource)["service.name"])).toContain(
      "conduit",
    );
    const scopes = sent
      .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
      .flatMap(({ scopeMetrics }) => scopeMetrics);
    const names = scopes.flatMap(({ metrics }) => metrics.map(({ name }) => name));
    expect(names).toContain("http.server.request.duration");
  },
);

test("a process without a collector does not load the SDK", { timeout: LIMIT }, async () => {
  const file = join(folder, "telemetry.js");
  expect(await readFile(file, "utf8")).toContain("@opentelemetry/sdk-");
  await rm(file);
  const running = await started({});
  expect((await fetch(`${running.url}/health`)).status).toBe(204);
  await stopped(running);
});
