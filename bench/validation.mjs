// Validation of one value: compiled schemas of types, Ajv's generated code, and zod. After `npm run build`:
// `node bench/validation.mjs [rounds]`. Prints nanoseconds and the median of the ratios to Ajv.
import { Ajv2020 } from "ajv/dist/2020.js";
import { build } from "esbuild";
import { z } from "zod";

const rounds = Number(process.argv[2] ?? 9);
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

// Ajv must look at every name as well.
const closed = JSON.parse(JSON.stringify(page), (_name, schema) =>
  schema?.type === "object" ? { ...schema, additionalProperties: false } : schema,
);
const ajv = new Ajv2020({ strict: false }).compile(closed);
const compiled = (answers) =>
  compiledSchema(page, new SchemaCompiler({}, { answers }), {
    strips: false,
    removed: undefined,
  })["~standard"].validate;
const requests = compiled(false);
const responses = compiled(true);
const contestants = {
  ajv: () => ajv(value),
  request: () => requests(value).issues === undefined,
  response: () => responses(value).issues === undefined,
  zod: () => zodPage["~standard"].validate(value).issues === undefined,
};

const COUNT = 500;
const nanoseconds = (run) => {
  const start = performance.now();
  for (let count = 0; count < COUNT; count++) if (!run()) throw new Error("the value was refused");
  return ((performance.now() - start) * 1e6) / COUNT;
};
const median = (list) => list.toSorted((one, other) => one - other)[list.length >> 1];

const seen = [];
for (let round = 0; round <= rounds; round++) {
  const times = Object.fromEntries(
    Object.entries(contestants).map(([name, run]) => [name, nanoseconds(run)]),
  );
  // The first round warms up.
  if (round > 0) seen.push(times);
}
for (const name of Object.keys(contestants)) {
  const ratio = median(seen.map((times) => times[name] / times.ajv));
  console.log(
    `${name}: ${Math.round(median(seen.map((one) => one[name])))} ns, ${ratio.toFixed(2)}`,
  );
}
