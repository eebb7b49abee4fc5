// What a PostgreSQL driver does for the application. embedded.ts and postgres.ts implement it with the same SQL.

/** Runs statements: outside of a transaction, or in one. */
export interface Session {
  /** Runs one statement with values for `$1`, `$2`, …. */
  query(sql: string, values: readonly unknown[]): Promise<readonly object[]>;
  /** Runs several statements without values. */
  script(sql: string): Promise<void>;
}

export interface Driver extends Session {
  /** Runs `run` in a transaction. It commits unless `run` throws. */
  transaction<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /** Whether the error means that the database cannot be used now. */
  isUnavailable(error: unknown): boolean;
  close(): Promise<void>;
}
