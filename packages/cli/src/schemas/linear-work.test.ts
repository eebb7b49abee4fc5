// The work of an extraction grows as its document does. It is counted, since time depends on the machine: questions
// to the compiler, and visits of components.
import { join } from "node:path";
import type ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeProject, type Project } from "../../../../test/support/extracted.ts";
import { nameComponents } from "./component-names.ts";
import { Component } from "./component.ts";
import { configOf } from "./config.ts";
import { extract } from "./extract.ts";
import { FaultFinder, reachedFrom, type Unit } from "./fault.ts";
import { programOf } from "./project.ts";
import { Report } from "./report.ts";
import { treesOf } from "./trees.ts";

const SIZES = [40, 80, 160] as const;

const each = (size: number, line: (index: number) => string): string =>
  Array.from({ length: size }, (_, index) => line(index)).join("");
const nested = (depth: number): string =>
  depth === 0 ? "string" : `{ a: ${nested(depth - 1)} | null; b?: { c: number }[] }`;

/** Declarations of a size: types, and the type of the one request. */
const shapes: Readonly<Record<string, (size: number) => readonly [types: string, body: string]>> = {
  "named types": (size) => [
    each(size, (index) => `export interface T${index} { a: string; b: T0 | null }\n`),
    `{ ${each(size, (index) => `t${index}: T${index};`)} }`,
  ],
  "types of one name": (size) => [
    each(size, (index) => `namespace N${index} { export interface Item { a${index}: 1 } }\n`),
    `{ ${each(size, (index) => `t${index}: N${index}.Item;`)} }`,
  ],
  "nested objects": (size) => ["", nested(size)],
  "an optional union of literals": (size) => [
    "",
    `{ a?: ${each(size, (index) => `| "m${index}"`)} }`,
  ],
  "a union of objects": (size) => [
    each(size, (index) => `interface T${index} { k: ${index} }\n`),
    `{ a: ${each(size, (index) => `| T${index}`)} }`,
  ],
  "an intersection": (size) => [
    `interface A { ${each(size, (index) => `a${index}: 1;`)} }
     interface B { ${each(size, (index) => `b${index}: 1;`)} }
     interface C { [name: \`data-\${string}\`]: string }`,
    "A & B & C",
  ],
};

let project: Project;
let program: ts.Program;
beforeAll(() => {
  const modules = Object.values(shapes).flatMap((shape, index) =>
    SIZES.map((size): [string, string] => {
      const [types, body] = shape(size);
      const lines = [
        'import { post, rootResource, type } from "bough";',
        `${types}export interface Body { whole: ${body} }`,
        'export const api = rootResource({ x: post("x").request(type<Body>({ unchecked: true })) });',
      ];
      return [`shape${index}-${size}.ts`, lines.join("\n")];
    }),
  );
  const imports = modules.map(([name]) => `import "./${name}";\n`).join("");
  project = makeProject({ ...Object.fromEntries(modules), "all.ts": imports });
  const file = join(project.folder, "all.ts");
  program = programOf(file, configOf(file, undefined));
}, 60_000);
afterAll(() => {
  project.remove();
});

/** A program whose type checker counts what it is asked. */
function counted(work: { count: number }): ts.Program {
  const checker = new Proxy(program.getTypeChecker(), {
    get: (target, name): unknown => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") {
        return member;
      }
      return (...given: unknown[]): unknown => {
        work.count++;
        return Reflect.apply(member, target, given);
      };
    },
  });
  return new Proxy(program, {
    get: (target, name): unknown =>
      name === "getTypeChecker" ? () => checker : Reflect.get(target, name),
  });
}

test.each(Object.keys(shapes).map((name, index) => [name, index] as const))(
  "%s need questions to the compiler in proportion",
  (_name, index) => {
    const counts = SIZES.map((size) => {
      const work = { count: 0 };
      const asked = counted(work);
      const file = asked.getSourceFile(join(project.folder, `shape${index}-${size}.ts`));
      if (!file) throw new Error("no file");
      const report = new Report({ strict: false });
      extract({
        program: asked,
        trees: treesOf({ file, path: "api.ts" }, asked),
        folder: project.folder,
        report,
        progress: () => undefined,
      });
      expect([report.errors, report.warnings]).toEqual([[], []]);
      return work.count;
    });
    const [small = 0, middle = 0, large = 0] = counts;
    expect(large - middle).toBeGreaterThan(0);
    // Twice the size is at most twice the work; what is the same for every size does not count.
    expect(large - middle).toBeLessThanOrEqual(2 * (middle - small));
  },
);

/** A map that counts the entries that are read. */
class CountedMap<Key, Value> extends Map<Key, Value> {
  static reads = 0;
  override *[Symbol.iterator](): MapIterator<[Key, Value]> {
    for (const entry of super[Symbol.iterator]()) {
      CountedMap.reads++;
      yield entry;
    }
  }
}

describe("components", () => {
  /** A ring of components, and one body that refers to each. */
  const units = (size: number): { readonly bodies: Unit[] } => {
    const ring = Array.from({ length: size }, (): Unit => ({ faults: [], uses: new CountedMap() }));
    for (const [index, { uses }] of ring.entries()) {
      const next = ring[(index + 1) % size];
      if (next) uses.set(next, "/next");
    }
    const bodies = ring.map((one): Unit => ({ faults: [], uses: new CountedMap([[one, ""]]) }));
    return { bodies };
  };

  test.each(SIZES)("that %d bodies reach are visited once", (size) => {
    const { bodies } = units(size);
    CountedMap.reads = 0;
    const finder = new FaultFinder();
    expect(bodies.flatMap((body) => finder.faultsOf(body))).toEqual([]);
    expect(reachedFrom(bodies).size).toBe(2 * size);
    expect(CountedMap.reads).toBeLessThanOrEqual(4 * size);
  });

  test("keep their faults for every body", () => {
    const { bodies } = units(3);
    const [first] = bodies;
    first?.faults.push({ kind: "any", path: "/a", text: "one" });
    const [component] = first?.uses.keys() ?? [];
    component?.faults.push({ kind: "any", path: "/b", text: "two" });
    const finder = new FaultFinder();
    const paths = bodies.map((body) => finder.faultsOf(body).map(({ path }) => path));
    expect(paths).toEqual([["/a", "/b"], ["/next/next/b"], ["/next/b"]]);
  });

  test.each([
    ["one name in one module", (index: number) => ["Item", "a", { const: index }] as const],
    ["one name in many modules", (index: number) => ["Item", `m${index}`, {}] as const],
    ["one name and one text", () => ["Item", "a", {}] as const],
  ])("of %s get their names in proportion", (_case, made) => {
    const counts = SIZES.map((size) => {
      let reads = 0;
      const components = Array.from({ length: size }, (_, index) => {
        const [name, module, schema] = made(index);
        const component = new Component(name, module, false);
        component.schema = schema;
        return new Proxy(component, {
          get: (target, key): unknown => {
            reads++;
            const member: unknown = Reflect.get(target, key);
            return typeof member === "function" ? member.bind(target) : member;
          },
        });
      });
      nameComponents(components);
      return reads;
    });
    const [small = 0, , large = 0] = counts;
    // Sorting takes a little more.
    expect(large).toBeLessThan(small * 4 * 1.5);
  });
});
