// Calls with idempotency keys: articles and comments are created once, however often a call comes, and a call that
// failed may be repeated.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../src/database/database.ts";
import { Conduit, emptied } from "./conduit.ts";
import type { Person } from "./conduit.ts";
import { databases } from "./databases.ts";
import type { Opened } from "./databases.ts";

const LIMIT = 120_000;
const article = { title: "A title", description: "d", body: "b" };

for (const { name, skipped, open } of databases) {
  describe.skipIf(skipped !== undefined)(`a call that is repeated, with ${name}`, () => {
    let opened: Opened;
    let database: Database;
    let conduit: Conduit;
    let ada: Person;

    beforeAll(async () => {
      opened = await open();
      ({ database } = opened);
    }, LIMIT);
    afterAll(() => opened.close(), LIMIT);
    beforeEach(async () => {
      await emptied(database);
      conduit = new Conduit(database);
      ada = await conduit.signUp("ada");
    });
    afterEach(() => expect(conduit.errors).toEqual([]));

    const post = (path: string, body: unknown, key: string | undefined, person = ada) =>
      conduit.send("POST", path, body, {
        authorization: `Token ${person.token}`,
        ...(key !== undefined && { "idempotency-key": key }),
      });
    const told = ({ headers }: { headers: Headers }) => headers.get("idempotency-status");
    const count = async (table: string): Promise<number> =>
      (await database.query(`select 1 from ${table}`)).length;

    test("creates one article, and gets the same response", async () => {
      const first = await post("/articles", { article }, "a");
      expect([first.status, told(first)]).toEqual([201, "stored"]);
      const again = await post("/articles", { article }, "a");
      expect([again.status, told(again), again.body]).toEqual([201, "replayed", first.body]);
      expect([await count("articles"), await count("bough_responses")]).toEqual([1, 1]);
    });

    test("creates one article, if its calls come at the same time", async () => {
      const all = await Promise.all(
        Array.from({ length: 8 }, () => post("/articles", { article }, "a")),
      );
      expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
      const first = all.filter((one) => told(one) === "stored");
      const others = all.filter((one) => told(one) === "replayed");
      expect([first.length, others.length]).toEqual([1, 7]);
      expect(await count("articles")).toBe(1);
    });

    test("belongs to its user, and to its request", async () => {
      const bob = await conduit.signUp("bob");
      await post("/articles", { article }, "a");
      expect(told(await post("/articles", { article }, "a", bob))).toBe("stored");
      const other = await post("/articles", { article: { ...article, body: "c" } }, "a");
      expect([other.status, told(other)]).toEqual([422, "reused"]);
      expect(await count("articles")).toBe(2);
    });

    test("runs again after a failure, because nothing was written", async () => {
      const comment = { comment: { body: "c" } };
      const missing = await post("/articles/a-title/comments", comment, "a");
      expect(missing.status).toBe(404);
      expect(await count("bough_responses")).toBe(0);
      await post("/articles", { article }, undefined);
      const made = await post("/articles/a-title/comments", comment, "a");
      expect([made.status, told(made)]).toEqual([201, "stored"]);
      expect(await count("comments")).toBe(1);
    });

    test("runs every time without a key", async () => {
      for (const status of [201, 201]) {
        const made = await post("/articles", { article }, undefined);
        expect([made.status, told(made)]).toEqual([status, null]);
      }
      expect([await count("articles"), await count("bough_responses")]).toEqual([2, 0]);
    });

    test("is forgotten after a day, and its row is removed", async () => {
      await post("/articles", { article }, "a");
      await post("/articles", { article }, "b");
      await database.query("update bough_responses set kept_at = now() - interval '25 hours'");
      expect(told(await post("/articles", { article }, "a"))).toBe("stored");
      expect(await count("bough_responses")).toBe(1);
    });
  });
}
