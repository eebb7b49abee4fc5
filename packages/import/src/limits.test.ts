// Documents that could exhaust the importer, or whose declaration would not compile.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { compiledFiles } from "../../../test/support/compiled-files.ts";
import { declarationsOf } from "./print/declarations.ts";
import { modulesOf } from "./print/modules.ts";
import { readDocument, type ReadDocument, type ReadOptions } from "./read-document.ts";
import { writeFiles } from "./write-files.ts";

const folder = fileURLToPath(new URL("limits/", import.meta.url));
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const get = (more: object = {}, schema: object = {}) => ({
  get: { ...more, responses: { 200: { description: "", ...json(schema) } } },
});
const query = (one: object) => ({ parameters: [{ in: "query", name: "q", ...one }] });

/** What `bough import` asks for. */
const COMMAND = { typed: true, verified: true, errorFormats: true };

function readPaths(paths: object, schemas: object = {}, options: ReadOptions = {}): ReadDocument {
  return readDocument({ openapi: "3.1.0", paths, components: { schemas } }, options);
}

/** A value in lists, this many deep. */
function nested(depth: number, value: object, wrap: (inner: object) => object): object {
  let all = value;
  for (let count = 0; count < depth; count++) all = wrap(all);
  return all;
}

const arrays = nested(5_000, { type: "string" }, (items) => ({ type: "array", items }));

describe("a declaration compiles", () => {
  const cases: readonly (readonly [name: string, paths: object])[] = [
    ["ids that are words of the language", { "/p/{default}-{class}": get() }],
    ["ids that are names of the printed code", { "/p/{text}-{issue}-{ids}-{parameter}": get() }],
    ["ids that are alike in one segment", { "/p/{a-b}.{a_b}.{aB}": get() }],
    ["a line break between ids", { "/p/{a}\n{b}": get(), "/p/{a}%0A{b}": get(), "/x": get() }],
    [
      "numbers that are not digits in names",
      { "/x²/½/{①}": get({ operationId: "½①" }, { title: "²" }), "/²/{x½}-{²}": get() },
    ],
    [
      "an infinite number in an enum",
      {
        "/x": get(query({ schema: { enum: [Infinity, 1] } }), { enum: [Infinity, -Infinity, "a"] }),
        "/y": get(query({ schema: { type: "number", default: Infinity } }), { const: Infinity }),
      },
    ],
    [
      "a default of another type",
      {
        "/x": get(query(json({ type: "object", properties: { a: {} }, default: { b: 1 } }))),
        "/y": get(query(json({ type: "array", items: { type: "string" }, default: [1] }))),
        "/z": get(query({ schema: { type: "integer", default: "1; hit()" } })),
      },
    ],
    ["arrays that are nested thousands deep", { "/x": get(query({ schema: arrays }), arrays) }],
    ["a path of 30 segments", { [`/{x}${"/a".repeat(29)}`]: get() }],
  ];
  let errors: readonly string[];

  beforeAll(() => {
    const sources = cases.flatMap(([, paths], index) =>
      [...modulesOf(declarationsOf(readPaths(paths), { docs: true, bounds: true }))].map(
        ([name, text]): [string, string] => [`${folder}${index}/${name}`, text],
      ),
    );
    ({ errors } = compiledFiles(new Map(sources), folder));
  });

  test.each(cases)("that has %s", (name, paths) => {
    expect(readPaths(paths).contract.endpoints.length).toBeGreaterThan(0);
    const own = `${folder}${cases.findIndex(([other]) => other === name)}/`;
    expect(errors.filter((error) => error.startsWith(own))).toEqual([]);
  });
});

test("a default that fits a type of JSON is kept, others are reported", () => {
  const schema = {
    type: "object",
    properties: { a: { type: "array", items: { type: "integer" } }, b: { enum: ["x", 1] } },
    required: ["b"],
  };
  const defaults = [{ b: 1 }, { a: [1], b: "x" }, { a: ["1"], b: 1 }, { b: 2 }, {}, [], "x"];
  const paths = Object.fromEntries(
    defaults.map((one, index) => [`/p/x${index}`, get(query(json({ ...schema, default: one })))]),
  );
  const { contract, findings } = readPaths(paths);
  expect(contract.endpoints.map(({ query: [one] = [] }) => one?.default)).toEqual([
    '{"b":1}',
    '{"a":[1],"b":"x"}',
    ...Array.from({ length: 5 }, () => undefined),
  ]);
  expect(findings.map(({ message }) => message)).toEqual(
    defaults
      .slice(2)
      .map((one) => `its default ${JSON.stringify(one)} may not fit its type, and is left out`),
  );
});

describe("the operation is skipped, with its place,", () => {
  test.each<readonly [name: string, path: string, schema: object, told: string]>([
    [
      "if a parameter is an alternative of itself",
      "/x",
      { anyOf: [{ type: "string" }, { $ref: "#/components/schemas/Own" }] },
      "/components/schemas/Own",
    ],
    [
      "if a parameter is an element of its alternatives",
      "/x",
      {
        anyOf: [
          { type: "string" },
          { type: ["array", "null"], items: { type: "string" } },
          {
            oneOf: [{ $ref: "#/components/schemas/Own" }],
          },
        ],
      },
      "/components/schemas/Own",
    ],
    [
      "if a segment is longer than the name of a file",
      `/${"a".repeat(300)}`,
      {},
      `/paths/~1${"a".repeat(300)}/get`,
    ],
    [
      "if a segment is too long in UTF-8",
      `/${"é".repeat(150)}`,
      {},
      `/paths/~1${"é".repeat(150)}/get`,
    ],
    [
      "if it has thousands of segments",
      "/a".repeat(5_000),
      {},
      `/paths/${"~1a".repeat(5_000)}/get`,
    ],
  ])("%s", (_, path, Own, pointer) => {
    const schema = { $ref: "#/components/schemas/Own" };
    const read = readPaths({ [path]: get(query({ schema })), "/other": get() }, { Own });
    expect(read.contract.endpoints.map(({ template }) => template)).toEqual(["/other"]);
    expect(read.findings).toMatchObject([
      { result: "skipped", cause: "document", operation: `GET ${path}`, pointer },
    ]);
  });
});

test("alternatives that are alternatives of each other are read", () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas = {
    Own: { anyOf: [ref("Own"), { type: "string", minLength: 1 }] },
    One: { oneOf: [ref("Other"), { type: "string" }] },
    Other: { oneOf: [ref("One"), { type: "number", minimum: 1 }] },
  };
  const paths = { "/own": get({}, ref("Own")), "/one": get({}, ref("One")) };
  const read = readPaths(paths, schemas, COMMAND);
  expect(read.contract.endpoints).toHaveLength(2);
  expect(() => modulesOf(declarationsOf(read, { tags: true }))).not.toThrow();
});

describe("alternatives that double on each of 60 levels", () => {
  const ref = (level: number) => ({ $ref: `#/components/schemas/L${level}` });
  const first = ref(0);
  test.each<readonly [name: string, operation: object, keyword: string]>([
    ["of a parameter", get(query({ schema: first })).get, "anyOf"],
    ["of a parameter, in parts", get(query({ schema: first })).get, "allOf"],
    ["of a response", get({}, first).get, "oneOf"],
    ["of a response, in parts", get({}, { ...first, required: ["a"] }).get, "allOf"],
    [
      "of a form",
      {
        requestBody: { content: { "application/x-www-form-urlencoded": { schema: first } } },
        ...get().get,
      },
      "anyOf",
    ],
  ])("%s, are read and printed once each", (_, post, keyword) => {
    const schemas = Object.fromEntries(
      Array.from({ length: 60 }, (__, level) => [
        `L${level}`,
        level === 59
          ? { type: "string" }
          : { [keyword]: [ref(level + 1), { [keyword]: [ref(level + 1)] }] },
      ]),
    );
    const read = readPaths({ "/x": { post } }, schemas, COMMAND);
    const texts = [...modulesOf(declarationsOf(read, { tags: true })).values()];
    expect(texts.join("").length).toBeLessThan(10_000);
  });
});

describe("writing files", () => {
  test("writes none if one cannot be written", () => {
    const out = join(mkdtempSync(join(tmpdir(), "bough-import-")), "api");
    const files = new Map([
      ["a.ts", ""],
      [`${"b".repeat(300)}.ts`, ""],
    ]);
    try {
      expect(() => writeFiles(out, files, {})).toThrow(/ENAMETOOLONG/);
      expect(existsSync(out)).toBe(false);
      mkdirSync(out);
      expect(() => writeFiles(out, files, {})).toThrow(/ENAMETOOLONG/);
      expect(readdirSync(out)).toEqual([]);
    } finally {
      rmSync(join(out, ".."), { recursive: true });
    }
  });
});
