// The files of a project that depend on the choices. The others are in template/.
import type { Choices } from "./choices.ts";

/** A project to make. */
export interface Project extends Choices {
  readonly name: string;
  /** The version of all packages of Bough. */
  readonly version: string;
}

// The versions that the tests of Bough run with.
const VERSIONS = {
  "@hono/node-server": "^2.1.8",
  "@tanstack/react-query": "^5.108.0",
  "@types/node": "^20.19.43",
  "@types/react": "^19.3.0",
  "@types/react-dom": "^19.3.0",
  "@vitejs/plugin-react": "^6.3.0",
  hono: "^4.13.19",
  jiti: "^2.7.0",
  react: "^19.3.1",
  "react-dom": "^19.3.1",
  "swagger-ui-dist": "^5.35.0",
  typescript: "^7.0.2",
  valibot: "^1.5.0",
  vite: "^8.3.8",
  zod: "^4.6.7",
};

/** The files by path. */
export function projectFiles(project: Project): Record<string, string> {
  return {
    "package.json": `${JSON.stringify(manifest(project), undefined, 2)}\n`,
    "README.md": readme(project),
    "src/server.ts": server(project),
    "src/main.ts": project.host === "hono" ? HONO_MAIN : NODE_MAIN,
    "src/server.test.ts": serverTest(project),
    ...schemaFiles(project),
  };
}

/** Whether a file of template/ belongs to the project. */
export function isIncluded(path: string, { page }: Choices): boolean {
  return page === "react" || !/^(?:page(?:\/|$)|src\/page\.ts$)/.test(path);
}

function manifest({ name, version, page, validation, host }: Project): object {
  const hasPage = page === "react";
  const range = `^${version}`;
  return {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    scripts: {
      dev: "node --watch-path=src --import jiti/register src/main.ts",
      ...(hasPage ? { "dev:page": "vite page" } : {}),
      test: "node --import jiti/register src/server.test.ts",
      build: hasPage ? "tsc && tsc -p page && vite build page" : "tsc",
      start: "node dist/main.js",
      schemas: "bough schemas src/api.ts",
      contract: "bough contract src/api.ts",
      check: "bough schemas src/api.ts --check && bough contract src/api.ts --check",
    },
    dependencies: {
      ...versionsOf(host === "hono" ? ["@hono/node-server"] : []),
      bough: range,
      "bough-openapi": range,
      ...versionsOf([
        ...(host === "hono" ? (["hono"] as const) : []),
        "swagger-ui-dist",
        ...(validation === "zod" ? (["zod"] as const) : []),
        ...(validation === "valibot" ? (["valibot"] as const) : []),
      ]),
    },
    devDependencies: {
      ...versionsOf([
        ...(hasPage ? (["@tanstack/react-query"] as const) : []),
        "@types/node",
        ...(hasPage ? (["@types/react", "@types/react-dom", "@vitejs/plugin-react"] as const) : []),
      ]),
      "bough-cli": range,
      "bough-diff": range,
      ...(hasPage ? { "bough-query": range } : {}),
      ...versionsOf([
        "jiti",
        ...(hasPage ? (["react", "react-dom"] as const) : []),
        "typescript",
        ...(hasPage ? (["vite"] as const) : []),
      ]),
    },
    engines: { node: ">=20.19" },
  };
}

function versionsOf(names: readonly (keyof typeof VERSIONS)[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, VERSIONS[name]]));
}

function schemaFiles({ validation }: Project): Record<string, string> {
  const text = validation === "zod" ? ZOD : validation === "valibot" ? VALIBOT : undefined;
  return text === undefined ? {} : { "src/schemas.ts": text };
}

const ZOD = `// Only the server loads this file.
import { z } from "zod";

export const NewNoteSchema = z.object({ text: z.string().trim().min(1).max(500) });
`;
const VALIBOT = `// Only the server loads this file.
import * as v from "valibot";

export const NewNoteSchema = v.object({
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
});
`;

function server({ name, page, validation, host }: Project): string {
  const onHono = host === "hono";
  const hasSchema = validation !== "types";
  const hasPage = page === "react";
  const lines = [
    "// The handlers of the API. Importing this file opens no port, so that tests can do it.",
    'import { routeDocs } from "bough-openapi/docs";',
    onHono
      ? 'import { routing } from "bough/hono";'
      : 'import { createServer } from "bough/server";',
    ...(onHono ? ['import { Hono } from "hono";'] : []),
    'import { schemas } from "./api.schemas.ts";',
    'import { api, NoteNotFound, type Note } from "./api.ts";',
    ...(hasPage ? ['import { pageFiles } from "./page.ts";'] : []),
    ...(hasSchema ? ['import { NewNoteSchema } from "./schemas.ts";'] : []),
    "",
    "// A real application has a database. This one forgets its notes when it stops.",
    "const notes = new Map<string, Note>();",
    "",
    ...(onHono
      ? ["export const app = new Hono();", "export const server = routing(app, { schemas });"]
      : ["export const server = createServer({ schemas });"]),
    "",
    "server.route(api.notes.list, ({ parameters }) =>",
    "  [...notes.values()].reverse().slice(0, parameters.limit),",
    ");",
    hasSchema
      ? "server.route(\n  api.notes.create,"
      : "server.route(api.notes.create, ({ body }) => {",
    ...(hasSchema ? ["  ({ body }) => {"] : []),
    ...[
      "const note = { id: crypto.randomUUID(), ...body };",
      "notes.set(note.id, note);",
      "return note;",
    ].map((line) => `${hasSchema ? "    " : "  "}${line}`),
    hasSchema ? "  },\n  { request: NewNoteSchema },\n);" : "});",
    "server.route(",
    "  api.notes.note.find,",
    "  ({ ids, fail }) => notes.get(ids.note) ?? fail(NoteNotFound),",
    ");",
    "server.route(api.notes.note.remove, ({ ids, fail }) => {",
    "  if (!notes.delete(ids.note)) fail(NoteNotFound);",
    "});",
    "",
    `routeDocs(server, api, { path: "docs", info: { title: ${JSON.stringify(name)}, version: "0.1.0" } });`,
    ...(hasPage
      ? [
          "",
          "for (const { endpoint, content } of pageFiles) server.route(endpoint, () => content);",
        ]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

const NODE_MAIN = `// Starts the server: \`npm run dev\`, or \`npm start\` after a build.
import { listen } from "bough/node";
import { server } from "./server.ts";

const { url } = await listen(server, { port: Number(process.env["PORT"] ?? 3000) });
console.log(\`The server is listening on \${url} and documented on \${url}/docs\`);
`;

const HONO_MAIN = `// Starts the server: \`npm run dev\`, or \`npm start\` after a build.
import { serve } from "@hono/node-server";
import { app } from "./server.ts";

const hostname = "127.0.0.1";
serve({ fetch: app.fetch, hostname, port: Number(process.env["PORT"] ?? 3000) }, ({ port }) => {
  const url = \`http://\${hostname}:\${port}\`;
  console.log(\`The server is listening on \${url} and documented on \${url}/docs\`);
});
`;

function serverTest({ host }: Project): string {
  const onHono = host === "hono";
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "bough/client";
import { api, NoteNotFound } from "./api.ts";
import { ${onHono ? "app, server" : "server"} } from "./server.ts";

const client = createClient({${
    onHono
      ? `
  baseUrl: "http://localhost",
  fetch: async (url, init) => app.fetch(new Request(url, init)),
`
      : " fetch: server.fetch "
  }});

test("every endpoint has a handler", () => {
  assert.deepEqual(server.unrouted(api).map(String), []);
});

test("a new note can be found, listed and deleted", async () => {
  const note = await client.request(api.notes.create, { text: "Buy tea" }).bodyOrThrow();
  assert.deepEqual(await client.request(api.notes.note(note.id).find).bodyOrThrow(), note);
  assert.deepEqual(await client.request(api.notes.list).bodyOrThrow(), [note]);
  await client.request(api.notes.note(note.id).remove).bodyOrThrow();
  const result = await client.request(api.notes.note(note.id).find);
  assert.ok(result.failedWith(NoteNotFound));
});

test("a note without a text is rejected", async () => {
  await assert.rejects(async () => client.request(api.notes.create, { text: "" }), { status: 400 });
});
`;
}

function readme({ name, page }: Project): string {
  const rows = [
    ["npm run dev", "starts the server, and again after each change"],
    ...(page === "react" ? [["npm run dev:page", "serves the page, beside `npm run dev`"]] : []),
    ["npm test", "runs the tests in memory"],
    [
      "npm run build",
      page === "react" ? "compiles the server, and builds the page" : "compiles the server",
    ],
    ["npm start", "starts what was built"],
    ["npm run schemas", "reads your types again, after a change of `src/api.ts`"],
    [
      "npm run contract",
      "writes what the API promises to `src/api.contract.json`, to be committed",
    ],
    ["npm run check", "fails if one of these two files isn't up to date, for CI"],
  ].map(([command, text]) => `| \`${command}\` | ${text} |`);
  return `# ${name}

\`\`\`sh
npm install
npm run dev
\`\`\`

The server listens on \`PORT\`, 3000 by default. Its documentation is on <http://127.0.0.1:3000/docs>.

| command | what it does |
|---|---|
${rows.join("\n")}

\`src/api.ts\` declares the API. Change it, and the compiler shows every handler and every call that no longer fits.
`;
}
