// Writes projects of N endpoints: declared, served and called. Five endpoints per resource (list,
// create, get, update, remove). Every resource has its own interfaces, parameters and failure, so the
// compiler cannot reuse more than in a real API.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The content of a project: `declared` alone, with handlers, with calls, or all. */
export const PARTS = ["declared", "served", "called", "all"];

const ONE = "{ failures: [Limited] }, ";
const SEVERAL =
  '{ failures: [Limited], headers: { trace: string().optional() }, parameters: { lang: string().optional() }, meta: { team: "a" } }, ';
/**
 * The ways to route: each endpoint by a call, or each resource by an object of handlers; resources with options, and
 * options of the route; a view for each resource.
 */
export const ROUTES = {
  calls: {},
  objects: { object: true },
  "calls, one option": { options: ONE },
  "objects, one option": { object: true, options: ONE, limits: "body: 1_000" },
  "calls, several options": { options: SEVERAL },
  "objects, several options": { object: true, options: SEVERAL, limits: "body: 1_000, depth: 3" },
  "calls in views": { view: true },
  "objects in views": { object: true, view: true },
};

/** Writes a project of one part and size. Returns its folder. */
export function writeProject(part, endpoints) {
  const folder = join(here, ".gen", `${part.replaceAll(/\W+/g, "-")}-${endpoints}`);
  const route = ROUTES[part] ?? {};
  const isServed = part === "served" || part === "all" || part in ROUTES;
  rmSync(folder, { recursive: true, force: true });
  const files = { "tsconfig.json": tsconfig, "declaration/api.ts": api(endpoints / 5) };
  for (let number = 0; number < endpoints / 5; number += 1) {
    files[`declaration/r${number}.ts`] = declared(number, route);
    if (isServed) files[`server/r${number}.ts`] = served(number, route);
    if (part === "called" || part === "all") files[`client/r${number}.ts`] = called(number);
  }
  if (isServed) files["server/server.ts"] = server;
  if (route.options !== undefined) files["declaration/limited.ts"] = limited;
  if (part === "called" || part === "all") files["client/client.ts"] = client;
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

const tsconfig = JSON.stringify({
  extends: "../../../tsconfig.base.json",
  compilerOptions: { noEmit: true, customConditions: ["bough:source"] },
  include: ["."],
});

const server = `import { createServer } from "bough/server";

export const server = createServer();
`;

const limited = `import { failure } from "bough";

export const Limited = failure("limited", 429);
`;

const client = `import { createClient } from "bough/client";

export const client = createClient({ baseUrl: "https://example.test" });
`;

function api(resources) {
  const names = Array.from({ length: resources }, (_, number) => `r${number}`);
  return `import { rootResource } from "bough";
${names.map((name) => `import { ${name} } from "./${name}.ts";`).join("\n")}

export const api = rootResource("v1", { ${names.join(", ")} });
`;
}

function declared(n, { options = "" }) {
  return `import { del, dynamicResource, failure, get, integer, patch, post, staticResource, string } from "bough";
${options === "" ? "" : 'import { Limited } from "./limited.ts";\n'}
export interface Item${n} { id: string; name: string; age: number; role: "admin" | "user"; tags: string[]; f${n}: string }
export interface List${n} { items: Item${n}[]; next?: string }
export interface Create${n} { name: string; age: number; f${n}: string }
export interface Update${n} { name?: string; age?: number; f${n}?: string }

export const Missing${n} = failure("r${n}-missing", 404);

export const r${n} = staticResource("r${n}", ${options}{
  list: get()
    .parameters({ limit: integer({ min: 1 }).default(20), q${n}: string().optional() })
    .response<List${n}>(),
  create: post().request<Create${n}>().response<Item${n}>(),
  item: dynamicResource("r${n}", integer(), {
    get: get().response<Item${n}>().failure(Missing${n}),
    update: patch().request<Update${n}>().response<Item${n}>().failure(Missing${n}),
    remove: del().failure(Missing${n}),
  }),
});
`;
}

function served(n, route) {
  const handlers = handlersOf(n);
  return `import { api } from "../declaration/api.ts";
import { Missing${n} } from "../declaration/r${n}.ts";
import type { Create${n}, Item${n}, List${n}, Update${n} } from "../declaration/r${n}.ts";
import { server } from "./server.ts";

interface Store {
  list(limit: number, query: string | undefined): List${n};
  create(item: Create${n}): Promise<Item${n}>;
  find(id: number): Item${n} | undefined;
  update(found: Item${n}, change: Update${n}): void;
  remove(id: number): boolean;
}
declare const store: Store;

${route.view ? `const routes = server.at(api.r${n});\n` : ""}${routed(n, handlers, route)}`;
}

function routed(n, { list, create, get, update, remove }, { object, limits, view }) {
  const routes = view ? "routes" : "server";
  if (!object) {
    return `${routes}.route(api.r${n}.list, ${list});
${routes}.route(api.r${n}.create, ${create});
${routes}.route(api.r${n}.item.get, ${get});
${routes}.route(api.r${n}.item.update, ${update});
${routes}.route(api.r${n}.item.remove, ${remove});
`;
  }
  return `${routes}.route(api.r${n}, {
  list: ${list},
  create: ${create},
  item: { get: ${get}, update: ${update}, remove: ${remove} },
}${limits === undefined ? "" : `, { limits: { ${limits} } }`});
`;
}

function handlersOf(n) {
  return {
    list: `({ parameters }) => store.list(parameters.limit, parameters.q${n})`,
    create: "({ body }) => store.create(body)",
    get: `({ ids, fail }) => store.find(ids.r${n}) ?? fail(Missing${n})`,
    update: `async ({ ids, body, fail }) => {
  const found = store.find(ids.r${n}) ?? fail(Missing${n});
  store.update(found, body);
  return { ...found, name: body.name ?? found.name };
}`,
    remove: `({ ids, fail }) => {
  if (!store.remove(ids.r${n})) fail(Missing${n});
}`,
  };
}

function called(n) {
  return `import { api } from "../declaration/api.ts";
import { client } from "./client.ts";

export async function use(): Promise<string> {
  const list = await client.request(api.r${n}.list, { parameters: { limit: 10, q${n}: "q" } }).bodyOrThrow();
  const first: string | undefined = list.items[0]?.f${n};
  const created = await client.request(api.r${n}.create, { name: "n", age: 1, f${n}: "f" }).bodyOrThrow();
  const got = await client.request(api.r${n}.item(1).get);
  if (!got.ok) {
    const name: "r${n}-missing" = got.failure.name;
    return name;
  }
  const text: string = got.body.f${n};
  // @ts-expect-error - the type is exact, not any
  const wrong: number = got.body.f${n};
  const updated = await client.request(api.r${n}.item(1).update, { name: "x" }).bodyOrThrow();
  await client.request(api.r${n}.item(1).remove);
  return first + text + wrong + created.f${n} + updated.f${n};
}
`;
}
