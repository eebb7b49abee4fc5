// The mock of every example keeps each rule that a server must or should keep.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AnyResource } from "bough";
import { createMock, type Mock } from "bough-testing";
import { conformance, type CaseReport } from "bough-testing/conformance";
import { describe, expect, test } from "vitest";
import { api as cluster } from "../../examples/cluster/api.ts";
import { api as conduit } from "../../examples/conduit/src/api.ts";
import { api as edge } from "../../examples/edge/api.ts";
import { ratesApi } from "../../examples/edge/rates-api.ts";
import { api as express } from "../../examples/express/api.ts";
import { api as fastify } from "../../examples/fastify/api.ts";
import { api as files } from "../../examples/files/api.ts";
import { api as frameworks } from "../../examples/frameworks/api/api.ts";
import { api as hono } from "../../examples/hono/api.ts";
import { api as nest } from "../../examples/nest/api.ts";
import { api as pages } from "../../examples/pages/api/api.ts";
import { users as playground } from "../../examples/playground/api.ts";
import { api as live } from "../../examples/live/api.ts";
import { api as sessions } from "../../examples/sessions/api.ts";
import { api as users } from "../../examples/users/api.ts";
import { isComplete } from "../support/matrix.ts";
import { schemasOfModule } from "../support/module-schemas.ts";

const folder = fileURLToPath(new URL("../../examples/", import.meta.url));

interface Example {
  readonly module: string;
  readonly api: AnyResource;
  /** By the names of the schemes. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly ids?: Readonly<Record<string, string | number>>;
  /** Creates what no POST creates. */
  readonly prepare?: (mock: Mock) => void;
}

const USER = "b1e7c0de-0000-4000-8000-000000000000";

const EXAMPLES: readonly Example[] = [
  { module: "cluster/api.ts", api: cluster },
  { module: "conduit/src/api.ts", api: conduit, credentials: { token: "token-1" } },
  { module: "edge/api.ts", api: edge },
  { module: "edge/rates-api.ts", api: ratesApi },
  { module: "express/api.ts", api: express },
  { module: "fastify/api.ts", api: fastify },
  { module: "files/api.ts", api: files },
  {
    module: "frameworks/api/api.ts",
    api: frameworks,
    ids: { user: USER },
    prepare: (mock) => mock.entities(frameworks.users.user).set([{ id: USER, name: "Ada" }]),
  },
  { module: "hono/api.ts", api: hono },
  { module: "live/api.ts", api: live },
  { module: "nest/api.ts", api: nest, credentials: { "user-token": "token-4" } },
  { module: "pages/api/api.ts", api: pages, credentials: { session: "session-1" } },
  { module: "playground/api.ts", api: playground },
  {
    module: "sessions/api.ts",
    api: sessions,
    credentials: { session: "session-1", "machine-token": "token-2" },
  },
  {
    module: "users/api.ts",
    api: users,
    credentials: { "user-token": "token-3" },
    ids: { user: USER, friend: 1 },
    prepare: (mock) => {
      const email = "ada@example.test";
      mock.entities(users.users.user).set([{ id: USER, name: "Ada", email, role: "member" }]);
      const friends = mock.entities(users.users.user(USER).friends.friend);
      friends.set([{ number: 1, user: USER, name: "Ada" }]);
    },
  },
];

/** Cases that have nothing to send: strings without a bound, and a stream. */
const ANYTHING_IS_VALID = "nothing that it accepts can be invalid";

describe("the mock of each example", () => {
  test("is tested here", () => {
    const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const modules = all.filter((path) =>
      // The applications in pages share one API, and those in frameworks.
      /^(?!.*(?:node_modules|mock)|(?:pages|frameworks)\/(?!api\/)).*\b(?:\w+-)?api\.ts$/.test(
        path,
      ),
    );
    expect(modules.toSorted()).toEqual(EXAMPLES.map(({ module }) => module));
  });

  test.each(EXAMPLES)(
    "keeps $module",
    { timeout: 120_000 },
    async ({ module, api, credentials = {}, ids = {}, prepare }) => {
      const schemas = schemasOfModule(`${folder}${module}`);
      const checks = Object.entries(credentials).map(([name, right]) => [
        name,
        (given: unknown) => (given === right ? { name } : undefined),
      ]);
      const mock = createMock(api, { schemas, credentials: Object.fromEntries(checks) as object });
      prepare?.(mock);
      const cases = conformance(api, {
        baseUrl: "http://localhost",
        fetch: mock.fetch,
        schemas,
        credentials,
        ids,
        writes: true,
        strict: true,
        runs: isComplete ? 20 : 5,
        seed: 1,
      });
      const reports: CaseReport[] = [];
      for (const one of cases) reports.push(await one.run());
      const notGenerated = new Set(reports.flatMap((one) => one.notGenerated));
      notGenerated.delete(ANYTHING_IS_VALID);
      expect([...notGenerated]).toEqual([]);
      expect(cases.report().undeclared).toEqual([]);
    },
  );
});
