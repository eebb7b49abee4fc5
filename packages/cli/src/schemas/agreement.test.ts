// The compiler and a validator of JSON Schema must agree about every value: what can be assigned to a type is what
// the extracted schema accepts.
import { Ajv2020 } from "ajv/dist/2020.js";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extractedFrom, makeProject, type Project } from "../../../../test/support/extracted.ts";
import { isComplete } from "../../../../test/support/matrix.ts";
import { RandomValues } from "../../../../test/support/random-values.ts";
import { configOf } from "./config.ts";
import { programOf } from "./project.ts";

const VALUES = isComplete ? 2_000 : 300;

/** Types by what is hard about them. `T` is the type under test. */
const fixtures: Readonly<Record<string, string>> = {
  "optional members": "interface T { a: string; b?: number; c?: boolean | null }",
  "nested objects": "interface T { a: { b: { c: string[] }; d?: { e: number } } }",
  literals: 'interface T { a: "x" | "y" | 1 | true | null; b: 2 | 3; c: false }',
  "fifty members": `interface T { a: ${Array.from({ length: 50 }, (_, n) => `"m${n}"`).join(" | ")} }`,
  "fifty objects": `type T = ${Array.from({ length: 50 }, (_, n) => `{ k: ${n}; v${n}: string }`).join(" | ")}`,
  "a discriminated union":
    'type T = { kind: "a"; a: number } | { kind: "b"; b: string; c?: T } | { kind: "c" }',
  "a recursive interface": "interface T { value: number; children: T[]; parent?: T | null }",
  "mutual recursion": "interface T { a: U | null } interface U { b: T[] }",
  "a recursive generic":
    "interface Tree<V> { value: V; left: Tree<V> | null; right?: Tree<V> } type T = Tree<string>",
  "a recursive alias": "type T = string | number | T[] | { [key: string]: T }",
  "recursion without a name": "type T = { a: { b: T | null }[] }",
  "a mapped recursion":
    "type Deep<V> = { readonly [K in keyof V]?: Deep<V[K]> } interface N { a: string; n: N | null } type T = { d: Deep<N>; x: 1 }",
  "index signatures": "interface T { a: number; [key: string]: number | string }",
  "a numeric index": "interface T { [key: number]: string; name: string }",
  "a template index": "interface T { [key: `data-${string}`]: number; id: string }",
  "two indexes": "interface T { [key: string]: string | number; [key: `n-${string}`]: number }",
  "Record of texts": 'type T = Record<"b" | "a", { x: number }>',
  "Record of strings": "type T = Record<string, { x: number; y?: string }>",
  "an intersection":
    "interface A { a: string; c: string | number } interface B { b: number; c: number } type T = A & B",
  "an intersection with an index": "type T = { a: number } & { [key: string]: number | string }",
  "an intersection with a contrary index":
    "type T = { a?: string; b?: 1 } & { [key: string]: number }",
  "an intersection of unions":
    'type T = ({ a: 1 } | { a: 2; x: string }) & ({ b: "p" } | { b: "q" })',
  "Partial, with a member":
    "interface A { a: string; b: number } type T = Partial<A> & { c: boolean }",
  Required: "interface A { a?: string; b?: number | null } type T = Required<A>",
  Pick: 'interface A { a: string; b: number; c: boolean } type T = Pick<A, "c" | "a">',
  Omit: 'interface A { a: string; b: number; c?: boolean } type T = Omit<A, "a">',
  "Readonly lists":
    "interface T { readonly a: readonly string[]; readonly b: ReadonlyArray<readonly [number]> }",
  "a mapped type with new keys":
    "interface A { a: string; b: number } type T = { [K in keyof A as `get_${K}`]: A[K] }",
  "a conditional type":
    'type Kind<V> = V extends string ? { s: V } : { n: V } type T = Kind<"a" | 1 | "b">',
  "Exclude and Extract":
    'type All = "a" | "b" | 1 | 2; interface T { a: Exclude<All, "a">; b: Extract<All, string>; c: NonNullable<string | null> }',
  tuples: 'interface T { a: [string, number]; b: [1, "x"?]; c: [] }',
  "a tuple with a rest": "interface T { a: [string, ...number[]]; b: [boolean?, ...string[]] }",
  "named tuples": "type T = readonly [x: number, y: number, label?: string]",
  enums:
    'enum Role { Admin = "admin", User = "user" } enum Level { Low, High = 5 } interface T { role: `${Role}`; level: 0 | 5 | null }',
  "template literals":
    "interface T { a: `id-${number}`; b: `${string}@${string}.x`; c: `v${1 | 2}.${number}`; d: `${string}-${string}` }",
  "templates without a text between":
    "interface T { a: `${string}${number}`; b: `x${string}`; c?: `${number}${number}` }",
  "generics with defaults":
    "interface Page<V = string, M extends object = { n: number }> { items: V[]; meta: M } interface T { a: Page; b: Page<number>; c: Page<Page, { z?: string }> }",
  "a generic alias of a union":
    "type Result<V> = { ok: true; value: V } | { ok: false; error: string } interface T { a: Result<number>; b: Result<string[]> | null }",
  "object and null": "interface T { a: object; b: null; c: {} }",
  "any JSON in lists": "interface T { a: unknown[]; b: Record<string, unknown> }",
  "lists of unions": 'interface T { a: (string | number | null)[]; b: Array<"x" | { y: 1 }> }',
  "odd names":
    'interface T { "a-b": string; " ": number; "a/b~c": boolean; toString?: string; constructor?: number; "1": null }',
  "inherited members":
    "interface A { a: string; b: string | number } interface T extends A { b: number; c?: null }",
  "indexed access":
    "interface A { list: { x: number }[]; o?: { p: string } } interface T { a: A['list'][number]; b: NonNullable<A['o']> }",
  "a union of lists and objects": "type T = string[] | { list: string[] } | { a: [number] } | 5",
  "a class of data": "class T { a = 1; b: string | null = null; c?: number }",
  never: "interface T { a?: never; b: string } ",
};

const names = Object.keys(fixtures);
let project: Project;
let validator: Ajv2020;
let schemas: readonly object[];
let values: readonly (readonly unknown[])[];
let program: ts.Program;

beforeAll(() => {
  project = makeProject({});
  const sources = names.map((name, index) => [`t${index}.ts`, exportedT(fixtures[name] ?? "")]);
  project.write({
    ...Object.fromEntries(sources),
    "api.ts": [
      'import { post, rootResource, type } from "bough";',
      ...names.map((_, index) => `import type { T as T${index} } from "./t${index}.ts";`),
      "export const api = rootResource({",
      ...names.map(
        (_, index) =>
          `  x${index}: post("x${index}").request(type<T${index}>({ unchecked: true })),`,
      ),
      "});",
    ].join("\n"),
  });
  const { schemas: found, errors, warnings } = extractedFrom(project);
  expect(errors).toEqual([]);
  expect(warnings).toEqual([expect.stringContaining("/c: has the type {}, which keeps every")]);
  validator = new Ajv2020({ strict: false });
  validator.addSchema({ $id: "file:", components: { schemas: found.components } });
  schemas = names.map((_, index) => {
    const body = found.endpoints[`POST /x${index}`]?.request?.["application/json"];
    return JSON.parse(JSON.stringify(body?.schema).replaceAll('"#/', '"file:#/')) as object;
  });
  values = schemas.map((schema, index) =>
    new RandomValues(validator, index).of({ ...schema }, VALUES),
  );
  const files = values.map((list, index) => [`values${index}.ts`, assignments(list, index)]);
  const imports = files.map(([name]) => `import "./${name}";`).join("\n");
  project.write({ ...Object.fromEntries(files), "values.ts": imports });
  const file = join(project.folder, "values.ts");
  program = programOf(file, configOf(file, undefined));
}, 240_000);

afterAll(() => {
  project.remove();
});

function exportedT(source: string): string {
  const lines = source.replace(/\s+(?=(?:interface|type|enum) [A-Z])/g, "\n");
  return lines.replace(/\b(interface|class|type) T\b/, "export $1 T");
}

function assignments(list: readonly unknown[], index: number): string {
  const lines = list.map(
    (value, n) => `declare const v${n}: ${typeText(value)}; export const w${n}: T = v${n};`,
  );
  return [`import type { T } from "./t${index}.ts";`, ...lines].join("\n");
}

describe("the compiler and Ajv agree", { timeout: 240_000 }, () => {
  test.each(names.map((name, index) => [name, index] as const))("%s", (_name, index) => {
    const refused = refusedLines(join(project.folder, `values${index}.ts`));
    const accepts = validator.compile(schemas[index] ?? {});
    const list = values[index] ?? [];
    const differences = list.flatMap((value, n) => {
      const verdict = refused.get(n + 1);
      if (verdict === "weak" || accepts(value) === (verdict === undefined)) return [];
      return [`${JSON.stringify(value)}: the compiler ${verdict ? "refuses" : "accepts"} it`];
    });
    expect(differences.slice(0, 5)).toEqual([]);
    // Both verdicts must occur often, or the test says nothing.
    const accepted = list.filter((value) => accepts(value)).length;
    expect(accepted).toBeGreaterThan(VALUES / 20);
    expect(VALUES - accepted).toBeGreaterThan(VALUES / 20);
  });
});

/** The refused lines. `weak` are objects without a member of a type whose members may all be left out. */
function refusedLines(file: string): Map<number, "refused" | "weak"> {
  const source = program.getSourceFile(file);
  const lines = new Map<number, "refused" | "weak">();
  for (const { start = 0, messageText } of program.getSemanticDiagnostics(source)) {
    const { line } = source?.getLineAndCharacterOfPosition(start) ?? { line: -1 };
    const text = ts.flattenDiagnosticMessageText(messageText, "\n");
    lines.set(line, text.includes("has no properties in common") ? "weak" : "refused");
  }
  return lines;
}

function typeText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(typeText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${typeText(one)}`,
  );
  return `{ ${members.join("; ")} }`;
}
