// The servers, clients and tests of docs/guide/authentication.md run: this file runs the page's own tests.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Client } from "bough/client";
import { afterAll, describe, expect, test } from "vitest";
import { modulesOf } from "./support/page-blocks.ts";
import { repository } from "./support/staged-package.ts";
import type { UntypedEndpoint, FetchServer } from "bough/types";

const page = readFileSync(join(repository, "docs/guide/authentication.md"), "utf8");
const folder = join(repository, "test/.out", `authentication-${process.pid}`);

mkdirSync(folder, { recursive: true });
for (const [name, text] of modulesOf(page)) writeFileSync(join(folder, name), text);
const load = async (name: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(join(folder, name)).href)) as Record<string, unknown>;

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the tests of docs/guide/authentication.md", async () => {
  await load("page.ts");
});

describe("the other modules of the page", () => {
  test("accept a partner's key and no other", async () => {
    const { partnerServer } = (await load("partners.ts")) as { partnerServer: FetchServer };
    const statusOf = async (key: string): Promise<number> => {
      const headers = { "x-api-key": key };
      return (await partnerServer.fetch("http://localhost/partners/report", { headers })).status;
    };
    expect([await statusOf("your secret"), await statusOf("other")]).toEqual([200, 401]);
  });

  test("hide a tenant from everybody but its members, and check their permissions", async () => {
    const { tenantServer } = (await load("tenants.ts")) as {
      tenantServer: (userOf: unknown, permissionsOf: unknown) => FetchServer;
    };
    const ids = Array.from({ length: 2 }, () => crypto.randomUUID());
    const server = tenantServer(
      (token: string) => (token === "" ? undefined : token),
      async (user: string, tenant: string) =>
        tenant !== ids[0] ? undefined : user === "ada" ? ["read", "write"] : ["read"],
    );
    const ask = async (
      user: string,
      method: string,
      id: string | undefined = ids[0],
      path = "bookings",
    ): Promise<number> => {
      const headers = { authorization: `Bearer ${user}` };
      const url = `http://localhost/tenants/${id}/${path}`;
      return (await server.fetch(url, { method, headers })).status;
    };
    expect([await ask("ada", "GET"), await ask("ada", "POST")]).toEqual([200, 204]);
    expect([await ask("bob", "GET"), await ask("bob", "POST")]).toEqual([200, 403]);
    expect([await ask("ada", "GET", ids[1]), await ask("ada", "GET", "none")]).toEqual([404, 404]);
    // Without a scope too.
    expect(await ask("ada", "GET", ids[0], "name")).toBe(200);
    expect(await ask("ada", "GET", ids[1], "name")).toBe(404);
  });

  test("refresh a token once after a 401", async () => {
    const { api } = (await load("api.ts")) as { api: { notes: { list: UntypedEndpoint } } };
    const { clientOf } = (await load("client.ts")) as {
      clientOf: (store: object, options: object) => Client;
    };
    const sent: unknown[] = [];
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      const token = new Headers(init.headers).get("authorization");
      sent.push(token);
      return token === "Bearer new" ? Response.json([]) : new Response(null, { status: 401 });
    };
    const store = { token: async () => "old", refresh: async () => "new" };
    const result = await clientOf(store, { fetch }).request(api.notes.list);
    expect([result.ok, sent]).toEqual([true, ["Bearer old", "Bearer new"]]);
  });
});
