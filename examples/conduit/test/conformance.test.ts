// The application keeps its own declaration, with every rule that a server should keep, with both databases.
import { conformance, type CaseReport } from "bough-testing/conformance";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { api } from "../src/api.ts";
import { schemas } from "../src/api.schemas.ts";
import { Conduit, PASSWORD } from "./conduit.ts";
import { databases, type Opened } from "./databases.ts";

const LIMIT = 240_000;

describe.each(databases.map((one) => [one.name, one] as const))(
  "Conduit with %s",
  (_, { skipped, open }) => {
    describe.skipIf(skipped !== undefined)("keeps", () => {
      let opened: Opened;
      let conduit: Conduit;
      beforeAll(async () => {
        opened = await open();
        conduit = new Conduit(opened.database);
      }, LIMIT);
      afterAll(() => opened.close(), LIMIT);
      afterEach(() => expect(conduit.errors).toEqual([]));

      test("its declaration", { timeout: LIMIT }, async () => {
        const [{ token }, bob] = [await conduit.signUp("ada"), await conduit.signUp("bob")];
        const cases = conformance(api, {
          baseUrl: "http://localhost",
          fetch: conduit.server.fetch,
          schemas,
          credentials: { token },
          ids: { username: bob.username },
          given: { "users.login": () => ({ user: { email: bob.email, password: PASSWORD } }) },
          writes: true,
          strict: true,
          runs: 10,
          seed: 1,
        });
        const reports: CaseReport[] = [];
        for (const one of cases) reports.push(await one.run());
        expect(reports.flatMap(({ notGenerated, left }) => [...notGenerated, ...left])).toEqual([]);
        const { unmet, undeclared } = cases.report();
        expect(undeclared).toEqual([]);
        // Failures need another state of the database.
        expect(unmet.filter((label) => / 2\d\d$/.test(label))).toEqual([]);
      });
    });
  },
);
