// Servers that hang, never end, respond too much or ask to wait: each ends with a clear line within its bound.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { get, post, rootResource, type AnyResource } from "bough";
import { conformance, type ConformanceOptions } from "bough-testing/conformance";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";

const api = rootResource({ read: get("read").response(z.object({ a: z.string() })) });
let server: Server | undefined;

afterEach(async () => {
  const open = server;
  open?.closeAllConnections();
  await new Promise((resolve) => {
    if (open === undefined) resolve(undefined);
    else open.close(resolve);
  });
  server = undefined;
});

async function started(listener: RequestListener): Promise<string> {
  const made = createServer(listener);
  server = made;
  await new Promise<void>((resolve) => {
    made.listen(0, "127.0.0.1", resolve);
  });
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

/** The case of valid calls. */
function validCase(tree: AnyResource, options: ConformanceOptions) {
  const found = conformance(tree, { runs: 3, seed: 1, callTimeout: 60_000, ...options }).find(
    ({ rules }) => rules === "valid calls",
  );
  if (found === undefined) throw new Error("there is no case of valid calls");
  return found;
}

async function messageOf(
  listener: RequestListener,
  options: Partial<ConformanceOptions> = {},
): Promise<string> {
  const baseUrl = await started(listener);
  return validCase(api, { baseUrl, ...options })
    .run()
    .then(
      () => "passed",
      (error: unknown) => String(Object(error).message),
    );
}

const json = { "content-type": "application/json" };

describe("a server that", () => {
  test("hangs", async () => {
    expect(await messageOf(() => undefined, { callTimeout: 1_000 })).toMatch(
      /^read: the response was not complete after 1 s\n/,
    );
  });

  test("never ends its JSON", async () => {
    const message = await messageOf(
      (_, response) => {
        response.writeHead(200, json);
        const timer = setInterval(() => response.write(" "), 50);
        response.on("close", () => clearInterval(timer));
      },
      { callTimeout: 1_000 },
    );
    expect(message).toMatch(/^read: the response was not complete after 1 s\n/);
  });

  test("responds with 10 MB", async () => {
    const message = await messageOf((_, response) => {
      response.writeHead(200, json);
      response.end(Buffer.alloc(10_000_000, " "));
    });
    expect(message).toMatch(/^read: the response has more than 8 MB\n/);
  });

  test("closes early", async () => {
    const message = await messageOf((_, response) => {
      response.writeHead(200, { ...json, "content-length": 100 });
      response.write("{");
      setImmediate(() => response.destroy());
    });
    expect(message).toMatch(
      /^read: the connection closed before the response was complete \(\w+\)\n/,
    );
  });

  test("redirects: nothing is followed", async () => {
    const paths: string[] = [];
    const message = await messageOf(({ url = "" }, response) => {
      paths.push(url);
      response.writeHead(302, { location: "https://example.test/elsewhere" }).end();
    });
    expect(message).toMatch(
      /^the server responded 302 to https:\/\/example.test\/elsewhere, which GET \/read does not declare\n/,
    );
    expect(new Set(paths)).toEqual(new Set(["/read"]));
  });

  test("limits the rate is called again when it says", async () => {
    const times: number[] = [];
    const message = await messageOf((_, response) => {
      times.push(Date.now());
      if (times.length === 1) response.writeHead(429, { "retry-after": "1" }).end();
      else response.writeHead(200, json).end('{"a":"b"}');
    });
    expect(message).toBe("passed");
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(900);
  });

  test("limits the rate for longer than the case may take", async () => {
    const message = await messageOf((_, response) =>
      response.writeHead(429, { "retry-after": "3600" }).end(),
    );
    expect(message).toMatch(
      /^read: the server responded 429 and asks to wait 3600 s, which is longer than the case may take\n/,
    );
  });

  test("is not there", async () => {
    const baseUrl = await started(() => undefined);
    await new Promise((resolve) => {
      server?.close(resolve);
    });
    await expect(validCase(api, { baseUrl }).run()).rejects.toThrow(
      /^read: there is no server at 127.0.0.1 \(ECONNREFUSED\)\n/,
    );
    server = undefined;
  });

  test("gets no call for a body without a schema, and the case is skipped with the remedy", async () => {
    const untyped = rootResource({ create: post().request<{ readonly a: string }>() });
    const calls: string[] = [];
    const baseUrl = await started(({ method = "" }, response) => {
      calls.push(method);
      response.writeHead(204).end();
    });
    const skipped: string[] = [];
    const report = await validCase(untyped, { baseUrl, writes: true }).run({
      skip: (reason: string) => skipped.push(reason),
    });
    expect(skipped).toEqual([
      "not generated: its application/json body is a type without a schema: run bough schemas, and pass the file as the option schemas",
    ]);
    expect(report.calls).toBe(0);
    expect(calls).toEqual([]);
  });
});

describe("what is sent", () => {
  test("says who sends it, has the credential, and prints it as a variable", async () => {
    const seen: (string | undefined)[] = [];
    const { bearer } = await import("bough");
    const secured = rootResource({
      read: get("read")
        .security(bearer("token"))
        .response(z.object({ a: z.string() })),
    });
    const baseUrl = await started(({ headers }, response) => {
      seen.push(headers["user-agent"], headers.authorization);
      response.writeHead(500).end();
    });
    const run = validCase(secured, { baseUrl, credentials: { token: "s3cret" } }).run();
    const message = await run.catch((error: unknown) => String(Object(error).message));
    expect(seen.slice(0, 2)).toEqual(["bough-testing/0.1.0", "Bearer s3cret"]);
    expect(message).toContain('-H "authorization: Bearer $TOKEN"');
    expect(message).not.toContain("s3cret");
    expect(message).toMatch(/seed: 1$/);
  });

  test("changes nothing unless writes is set", () => {
    const tree = rootResource({
      read: get("read").response(z.string()),
      create: post("create").response(z.string()),
    });
    const names = (writes: boolean): readonly string[] => [
      ...new Set(
        conformance(tree, { baseUrl: "http://localhost", writes }).map(({ endpoint }) => endpoint),
      ),
    ];
    expect(names(false)).toEqual(["", "read"]);
    expect(names(true)).toEqual(["", "read", "create"]);
  });

  test("to another machine is at most 20 calls a second", async () => {
    const times: number[] = [];
    const found = validCase(api, {
      baseUrl: "https://api.example.test",
      runs: 5,
      fetch: async () => {
        times.push(Date.now());
        return Response.json({ a: "b" });
      },
    });
    const began = Date.now();
    await found.run();
    expect(times.length).toBeGreaterThanOrEqual(5);
    expect((times.at(-1) ?? 0) - began).toBeGreaterThanOrEqual(45 * (times.length - 1));
  });
});
