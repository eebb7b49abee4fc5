// Nanoseconds to validate a page of twenty users in one process: by the schemas of `bough schemas`, by Ajv's
// generated code, and by zod. `more` is the page with two undeclared members in each user, which Bough and zod
// leave out. Then the cold start of a server by types alone, with and without `schemas`.
// usage: node bench/validation.mjs [rounds] [contestant,…] [--starts 15]
import { Ajv2020 } from "ajv/dist/2020.js";
import { build } from "esbuild";
import { z } from "zod";
import { alternate, costs, show } from "./runner/alternate.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { keep } from "./runner/results.mjs";

const known = {
  ajv: {
    packages: ["ajv"],
    does: "generated code",
    leavesOut: "undeclared members: it refuses them",
  },
  "bough-request": { does: "`createServer({ schemas })`, a request", leavesOut: "nothing" },
  "bough-response": {
    does: "the same, a response as `JSON.stringify` sees it",
    leavesOut: "nothing",
  },
  zod: { packages: ["zod"], does: "generated code; a copy of each value", leavesOut: "nothing" },
};
const { names, rounds, base, node, values, about } = command(known, {
  rounds: 60,
  options: { starts: { type: "string", default: "15" } },
});
requireTools(values, "taskset");
const source = `
export { SchemaCompiler } from "./packages/bough/src/schema/compiled/schema-compiler.ts";
export { compiledSchema } from "./packages/bough/src/schema/compiled/compiled-schema.ts";`;
const { outputFiles } = await build({
  stdin: { contents: source, resolveDir: new URL("..", import.meta.url).pathname },
  bundle: true,
  format: "esm",
  write: false,
});
const code = `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`;
const { SchemaCompiler, compiledSchema } = await import(code);

const text = { type: "string" };
const user = {
  type: "object",
  properties: {
    id: text,
    name: text,
    email: text,
    age: { type: "number" },
    role: { type: "string", enum: ["admin", "user"] },
    tags: { type: "array", items: text },
    address: {
      type: "object",
      properties: { street: text, city: text },
      required: ["street", "city"],
    },
  },
  required: ["id", "name", "email", "age", "role", "tags", "address"],
};
const page = {
  type: "object",
  properties: { items: { type: "array", items: user }, total: { type: "number" } },
  required: ["items", "total"],
};
const zodPage = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      age: z.number(),
      role: z.enum(["admin", "user"]),
      tags: z.array(z.string()),
      address: z.object({ street: z.string(), city: z.string() }),
    }),
  ),
  total: z.number(),
});
const value = JSON.parse(
  JSON.stringify({
    total: 20,
    items: Array.from({ length: 20 }, (_, n) => ({
      id: `id-${n}`,
      name: "Ada Lovelace",
      email: "ada@example.test",
      age: 36,
      role: n % 2 === 0 ? "admin" : "user",
      tags: ["a", "b", "c"],
      address: { street: "Main Street 1", city: "London" },
    })),
  }),
);

const more = {
  ...value,
  items: value.items.map(({ id, ...user }) => ({ id, hash: "secret", ...user, row: 1 })),
};

// Ajv must look at every name as well.
const closed = JSON.parse(JSON.stringify(page), (_name, schema) =>
  schema?.type === "object" ? { ...schema, additionalProperties: false } : schema,
);
const ajv = new Ajv2020({ strict: false }).compile(closed);
const compiled = (answers) =>
  compiledSchema(page, new SchemaCompiler({}), {
    answers,
    strips: false,
    removed: undefined,
  })["~standard"].validate;
const requests = compiled(false);
const responses = compiled(true);
const accepts = {
  ajv: (given) => ajv(given),
  "bough-request": (given) => requests(given).issues === undefined,
  "bough-response": (given) => responses(given).issues === undefined,
  zod: (given) => zodPage["~standard"].validate(given).issues === undefined,
};

// Few values in a row, so that other work on the machine meets all contestants alike.
const COUNT = 500;
const nanoseconds = (accept, given) => {
  const start = performance.now();
  for (let count = 0; count < COUNT; count++) {
    if (!accept(given)) throw new Error("the value was refused");
  }
  return ((performance.now() - start) * 1e6) / COUNT;
};

/** All times by contestant, as `alternate` gives them. The first rounds warm up. */
function measured(contestants, given) {
  const seen = Object.fromEntries(contestants.map((name) => [name, { page: [] }]));
  for (let round = -10; round < rounds; round++) {
    for (const name of contestants) {
      const time = nanoseconds(accepts[name], given);
      if (round >= 0) seen[name].page.push(time);
    }
  }
  return seen;
}

const figures = costs(measured(names, value), base, 0);
const strip = names.filter((name) => name !== "ajv");
const stripped = costs(measured(strip, more), strip.at(-1), 0);
for (const name of strip) figures[name].more = stripped[name].page;
show(figures, "ns");

const starts = Number(values.starts);
const seen = alternate("cold-schemas", { names: ["types", "schemas"], rounds: starts, node });
const cold = costs(seen, "types");
show(cold, "ms");
keep("validation", { ...about, base, figures, cold });
