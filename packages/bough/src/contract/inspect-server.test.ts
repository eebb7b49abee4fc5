import { anonymous, failure, get, rootResource } from "bough";
import { contractOf, inspectServer } from "bough/contract";
import { createServer } from "bough/server";
import type { FetchServer } from "bough/types";
import { describe, expect, test } from "vitest";

const Limited = failure("limited", 429);
const api = rootResource("v1", {
  env: get("env").security(anonymous).response<string>(),
  here: get("here").response<string>(),
});

describe("inspectServer", () => {
  test("says which failures the steps of a view add, and what may refuse requests", () => {
    const server = createServer({ requireSecurity: true });
    const view = server.guard([Limited], () => ({ a: 1 }));
    expect(inspectServer(server)).toMatchObject({
      failures: [],
      isGuarded: false,
      requiresSecurity: true,
    });
    expect(inspectServer(view)).toMatchObject({ failures: [Limited], isGuarded: true });
  });

  test("leaves a tree out of contracts", async () => {
    const server = createServer();
    const { leaveOut } = inspectServer(server);
    const own = rootResource("own", { health: get("health") });
    leaveOut(own);
    server.route(own, { health: () => undefined });
    expect(contractOf(server).endpoints).toEqual([]);
    expect((await server.fetch("http://localhost/own/health")).status).toBe(204);
  });

  test("sends requests to the same server, with the context and the end of a call", async () => {
    const server = createServer<{ readonly env: string }>();
    const signals: AbortSignal[] = [];
    server.route(api, {
      env: ({ env, signal }) => {
        signals.push(signal);
        return env;
      },
      here: async (call) => {
        const { fetch } = inspectServer(server);
        const response = await fetch?.(new Request("http://localhost/v1/env"), call);
        return `${response?.status} ${await response?.text()}`;
      },
    });
    const response = await server.handle(new Request("http://localhost/v1/here"), { env: "test" });
    expect(await response.json()).toBe('200 "test"');
  });

  test("refuses other values", () => {
    expect(() => inspectServer({} as FetchServer)).toThrow(
      "inspectServer: expected a server, the routes of a host or a view of them, received an object (Object)",
    );
  });
});
