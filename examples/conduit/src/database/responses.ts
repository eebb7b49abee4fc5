// Responses of calls that can be repeated, kept in the transaction of their handler: key, effect and response commit
// together, so each call acts exactly once. A handler that fails keeps nothing, because nothing happened.
import type { IdempotentRequest, StoredResponse, IdempotencyStore } from "bough/types";
import type { Database } from "./database.ts";

interface Kept {
  readonly fingerprint: string;
  readonly response: StoredResponse;
}

const HOURS = 24;

/** Keeps responses in the database. The handlers of its view run in `database.transaction`. */
export function responses(database: Database): IdempotencyStore {
  return {
    lifetime: HOURS * 3_600_000,
    async run(request, execute) {
      // Held until the transaction ends. Another process that has it is running this very call.
      if (!(await locked(database, request))) return "in-progress";
      const { scope, endpoint, key, fingerprint } = request;
      const kept = await database.first<Kept>(
        `select fingerprint, response from responses
         where scope = $1 and endpoint = $2 and key = $3 and kept_at > now() - make_interval(hours => $4)`,
        scope,
        endpoint,
        key,
        HOURS,
      );
      if (kept !== undefined) return kept.fingerprint === fingerprint ? kept.response : "reused";
      const response = await execute();
      await database.query(
        `insert into responses (scope, endpoint, key, fingerprint, response) values ($1, $2, $3, $4, $5)
         on conflict (scope, endpoint, key) do update
         set fingerprint = excluded.fingerprint, response = excluded.response, kept_at = now()`,
        scope,
        endpoint,
        key,
        fingerprint,
        JSON.stringify(response),
      );
      await removeExpired(database);
      return response;
    },
  };
}

async function locked(database: Database, { scope, endpoint, key }: IdempotentRequest) {
  const row = await database.first<{ readonly isFree: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "isFree"`,
    `${scope} ${endpoint} ${key}`,
  );
  return row?.isFree === true;
}

// Two for each new one, so the table does not grow. Rows that another transaction removes are left to it.
async function removeExpired(database: Database): Promise<void> {
  await database.query(
    `delete from responses where (scope, endpoint, key) in (
       select scope, endpoint, key from responses
       where kept_at < now() - make_interval(hours => $1)
       order by kept_at limit 2 for update skip locked)`,
    HOURS,
  );
}
