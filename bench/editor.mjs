// The speed of an editor with TypeScript 5.9's tsserver: milliseconds to the first completion after opening a
// file of calls, to a completion after a key in that file, after an edit of the file that declares the
// resource, and to the errors of the file after such an edit.
// usage: node bench/editor.mjs [rounds] [contestant,…] [--size 500]
import { readFileSync } from "node:fs";
import { command } from "./runner/command.mjs";
import { TYPES } from "./runner/contestants.mjs";
import { keep, ratiosOf, spreadOf } from "./runner/results.mjs";
import { mapTwice, show } from "./runner/alternate.mjs";
import { TsServer } from "./runner/ts-server.mjs";
import { writeProject } from "./runner/type-project.mjs";

const { names, rounds, base, values, about } = command(TYPES, {
  rounds: 3,
  minNode: () => 0,
  options: { size: { type: "string", default: "500" } },
});
// The place of a contestant's first resource, and the code that a caller types.
const DECLARED = {
  "hand-written": "client.ts",
  "openapi-fetch": "paths.ts",
  elysia: "server/r0.ts",
  hono: "server/r0.ts",
  trpc: "server/r0.ts",
};
const TYPED = {
  bough: "api.r0.",
  "bough-zod": "api.r0.",
  "bough-objects": "api.r0.",
  "bough-zod-objects": "api.r0.",
  "openapi-fetch": "client.",
};
// The expected completion.
const OFFERED = {
  bough: "list",
  "bough-zod": "list",
  "openapi-fetch": "GET",
  hono: "$get",
  elysia: "get",
};

/** Thrown if the expected completion is missing. */
class NoCompletion extends Error {}

async function session(name, folder) {
  const server = new TsServer();
  try {
    return await measured(server, name, folder);
  } finally {
    server.end();
  }
}

async function measured(server, name, folder) {
  const call = `${folder}src/calls/r0.ts`;
  const declaration = `${folder}src/${DECLARED[name] ?? "contract/r0.ts"}`;
  const typed = `  ${TYPED[name] ?? "client.r0."}`;
  const text = readFileSync(call, "utf8").replace(/^ {2}return a1/m, `${typed}\n$&`);
  const at = { line: text.split("\n").indexOf(typed) + 1, offset: typed.length + 1 };
  const completed = async () => {
    const start = performance.now();
    const { body, message } = await server.ask("completionInfo", { file: call, ...at });
    const took = performance.now() - start;
    const entries = body?.entries?.map((entry) => entry.name) ?? [];
    if (!entries.includes(OFFERED[name] ?? "list")) {
      throw new NoCompletion(
        `${name}: completion offers ${message ?? entries.slice(0, 9).join(" ")}`,
      );
    }
    return took;
  };
  const errors = async () => {
    const start = performance.now();
    await server.errorsOf(call);
    return performance.now() - start;
  };
  const insert = (file, newText) => {
    const origin = { line: 1, offset: 1 };
    const textChanges = [{ start: origin, end: origin, newText }];
    server.tell("updateOpen", { changedFiles: [{ fileName: file, textChanges }] });
  };
  const start = performance.now();
  const openFiles = [
    { file: declaration, fileContent: readFileSync(declaration, "utf8") },
    { file: call, fileContent: text },
  ];
  server.tell("updateOpen", { openFiles });
  await completed();
  const first = performance.now() - start;
  await errors();
  insert(call, "\n");
  at.line++;
  const key = await completed();
  insert(declaration, "export type Added = 1\n");
  const edit = await completed();
  insert(declaration, "export type AddedToo = 2\n");
  const refresh = await errors();
  return { first, key, edit, errors: refresh };
}

const folders = {};
for (const name of names) folders[name] = await writeProject(name, Number(values.size));
const seen = {};
// A peer without completion at this size is reported and left out.
const failed = {};
for (let round = 0; round < rounds; round++) {
  for (const name of names.filter((one) => failed[one] === undefined)) {
    try {
      for (const [figure, value] of Object.entries(await session(name, folders[name]))) {
        ((seen[name] ??= {})[figure] ??= []).push(value);
      }
    } catch (error) {
      if (!(error instanceof NoCompletion) || name === base || !TYPES[name].peer) throw error;
      failed[name] = error.message;
      delete seen[name];
      console.error(error.message);
    }
  }
  process.stderr.write(`round ${round + 1} of ${rounds}\n`);
}
const figures = mapTwice(seen, (all, figure) => ({
  ratio: ratiosOf(all, seen[base][figure]),
  cost: spreadOf(all, 0),
}));
show(figures, "ms");
keep("editor", {
  ...about,
  packages: [...about.packages, "typescript-5.9"],
  size: Number(values.size),
  base,
  failed,
  figures,
});
