import { PGlite } from "@electric-sql/pglite";
import { describeTopic } from "../../../test/support/topic-rows.ts";
import { migrate, postgresTopic } from "bough-postgres";

describeTopic("postgresTopic on PGlite", async () => {
  const pool = await PGlite.create();
  await migrate(pool);
  return {
    topic: (name, options) => postgresTopic({ pool, name, ...options }),
    close: async () => pool.close(),
  };
});
