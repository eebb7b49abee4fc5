// Brings the tables up to date: runs the files of migrations/ that the database does not have yet, in the order
// of their numbers. All of them and the record of them are one transaction, under a lock, so several processes
// may start at the same time. Never change a file that a database has run: add one.
import { readdir, readFile } from "node:fs/promises";
import { migrate as migrateBough } from "bough-postgres";
import type { Driver } from "./driver.ts";

const folder = new URL("../../migrations/", import.meta.url);
/** Any number, as long as nothing else in the database uses it for an advisory lock. */
const LOCK = 7_270_001;

export async function migrate(driver: Driver): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  await driver.transaction(async (session) => {
    // Another process may need longer than a statement may take.
    await session.script("set local statement_timeout = 0");
    await session.query("select pg_advisory_xact_lock($1)", [LOCK]);
    await session.script(
      "create table if not exists migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())",
    );
    const applied = (await session.query("select number from migrations", [])) as {
      number: number;
    }[];
    const numbers = new Set(applied.map(({ number }) => number));
    for (const name of files) {
      const number = Number.parseInt(name, 10);
      if (numbers.has(number)) continue;
      await session.script(await readFile(new URL(name, folder), "utf8"));
      await session.query("insert into migrations (number, name) values ($1, $2)", [number, name]);
    }
    // The tables of bough-postgres, which come with the package.
    await migrateBough({
      query: async (sql) => ({ rows: [...(await session.query(sql, []))] }),
    });
  });
}
