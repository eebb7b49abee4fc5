// Writes projects of N endpoints: declared, served and called. Five endpoints per resource (list,
// create, get, update, remove). Every resource has its own interfaces, parameters and failure, so the
// compiler cannot reuse more than in a real API.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The content of a project: `declared` alone, with handlers, with calls, or all. */
export const PARTS = ["declared", "served", "called", "all"];

/** Writes a project of one part and size. Returns its folder. */
export function writeProject(part, endpoints) {
  const folder = join(here, ".gen", `${part}-${endpoints}`);
  rmSync(folder, { recursive: true, force: true });
  const files = { "tsconfig.json": tsconfig, "declaration/api.ts": api(endpoints / 5) };
  for (let number = 0; number < endpoints / 5; number += 1) {
    files[`declaration/r${number}.ts`] = declared(number);
    if (part === "served" || part === "all") files[`server/r${number}.ts`] = served(number);
    if (part === "called" || part === "all") files[`client/r${number}.ts`] = called(number);
  }
  if (part === "served" || part === "all") files["server/server.ts"] = server;
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

function declared(n) {
  return `import { del, dynamicResource, failure, get, integer, patch, post, staticResource, string } from "bough";

export interface Item${n} { id: string; name: string; age: number; role: "admin" | "user"; tags: string[]; f${n}: string }
export interface List${n} { items: Item${n}[]; next?: string }
export interface Create${n} { name: string; age: number; f${n}: string }
export interface Update${n} { name?: string; age?: number; f${n}?: string }

export const Missing${n} = failure("r${n}-missing", 404);

export const r${n} = staticResource("r${n}", {
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

function served(n) {
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

server.route(api.r${n}.list, ({ parameters }) => store.list(parameters.limit, parameters.q${n}));
server.route(api.r${n}.create, ({ body }) => store.create(body));
server.route(api.r${n}.item.get, ({ ids, fail }) => store.find(ids.r${n}) ?? fail(Missing${n}));
server.route(api.r${n}.item.update, async ({ ids, body, fail }) => {
  const found = store.find(ids.r${n}) ?? fail(Missing${n});
  store.update(found, body);
  return { ...found, name: body.name ?? found.name };
});
server.route(api.r${n}.item.remove, ({ ids, fail }) => {
  if (!store.remove(ids.r${n})) fail(Missing${n});
});
`;
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
