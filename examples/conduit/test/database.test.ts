// The database of the application: migrations, transactions, and what users see while PostgreSQL is down, slow,
// or starts again.
import { endpointsOf } from "bough/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Passwords } from "../src/accounts/passwords.ts";
import { api } from "../src/api.ts";
import { Database, DatabaseUnavailable } from "../src/database/database.ts";
import { postgres } from "../src/database/postgres.ts";
import { routeHealth } from "../src/health.ts";
import { addSamples } from "../src/samples.ts";
import { Conduit, emptied } from "./conduit.ts";
import { databases } from "./databases.ts";
import type { Opened } from "./databases.ts";
import { PostgresServer, reasonToSkip } from "./postgres-server.ts";

const LIMIT = 120_000;

for (const { name, skipped, open } of databases) {
  describe.skipIf(skipped !== undefined)(`a database in ${name}`, () => {
    let opened: Opened;
    let database: Database;

    beforeAll(async () => {
      opened = await open();
      ({ database } = opened);
    }, LIMIT);
    afterAll(() => opened.close(), LIMIT);
    beforeEach(() => emptied(database));

    const insert = (username: string): Promise<object[]> =>
      database.query(
        "insert into users (username, username_key, email, email_key, password) values ($1, $1, $1, $1, '')",
        username,
      );
    const names = async (): Promise<string[]> =>
      (await database.query<{ username: string }>("select username from users order by id")).map(
        ({ username }) => username,
      );

    test("gets articles to look at once, if it is empty", async () => {
      const conduit = new Conduit(database);
      const passwords = new Passwords({ N: 16, r: 1, p: 1 });
      await addSamples(database, passwords);
      await addSamples(database, passwords);
      const { articles } = await conduit.client.request(api.articles.list).bodyOrThrow();
      expect(articles.map(({ slug, author }) => [slug, author.username])).toEqual([
        ["a-moth-in-the-relay", "grace"],
        ["notes-on-notes", "ada"],
        ["how-a-loom-counts", "ada"],
      ]);
    });

    test("keeps all statements of a transaction, or none", async () => {
      const run = async (value: string): Promise<string> => {
        await insert(value);
        await insert(`${value} 2`);
        expect(await names()).toContain(`${value} 2`);
        if (value === "broken") throw new Error("broken");
        return value;
      };
      expect(await database.transaction(() => run("kept"))).toBe("kept");
      await expect(database.transaction(() => run("broken"))).rejects.toThrow("broken");
      expect(await names()).toEqual(["kept", "kept 2"]);
    });

    test("is usable after a statement that fails, in a transaction and outside", async () => {
      await insert("ada");
      for (const run of [() => insert("ada"), () => database.transaction(() => insert("ada"))]) {
        await expect(run()).rejects.toMatchObject({
          name: "Taken",
          constraint: expect.stringMatching(/^users_(?:username|email)_taken$/) as string,
        });
      }
      expect(await names()).toEqual(["ada"]);
    });

    test("tells a wrong statement from a database that is down", async () => {
      const wrong = database.query("select nothing from nowhere");
      await expect(wrong).rejects.not.toBeInstanceOf(DatabaseUnavailable);
    });
  });
}

const skipped = reasonToSkip();
describe.skipIf(skipped !== undefined)("a PostgreSQL server", () => {
  let server: PostgresServer;
  let open: Database[] = [];

  beforeEach(async () => {
    server = await PostgresServer.create();
  }, LIMIT);
  afterEach(async () => {
    await Promise.all(open.map((database) => database.close()));
    open = [];
    await server.remove();
  }, LIMIT);

  function connect(limits = { connect: 2_000, statement: 1_000, connections: 4 }): Database {
    const database = new Database(postgres(server.url, limits));
    open.push(database);
    return database;
  }

  /** The statuses of all endpoints that a signed-in user reads, and of the health check. */
  async function statuses(conduit: Conduit, token: string): Promise<number[]> {
    const paths = endpointsOf(api)
      .filter(({ method, template }) => method === "GET" && !template.includes("{"))
      .map(({ template }) => template);
    const answers = await Promise.all(
      [...paths, "/health"].map((path) =>
        conduit.server.fetch(`http://conduit.test${path}`, {
          headers: { authorization: `Token ${token}` },
        }),
      ),
    );
    return [...new Set(answers.map(({ status }) => status))].sort((a, b) => a - b);
  }

  function conduitOf(database: Database): Conduit {
    const conduit = new Conduit(database);
    routeHealth(conduit.server, database);
    return conduit;
  }

  test(
    "gets its tables once from processes that start at the same time",
    { timeout: LIMIT },
    async () => {
      const all = [connect(), connect(), connect()];
      await Promise.all(all.map((database) => database.query("select * from users")));
      const [database] = all as [Database];
      expect(await database.query("select number, name from migrations")).toEqual([
        { number: 1, name: "0001-first.sql" },
        { number: 2, name: "0002-responses.sql" },
        { number: 3, name: "0003-versions.sql" },
        { number: 4, name: "0004-bough-responses.sql" },
      ]);
    },
  );

  test(
    "that is down is 503 with a time to wait, and afterwards everything is as before",
    { timeout: LIMIT },
    async () => {
      const conduit = conduitOf(connect());
      // Down when the process starts.
      server.stop();
      expect(await statuses(conduit, "x")).toEqual([401, 503]);
      server.start();
      const { token } = await conduit.signUp("ada");
      const works = () =>
        expect.poll(() => statuses(conduit, token), { timeout: 20_000 }).toEqual([200, 204]);
      await works();

      // A stop ends connections in an orderly way, a crash does not.
      for (const end of [() => server.stop(), () => server.kill()]) {
        await end();
        expect(await statuses(conduit, token)).toEqual([503]);
        const { status, headers, body } = await conduit.send("GET", "/tags");
        expect([status, headers.get("retry-after"), body]).toEqual([
          503,
          "1",
          { errors: { database: ["is not available"] } },
        ]);
        server.start();
        await works();
      }
      expect(conduit.errors).toEqual([]);
    },
  );

  test("that waits too long for a lock is 503", { timeout: LIMIT }, async () => {
    const patient = conduitOf(connect({ connect: 20_000, statement: 60_000, connections: 2 }));
    const { token } = await patient.signUp("ada");
    const conduit = conduitOf(connect({ connect: 500, statement: 300, connections: 2 }));
    const authorization = { authorization: `Token ${token}` };
    const article = { title: "t", description: "d", body: "b" };
    const publish = (to: Conduit) => to.send("POST", "/articles", { article }, authorization);
    const other = connect({ connect: 20_000, statement: 60_000, connections: 1 });
    await other.transaction(async () => {
      await other.query("lock table articles in access exclusive mode");
      // More than there are connections: those that wait for one give up as well.
      const answers = await Promise.all(Array.from({ length: 6 }, () => publish(conduit)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
      const user = () => conduit.send("GET", "/user", undefined, authorization);
      await expect.poll(async () => (await user()).status, { timeout: 20_000 }).toBe(200);
    });
    expect((await publish(patient)).body).toMatchObject({ article: { slug: "t" } });
    const list = await patient.send("GET", "/articles");
    expect(list.body).toMatchObject({ articlesCount: 1 });
    expect(conduit.errors).toEqual([]);
  });

  test("that answers nothing at all is 503", { timeout: LIMIT }, async () => {
    const { token } = await conduitOf(connect()).signUp("ada");
    const conduit = conduitOf(connect({ connect: 500, statement: 300, connections: 2 }));
    // Its times are short for a machine that does other work as well.
    const works = () =>
      expect.poll(() => statuses(conduit, token), { timeout: 20_000 }).toEqual([200, 204]);
    await works();
    server.pause();
    try {
      expect(await statuses(conduit, token)).toEqual([503]);
    } finally {
      server.resume();
    }
    await works();
    expect(conduit.errors).toEqual([]);
  });
});
