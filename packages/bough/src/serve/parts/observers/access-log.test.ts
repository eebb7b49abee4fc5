import { dynamicResource, failure, get, rootResource, string } from "bough";
import { accessLog, createServer } from "bough/server";
import { describe, expect, test, vi } from "vitest";

const Gone = failure("gone", 410);
const api = rootResource("v1", {
  users: dynamicResource("user", string(), { read: get().response<string>().failure(Gone) }),
});

async function lineFor(target: string, method = "GET"): Promise<string> {
  const lines: string[] = [];
  const server = createServer({ observe: accessLog((line) => lines.push(line)) });
  server.route(api.users.read, ({ ids, fail }) => (ids.user === "none" ? fail(Gone) : "a"));
  await server.fetch(`http://h.test${target}`, { method });
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  return lines[0] ?? "";
}

describe("accessLog", () => {
  test("writes a line of JSON", async () => {
    const line: object = JSON.parse(await lineFor("/v1/a?b=c"));
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      method: "GET",
      target: "/v1/a?b=c",
      endpoint: "/v1/{user}",
      status: 200,
      bytes: 3,
      milliseconds: expect.any(Number),
      outcome: "answered",
    });
  });

  test.each([
    ["/v1/none", { status: 410, failure: "gone", endpoint: "/v1/{user}" }],
    ["/v2", { status: 404, rejection: "urn:bough:not-found" }],
  ])("names why %s failed", async (target, expected) => {
    expect(JSON.parse(await lineFor(target))).toMatchObject(expected);
  });

  test("escapes control characters", async () => {
    const lines: string[] = [];
    const target = "/a\n\u0085\u2028\u2029\u009b\u007f\u001b";
    const seen = {
      endpoint: undefined,
      deprecated: false,
      status: 200,
      failure: undefined,
      rejection: undefined,
      error: undefined,
      bytes: 0,
      outcome: "answered",
    } as const;
    const request = {
      method: "GET",
      target,
      endpoint: undefined,
      deprecated: false,
      route: undefined,
      scheme: "http",
      authority: undefined,
      httpVersion: "1.1",
      header: () => undefined,
    } as const;
    await accessLog((line) => lines.push(line))(request, async () => seen);
    expect(lines[0]).toContain(String.raw`/a\n\u0085\u2028\u2029\u009b\u007f\u001b`);
    expect((JSON.parse(lines[0] ?? "") as { target: string }).target).toBe(target);
  });

  test.each([
    () => {
      throw new Error("full");
    },
    () => Promise.reject(new Error("full")),
  ])("gives what its writer fails with to onError %#", async (write) => {
    const onError = vi.fn();
    const server = createServer({ observe: accessLog(write), onError });
    server.route(api.users.read, () => "a");
    expect((await server.fetch("http://h.test/v1/a")).status).toBe(200);
    await vi.waitFor(() => expect(onError).toHaveBeenCalledWith(new Error("full"), undefined));
  });

  test("needs a function", () => {
    expect(() => accessLog("a" as never)).toThrow(
      new TypeError('accessLog: expected write to be a function, received "a"'),
    );
  });
});
