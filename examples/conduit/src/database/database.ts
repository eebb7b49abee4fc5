// The application's database. A statement runs in the transaction around it, which the asynchronous context
// knows, so functions of storage/ do not have to pass a transaction on. The first statement brings the tables
// up to date. If that fails because the database is down, a later statement tries again.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Driver, Session } from "./driver.ts";
import { migrate } from "./migrate.ts";

/** The database does not answer, or not in time. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** A unique constraint refused a row. */
export class Taken extends Error {
  override readonly name = "Taken";
  readonly constraint: string;

  constructor(constraint: string, options: ErrorOptions) {
    super(`the constraint ${constraint} refused a row`, options);
    this.constraint = constraint;
  }
}

export class Database {
  readonly #driver: Driver;
  readonly #transactions = new AsyncLocalStorage<Session>();
  #upToDate: Promise<void> | undefined;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** Runs one statement and returns its rows. `Row` is what the statement selects. */
  async query<Row extends object>(sql: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.#told(async () => {
      const session = this.#transactions.getStore() ?? (await this.#ready());
      // The SQL decides the shape of a row, and the compiler does not read SQL.
      return (await session.query(sql, values)) as Row[];
    });
  }

  /** The first row of `query`. */
  async first<Row extends object>(
    sql: string,
    ...values: readonly unknown[]
  ): Promise<Row | undefined> {
    return (await this.query<Row>(sql, ...values))[0];
  }

  /** Runs `run` in a transaction. It commits unless `run` rejects. */
  async transaction<T>(run: () => Promise<T>): Promise<T> {
    return this.#told(async () => {
      const driver = await this.#ready();
      return driver.transaction((session) => this.#transactions.run(session, run));
    });
  }

  /** The database as packages use it: in the transaction around the call. */
  readonly client = {
    query: async (sql: string, values: readonly unknown[] = []): Promise<{ rows: object[] }> => ({
      rows: await this.query(sql, ...values),
    }),
  };

  async close(): Promise<void> {
    await this.#driver.close();
  }

  async #ready(): Promise<Driver> {
    this.#upToDate ??= migrate(this.#driver).catch((error: unknown) => {
      this.#upToDate = undefined;
      throw error;
    });
    await this.#upToDate;
    return this.#driver;
  }

  // What went wrong, as one of the two errors that the application knows.
  async #told<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const { code, constraint } = Object(error) as { code?: unknown; constraint?: unknown };
      if (code === "23505") throw new Taken(String(constraint), { cause: error });
      if (!this.#driver.isUnavailable(error)) throw error;
      throw new DatabaseUnavailable("the database is not available", { cause: error });
    }
  }
}
