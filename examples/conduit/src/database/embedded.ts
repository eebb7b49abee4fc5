// PostgreSQL inside this process (PGlite), with its files in a folder. For development, tests and small
// installations: one process, one statement at a time.
import { chmod, mkdir } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import type { Transaction } from "@electric-sql/pglite";
import type { Driver, Session } from "./driver.ts";
import { lockFolder } from "./folder-lock.ts";

/** Opens the database in a folder, or one in memory that a `dump` fills. */
export function embedded(source: { folder: string } | { dump?: Blob }): Driver {
  const opening = open(source);
  // A failure reaches the first statement.
  opening.catch(() => undefined);
  return {
    query: async (sql, values) => sessionOf(await opening).query(sql, values),
    script: async (sql) => sessionOf(await opening).script(sql),
    transaction: async (run) =>
      (await opening).transaction((transaction) => run(sessionOf(transaction))),
    isUnavailable: () => false,
    close: () =>
      opening.then(
        (connection) => connection.close(),
        () => undefined,
      ),
  };
}

async function open(source: { folder: string } | { dump?: Blob }): Promise<PGlite> {
  if ("folder" in source) {
    // Also one that an earlier version made for everybody: it has the hashes of passwords.
    await mkdir(source.folder, { recursive: true, mode: 0o700 });
    await chmod(source.folder, 0o700);
    const unlock = await lockFolder(source.folder);
    const connection = await PGlite.create(source.folder);
    const close = connection.close.bind(connection);
    return Object.assign(connection, {
      close: async () => {
        await close();
        await unlock();
      },
    });
  }
  return PGlite.create(source.dump === undefined ? {} : { loadDataDir: source.dump });
}

function sessionOf(connection: PGlite | Transaction): Session {
  return {
    query: async (sql, values) => (await connection.query<object>(sql, [...values])).rows,
    script: async (sql) => void (await connection.exec(sql)),
  };
}
