// Keeps the responses of idempotent endpoints in the transaction of their handler: key, effect and response commit
// together, so each call acts exactly once. A handler that fails keeps nothing, because nothing happened.
import type { IdempotencyStore, IdempotentRequest, StoredResponse } from "bough/types";
import { rowsOf, type Queryable } from "./pool.ts";

/** The options of `postgresStore`. */
export interface PostgresStoreOptions {
  /** The client of the transaction in which the handler of a call runs. A pool would be another transaction. */
  readonly client: (call: IdempotentRequest["call"]) => Queryable | Promise<Queryable>;
  /** Milliseconds for which a response is kept: 86,400,000, a day. */
  readonly lifetime?: number;
}

/**
 * Keeps responses in the table `bough_responses`, which `migrate` makes, in the transaction of the handler.
 *
 * @example
 * transactional.idempotent({ store: postgresStore({ client: () => transaction.client() }), scope });
 */
export function postgresStore({
  client: clientOf,
  lifetime = 86_400_000,
}: PostgresStoreOptions): IdempotencyStore {
  return {
    lifetime,
    async run({ scope, endpoint, key, fingerprint, call }, execute) {
      const client = await clientOf(call);
      // Held until the transaction ends. Another process that has it is running this very call.
      const [lock] = await rowsOf<{ readonly isFree: boolean }>(
        client,
        `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "isFree"`,
        JSON.stringify([scope, endpoint, key]),
      );
      if (lock?.isFree !== true) {
        return "in-progress";
      }
      const id = [scope, endpoint, key];
      const [kept] = await rowsOf<{ readonly fingerprint: string; readonly response: string }>(
        client,
        `select fingerprint, response from bough_responses
         where scope = $1 and endpoint = $2 and key = $3
           and kept_at > now() - $4::bigint * interval '1 millisecond'`,
        ...id,
        lifetime,
      );
      if (kept !== undefined) {
        const response: StoredResponse = JSON.parse(kept.response);
        return kept.fingerprint === fingerprint ? response : "reused";
      }
      const response = await execute();
      await client.query(
        `insert into bough_responses (scope, endpoint, key, fingerprint, response)
         values ($1, $2, $3, $4, $5)
         on conflict (scope, endpoint, key) do update
         set fingerprint = excluded.fingerprint, response = excluded.response, kept_at = now()`,
        [...id, fingerprint, JSON.stringify(response)],
      );
      await removeExpired(client, lifetime);
      return response;
    },
  };
}

// Two for each new one, so the table does not grow. Rows that another transaction removes are left to it.
async function removeExpired(client: Queryable, lifetime: number): Promise<void> {
  await client.query(
    `delete from bough_responses where (scope, endpoint, key) in (
       select scope, endpoint, key from bough_responses
       where kept_at < now() - $1::bigint * interval '1 millisecond'
       order by kept_at limit 2 for update skip locked)`,
    [lifetime],
  );
}
