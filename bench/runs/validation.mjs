// usage: node bench/runs/validation.mjs <contestant>    prints nanoseconds per value, by kind of value
import { Ajv2020 } from "ajv/dist/2020.js";
import { build } from "esbuild";
import { z } from "zod";

const [, , name] = process.argv;

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

async function bough(answers) {
  const contents = `
    export { SchemaCompiler } from "./packages/bough/src/shared/schema/compiled/schema-compiler.ts";
    export { compiledSchema } from "./packages/bough/src/shared/schema/compiled/compiled-schema.ts";`;
  const resolveDir = new URL("../..", import.meta.url).pathname;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    format: "esm",
    write: false,
  });
  const code = Buffer.from(outputFiles[0].text).toString("base64");
  const { SchemaCompiler, compiledSchema } = await import(`data:text/javascript;base64,${code}`);
  const options = { answers, strips: false, removed: undefined };
  const { validate } = compiledSchema(page, new SchemaCompiler({}), options)["~standard"];
  return (given) => validate(given).issues === undefined;
}

const make = {
  ajv() {
    // Ajv must look at every name as well.
    const closed = JSON.parse(JSON.stringify(page), (_name, schema) =>
      schema?.type === "object" ? { ...schema, additionalProperties: false } : schema,
    );
    const accepts = new Ajv2020({ strict: false }).compile(closed);
    return (given) => accepts(given);
  },
  "bough-request": () => bough(false),
  "bough-response": () => bough(true),
  zod: () => (given) => zodPage["~standard"].validate(given).issues === undefined,
};
const accepts = await make[name]();

const COUNT = 500;
const SPANS = 100;

// The fastest tenth of short spans: other work on the machine slows the others down.
function nanoseconds(given) {
  const spans = Array.from({ length: SPANS }, () => {
    const start = performance.now();
    for (let count = 0; count < COUNT; count++) {
      if (!accepts(given)) throw new Error(`${name} refused the value`);
    }
    return ((performance.now() - start) * 1e6) / COUNT;
  });
  return spans.sort((one, other) => one - other)[SPANS / 10];
}

// Ajv refuses undeclared members.
const values = name === "ajv" ? { page: value } : { page: value, more };
const figures = {};
for (const [key, given] of Object.entries(values)) {
  nanoseconds(given);
  figures[key] = nanoseconds(given);
}
console.log(JSON.stringify(figures));
