// What .ci/run can run beside the checks and the tests of the sources, and when. A step is slow: it starts package
// managers, browsers or programs of others. So it runs only if something that it depends on has changed since the last
// complete run, and always in a complete one.

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} proves What nothing else proves.
 * @property {readonly string[]} changes Files and folders whose change can break it. `*` stands for one name.
 * @property {readonly string[]} [tests] Its test files: a project of vitest with the name of the step.
 * @property {readonly (readonly string[])[]} [commands] What it runs instead, before the tests.
 * @property {Readonly<Record<string, string>>} [alias] Where its tests find packages in another version.
 * @property {readonly string[]} [installs] Folders with dependencies of their own.
 * @property {"fresh"} [when] Before anything is installed.
 */

// A step that uses the packages as a user does sees their public declarations, which are in the API reports.
const PUBLIC = ["packages/*/api", "packages/*/package.json", "packages/*/tsconfig.build.json"];
const BUILD = ["scripts", "package.json", "tsconfig.base.json"];
const CLI = [
  "packages/cli/src",
  "packages/diff/src",
  "packages/import/src",
  "packages/bough/src/contract",
  "packages/openapi/src",
];

/** @type {readonly Step[]} */
export const steps = [
  {
    name: "start",
    proves: "`npm start` on an empty machine",
    commands: [["npm", "start", "--", "--once"]],
    changes: [...BUILD, "examples/users"],
    when: "fresh",
  },
  {
    name: "site",
    proves: "the pages build, and hold in a browser",
    commands: [
      ["npm", "run", "site"],
      ["npm", "run", "site:check"],
    ],
    changes: [
      "docs",
      "site",
      "README.md",
      "CHANGELOG.md",
      "packages/*/README.md",
      "packages/*/skills",
    ],
  },
  {
    name: "applications",
    proves: "the applications of examples/pages build and work in a browser",
    commands: [["npm", "run", "pages"]],
    changes: [
      ...BUILD,
      "examples/pages",
      "packages/bough/src/serve/in-process",
      "packages/query/src",
      "test/pages",
    ],
  },
  {
    name: "pages",
    proves: "the code of the pages compiles, and the tour in README.md runs",
    tests: ["test/docs.test.ts"],
    changes: ["docs", "site", "*.md", "packages/*/README.md", "packages/*/skills", ...PUBLIC],
  },
  {
    name: "packed",
    proves: "the packed packages, with each compiler that users have",
    tests: [
      "test/{cli-kept-schemas,consumers,declaration-emit,linters,package,packages,releasing,wire}.test.ts",
      "packages/cli/src/schemas/{served,watch}.test.ts",
    ],
    changes: [...BUILD, ...PUBLIC, "test/consumers", "test/wire", "packages/cli/src/schemas"],
  },
  {
    name: "projects",
    proves: "the tutorial, and the projects that `npm create bough` makes",
    tests: ["test/{create,tutorial}.test.ts"],
    changes: [...BUILD, ...PUBLIC, "docs/tutorial", "packages/create", "packages/cli/src/run.ts"],
  },
  {
    name: "documents",
    proves: "OpenAPI documents of others, and clients that others generate",
    tests: ["test/real-apis/**/*.test.ts", "test/openapi/**/*.test.ts"],
    installs: ["test/real-apis", "test/generators"],
    changes: [
      ...CLI,
      "packages/bough/src/declare/parameter",
      "packages/testing/src/values",
      "test/generators",
      "test/openapi",
      "test/real-apis",
    ],
  },
  {
    name: "architecture",
    proves: "the tables of ARCHITECTURE.md, followed in a copy",
    tests: ["test/architecture.test.ts"],
    changes: [
      "ARCHITECTURE.md",
      "packages/bough/src/bodies",
      "packages/bough/src/contract",
      "packages/bough/src/declare",
      "packages/bough/src/facts",
      "packages/openapi/src/document",
    ],
  },
  {
    name: "runtimes",
    proves: "Bun, Deno, workerd and each Node",
    tests: ["test/runtimes/**/*.test.ts"],
    installs: ["test/runtimes/programs"],
    changes: [
      "packages/bough/src/hosts",
      "packages/bough/src/serve/exchange",
      "packages/bough/src/shared/codec",
      "test/http",
      "test/runtimes",
    ],
  },
  {
    name: "nest",
    proves: "NestJS 11, and an application of it that its compiler has built",
    tests: ["test/nest/*.test.ts", "packages/nest/src/*.test.ts"],
    alias: { "@nestjs": "test/nest/node_modules/@nestjs" },
    installs: ["test/nest"],
    changes: [
      "packages/nest",
      "packages/bough/src/hosts/express",
      "packages/bough/src/hosts/fastify",
      "test/nest",
    ],
  },
  {
    name: "frameworks",
    proves: "the frameworks of docs/guide/other-frameworks.md, each as an application",
    tests: ["test/frameworks/*.test.ts"],
    installs: ["test/runtimes/programs"],
    changes: [
      "docs/guide/other-frameworks.md",
      "examples/frameworks",
      "packages/bough/src/hosts/node",
      "scripts/pages.mjs",
      "test/frameworks",
    ],
  },
  {
    name: "examples",
    proves: "the examples as whole applications, with nginx, PostgreSQL and a browser",
    tests: ["test/examples-*.test.ts", "examples/conduit/test/*.test.ts"],
    installs: ["test/runtimes/programs"],
    changes: [
      "examples",
      "docs/guide/idempotency.md",
      "docs/guide/middleware.md",
      "docs/guide/tanstack-query.md",
      "packages/bough/src/hosts",
      "packages/bough/src/facts/idempotency",
      "packages/bough/src/serve/routing",
      "packages/query/src",
    ],
  },
  {
    name: "engines",
    proves: "topics and stores on PostgreSQL, PgBouncer and Redis, whose processes are killed",
    tests: ["test/engines/**/*.test.ts"],
    changes: [
      "packages/bough/src/serve/topics",
      "packages/postgres/src",
      "packages/redis/src",
      "test/engines",
    ],
  },
  {
    name: "conformance",
    proves: "servers with seeded faults, and the protocol of MCP with its own client",
    tests: ["test/conformance/**/*.test.ts", "test/mcp/**/*.test.ts"],
    installs: ["test/mcp"],
    changes: ["packages/testing/src", "packages/mcp/src", "test/conformance", "test/mcp"],
  },
];

/** A change of these can break any step: the list itself, what is installed, and how tests run. */
const EVERYTHING = [".ci", "package-lock.json", ".npmrc", "vitest.config.ts", "test/support"];
/** What the complete run writes is no change. */
export const LAST = ".ci/last-complete-run";

/**
 * The steps that a run has, each with the reason, and the others.
 * @param {readonly string[] | undefined} changed The files that differ from the last complete run; `undefined` if
 * nobody knows.
 */
export function selected(changed, { isComplete = false } = {}) {
  if (isComplete) return all("everything was asked for");
  if (changed === undefined) return all("no complete run is known");
  const files = changed.filter((file) => file !== LAST);
  const shared = files.find((file) => matches(EVERYTHING, file));
  if (shared !== undefined) return all(`${shared} has changed`);
  return steps.map((step) => {
    const file = files.find((one) => matches(step.changes, one));
    return { step, runs: file !== undefined, because: file ?? "nothing that it depends on" };
  });
}

/** The jobs that a run has besides the steps. */
export const JOBS = ["checks", "tests"];

/**
 * The steps among the named jobs.
 * @param {readonly string[]} jobs
 */
export function only(jobs) {
  const known = [...JOBS, ...steps.map(({ name }) => name)];
  const unknown = jobs.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`unknown: ${unknown.join(", ")}. Choose from ${known.join(", ")}`);
  }
  return steps.map((step) => ({ step, runs: jobs.includes(step.name), because: "--only" }));
}

function all(because) {
  return steps.map((step) => ({ step, runs: true, because }));
}

function matches(patterns, file) {
  return patterns.some((pattern) => {
    const names = pattern.split("/");
    const path = file.split("/");
    return names.every((name, at) => at < path.length && isName(name, path[at]));
  });
}

function isName(pattern, name) {
  const [before, after] = pattern.split("*");
  if (after === undefined) return pattern === name;
  return (
    name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after)
  );
}
