// Tells a load balancer whether this process can respond: 204, or 503 while the database does not respond and
// before the process ends.
import { anonymous, failure, get, rootResource } from "bough";
import type { FetchServer } from "bough/types";
import { DatabaseUnavailable } from "./database/database.ts";
import type { Database } from "./database/database.ts";

const NotReady = failure("not-ready", 503);

export const operations = rootResource("health", {
  find: get().security(anonymous).failure(NotReady),
});

export function routeHealth(
  server: FetchServer,
  database: Database,
  isEnding: () => boolean = () => false,
): void {
  server.route(operations.find, async ({ fail }) => {
    if (isEnding()) fail(NotReady);
    try {
      await database.query("select 1");
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      fail(NotReady);
    }
  });
}
