// The databases that the tests of the application run with: the same tests for both.
import { Database } from "../src/database/database.ts";
import { embedded } from "../src/database/embedded.ts";
import { postgres } from "../src/database/postgres.ts";
import { PostgresServer, reasonToSkip } from "./postgres-server.ts";

export interface Opened {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

export const databases: readonly {
  readonly name: string;
  readonly skipped: string | undefined;
  readonly open: () => Promise<Opened>;
}[] = [
  {
    name: "PGlite",
    skipped: undefined,
    open: async () => {
      const database = new Database(embedded({}));
      await database.query("select 1");
      return { database, close: () => database.close() };
    },
  },
  {
    name: "PostgreSQL",
    skipped: reasonToSkip(),
    open: async () => {
      const server = await PostgresServer.create();
      // The first statement waits for the tables.
      const database = new Database(postgres(server.url));
      await database.query("select 1");
      return {
        database,
        close: async () => {
          await database.close();
          await server.remove();
        },
      };
    },
  },
];

for (const { name, skipped } of databases) {
  if (skipped !== undefined) console.warn(`Conduit is not tested with ${name}: ${skipped}`);
}
