// The files of a declaration: one for each first segment with the types that only it uses, and shared ones.
import * as existing from "bough/existing";
import { wordsOf } from "../words.ts";
import type { Declaration } from "./declaration.ts";
import type { Declarations } from "./declarations.ts";
import { Uses } from "./uses.ts";

/** The text of each file by its name. */
export type Modules = ReadonlyMap<string, string>;

interface Module {
  readonly file: string;
  readonly types: Declaration[];
  readonly constants: Declaration[];
}

/** Prints everything into one module. */
export function singleModule(all: Declarations): string {
  const constants = [
    ...all.codecs,
    ...all.security,
    ...all.parameters,
    ...all.failures,
    ...all.pieces.flat(),
    all.root,
  ];
  const own = { file: "api.ts", types: [...all.types.values()], constants };
  return moduleText(
    own,
    new Map([...own.types, ...constants].map(({ name }) => [name, "api.ts"])),
    all,
  );
}

/** Prints one module for each child of the root. */
export function modulesOf(all: Declarations): Modules {
  const root: Module = { file: "api.ts", types: [], constants: [] };
  const modules = new Map<string, Module>();
  const files = new Set(["api", "types", "failures", "security", "codecs", "parameters"]);
  const put = (file: string, declared: Declaration): void => {
    const module = modules.get(file) ?? { file, types: [], constants: [] };
    module.constants.push(declared);
    modules.set(file, module);
  };
  for (const piece of all.pieces) {
    const last = piece.at(-1);
    const isEndpoint = last !== undefined && !/= (?:static|dynamic)Resource\(/.test(last.text);
    if (isEndpoint) {
      root.constants.push(...piece);
      continue;
    }
    const file = freeFile(last?.name ?? "resource", files);
    for (const declared of piece) {
      put(file, declared);
    }
  }
  root.constants.push(all.root);
  for (const declared of all.codecs) {
    put("codecs.ts", declared);
  }
  for (const declared of all.security) {
    put("security.ts", declared);
  }
  for (const declared of all.parameters) {
    put("parameters.ts", declared);
  }
  modules.set(root.file, root);
  placeFailures(all, modules);
  placeTypes(all, modules);
  const homes = new Map(
    [...modules.values()].flatMap(({ file, types, constants }) =>
      [...types, ...constants].map(({ name }) => [name, file] as const),
    ),
  );
  return new Map([...modules.values()].map((one) => [one.file, moduleText(one, homes, all)]));
}

function freeFile(name: string, taken: Set<string>): string {
  const base = wordsOf(name).join("-") || "resource";
  const own = taken.has(base) ? `${base}-resource` : base;
  let file = own;
  for (let count = 2; taken.has(file); count++) {
    file = `${own}-${count}`;
  }
  taken.add(file);
  return `${file}.ts`;
}

// A failure that one file uses is in that file.
function placeFailures({ failures }: Declarations, modules: Map<string, Module>): void {
  for (const failure of failures) {
    const users = [...modules.values()].filter(({ constants }) =>
      constants.some(({ uses }) => uses.declared.has(failure.name)),
    );
    const [only, more] = users;
    if (only !== undefined && more === undefined) {
      only.constants.unshift(failure);
    } else {
      const shared = modules.get("failures.ts") ?? {
        file: "failures.ts",
        types: [],
        constants: [],
      };
      shared.constants.push(failure);
      modules.set("failures.ts", shared);
    }
  }
}

// A type that one file uses, also through others, is in that file.
function placeTypes({ types }: Declarations, modules: Map<string, Module>): void {
  const users = new Map<string, Set<Module>>();
  for (const module of modules.values()) {
    const waiting = module.constants.flatMap(({ uses }) => [...uses.schemas]);
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const known = users.get(name) ?? new Set();
      if (known.has(module)) {
        continue;
      }
      users.set(name, known.add(module));
      waiting.push(...(types.get(name)?.uses.schemas ?? []));
    }
  }
  const shared: Module = { file: "types.ts", types: [], constants: [] };
  for (const [name, declared] of types) {
    const [only, more] = users.get(name) ?? [];
    const home = only === undefined || more !== undefined ? shared : only;
    home.types.push(declared);
  }
  if (shared.types.length > 0) {
    modules.set(shared.file, shared);
  }
}

function moduleText(
  { file, types, constants }: Module,
  homes: ReadonlyMap<string, string>,
  { identifiers }: Declarations,
): string {
  const uses = new Uses();
  for (const declared of [...types, ...constants]) {
    uses.add(declared.uses);
  }
  const values = new Map<string, string[]>();
  const typed = new Map<string, string[]>();
  const add = (to: Map<string, string[]>, from: string, name: string): void => {
    to.set(from, [...(to.get(from) ?? []), name]);
  };
  for (const name of uses.values) {
    add(values, Object.hasOwn(existing, name) ? "bough/existing" : "bough", name);
  }
  for (const name of uses.types) {
    add(typed, name.startsWith("Inheriting") ? "bough/types" : "bough", name);
  }
  for (const name of uses.declared) {
    const home = homes.get(name);
    if (home !== undefined && home !== file) {
      add(values, `./${home}`, name);
    }
  }
  for (const schema of uses.schemas) {
    const name = identifiers.get(schema) ?? "";
    const home = homes.get(name);
    if (home !== undefined && home !== file) {
      add(typed, `./${home}`, name);
    }
  }
  const imports = [...importLines("import", values), ...importLines("import type", typed)];
  const parts = [...types, ...constants].map(({ text }) => text);
  return [...(imports.length === 0 ? [] : [`${imports.join("\n")}\n`]), ...parts].join("\n");
}

function importLines(word: string, names: ReadonlyMap<string, string[]>): readonly string[] {
  // Packages come before files.
  const sorted = [...names].toSorted(
    ([a], [b]) => Number(a.startsWith(".")) - Number(b.startsWith(".")) || (a < b ? -1 : 1),
  );
  return sorted.map(([from, list]) => {
    const end = ` from "${from}";`;
    const line = `${word} { ${list.toSorted().join(", ")} }${end}`;
    return line.length <= 100
      ? line
      : `${word} {\n${list
          .toSorted()
          .map((name) => `  ${name},\n`)
          .join("")}}${end}`;
  });
}
