// A PostgreSQL server, by `pg`. Nothing waits for ever: not for a connection, nor for a free one of the pool,
// nor for a statement. The server ends a statement that takes too long; if the server itself does not answer,
// `query_timeout` ends the wait.
import pg from "pg";
import type { Driver, Session } from "./driver.ts";

export interface PostgresLimits {
  /** Milliseconds until there is a connection. */
  readonly connect: number;
  /** Milliseconds for one statement. */
  readonly statement: number;
  readonly connections: number;
}

export const defaultLimits: PostgresLimits = { connect: 3_000, statement: 5_000, connections: 10 };

export function postgres(url: string, limits: PostgresLimits = defaultLimits): Driver {
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    query_timeout: limits.statement + 1_000,
    idle_in_transaction_session_timeout: 2 * limits.statement,
    keepAlive: true,
    application_name: "conduit",
  });
  // A connection that breaks while nobody uses it: the pool opens another when it needs one.
  pool.on("error", () => undefined);

  async function transaction<T>(run: (session: Session) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    // A connection that breaks between two statements: the next statement reports it.
    client.on("error", ignored);
    try {
      await client.query("begin");
      const value = await run(sessionOf(client));
      await client.query("commit");
      release(client);
      return value;
    } catch (error) {
      await client.query("rollback").then(
        () => release(client),
        () => release(client, true),
      );
      throw error;
    }
  }

  return { ...sessionOf(pool), transaction, isUnavailable, close: () => pool.end() };
}

function release(client: pg.PoolClient, destroy = false): void {
  client.off("error", ignored);
  client.release(destroy);
}

function ignored(): void {}

function sessionOf(connection: pg.Pool | pg.PoolClient): Session {
  return {
    query: async (sql, values) => (await connection.query<object>(sql, [...values])).rows,
    script: async (sql) => void (await connection.query(sql)),
  };
}

// Connections (08), resources (53), the server's end, start or a cancelled statement (57), and locks (55P03).
const STATES = /^(?:08|53|57)|^55P03$/;

function isUnavailable(error: unknown): boolean {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  if (error instanceof pg.DatabaseError) return STATES.test(String(code));
  // `pg` and the sockets of Node have no class for these.
  return (
    /^(?:E[A-Z]+)$/.test(String(code)) ||
    /timeout|terminated|not queryable|connection/i.test(String(message))
  );
}
