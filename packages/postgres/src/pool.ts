// What runs statements: a pool or a client of `pg`, PGlite, or a transaction of it.

/** Runs a statement with values for `$1`, `$2`, …: a pool or a client of `pg`, PGlite, or a transaction of it. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[] }>;
}

/** A `Pool` of `pg`, or PGlite. */
export interface PostgresPool extends Queryable {
  /** The configuration of a `Pool`, for the connection that listens. */
  readonly options?: unknown;
  /** PGlite has it. */
  listen?(channel: string, wake: (payload: string) => void): Promise<() => Promise<void>>;
}

/** The rows of a statement. `Row` is what the statement selects. */
export async function rowsOf<Row>(
  client: Queryable,
  text: string,
  ...values: unknown[]
): Promise<Row[]> {
  const { rows } = await client.query(text, values);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- SQL decides the shape of a row
  return rows as Row[];
}
