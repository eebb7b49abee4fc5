// The transaction of the guide on PostgreSQL: its code runs as it is on the pages. A declared failure rolls back what
// the handler wrote, and its idempotency key with it.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { failure, post, rootResource, type } from "bough";
import { migrate, postgresStore } from "bough-postgres";
import type { Routes } from "bough/server";
import type { FetchServer } from "bough/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PostgresServer, reasonToSkip } from "../examples/conduit/test/postgres-server.ts";
import { modulesOf } from "./support/page-blocks.ts";
import { repository } from "./support/staged-package.ts";

const Full = failure("full", 409);
const api = rootResource({
  add: post("rows")
    .request<{ full: boolean }>()
    .response(type<{ id: number }>())
    .failure(Full)
    .idempotent(),
});

/** The modules of the pages. */
interface Pages {
  readonly server: FetchServer;
  readonly transactional: Routes;
  readonly pool: { end(): Promise<void> };
  readonly query: (sql: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>;
}

const skipped = reasonToSkip();
if (skipped !== undefined) console.warn(`the transaction of the guide is not tested: ${skipped}`);

describe.skipIf(skipped !== undefined)("the transaction of docs/guide/middleware.md", () => {
  const folder = join(repository, "test/.out", `transactions-${process.pid}`);
  let postgres: PostgresServer;
  let pages: Pages;
  let count = 0;

  beforeAll(async () => {
    postgres = await PostgresServer.create();
    const { hostname, port, username } = new URL(postgres.url);
    Object.assign(process.env, {
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGDATABASE: "postgres",
    });
    mkdirSync(folder, { recursive: true });
    for (const page of ["middleware"]) {
      const markdown = readFileSync(join(repository, `docs/guide/${page}.md`), "utf8");
      for (const [name, text] of modulesOf(markdown)) writeFileSync(join(folder, name), text);
    }
    const load = (name: string): Promise<object> => import(pathToFileURL(join(folder, name)).href);
    const all = ["transactional.ts", "database.ts"].map(load);
    pages = Object.assign({}, ...(await Promise.all(all))) as Pages;
    const { query, transactional } = pages;
    await query("create table rows (id serial primary key)");
    const client = {
      query: async (text: string, values: unknown[] = []) => ({
        rows: await query(text, ...values),
      }),
    };
    await migrate(client);
    transactional
      .idempotent({ store: postgresStore({ client: () => client }), scope: () => "all" })
      .route(api.add, async ({ body, fail }) => {
        count++;
        const [row] = await query("insert into rows default values returning id");
        return body.full ? fail(Full) : { id: Number(row?.["id"]) };
      });
  });
  afterAll(async () => {
    await pages.pool.end();
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const add = async (full: boolean): Promise<unknown[]> => {
    const { status, headers } = await pages.server.fetch("http://h/rows", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": String(full) },
      body: JSON.stringify({ full }),
    });
    const kept = await Promise.all(
      ["rows", "bough_responses"].map(
        async (table) => (await pages.query(`select 1 from ${table}`)).length,
      ),
    );
    return [status, headers.get("idempotency-status"), ...kept, count];
  };

  test("rolls back a declared failure with its key, and keeps a success with its key", async () => {
    expect(await add(true)).toEqual([409, null, 0, 0, 1]);
    expect(await add(true)).toEqual([409, null, 0, 0, 2]);
    expect(await add(false)).toEqual([200, "stored", 1, 1, 3]);
    expect(await add(false)).toEqual([200, "replayed", 1, 1, 3]);
  });
});
