// The files of a project with Bough, with bodies in one of two notations.
import { each, givenOf, lines, schemasOf, valueOf } from "./parts.mjs";

export function projectOf(resources, style) {
  const all = (folder, make) =>
    Object.fromEntries(each(resources, (k) => [`${folder}/r${k}.ts`, make(k)]));
  const names = each(resources, (k) => `r${k}`);
  return {
    ...all("schema", schemasOf),
    ...all("contract", (k) => declared(k, style)),
    "contract.ts": lines([
      `import { rootResource } from "bough"`,
      ...names.map((name) => `import { ${name} } from "./contract/${name}.js"`),
      `export const api = rootResource("v1", { ${names.join(", ")} })`,
    ]),
    ...all("server", (k) => served(k, style)),
    "app.ts": `import { createServer } from "bough/server"\nexport const server = createServer()\n`,
    "server.ts": lines(names.map((name) => `import "./server/${name}.js"`)),
    "client.ts": `import { createClient } from "bough/client"\nexport const client = createClient({ baseUrl: "http://x" })\n`,
    ...all("calls", called),
  };
}

function declared(k, { imports, types, named, request, response, missing }) {
  const from = [
    "del",
    "dynamicResource",
    "failure",
    "get",
    "integer",
    "patch",
    "post",
    "staticResource",
    "string",
    ...named,
  ];
  return `import { ${from.join(", ")} } from "bough"
${imports(k)}${types(k)}export const Missing = failure("r${k}-missing", 404)${missing}
export const r${k} = staticResource("r${k}", {
  list: get().parameters({ limit: integer({ min: 1, max: 100 }).optional(), cursor: string().optional(), q${k}: string().optional() })${response("List")},
  create: post()${request("Create")}${response("Item", 201)},
  item: dynamicResource("id", {
    get: get()${response("Item")}.failure(Missing),
    update: patch()${request("Update")}${response("Item")}.failure(Missing),
    remove: del().failure(Missing),
  }),
})
`;
}

function served(k, { options, objects = false, limits = "" }) {
  const item = `api.r${k}.item`;
  const schemas = options("Create") === "" ? "" : `import * as s from "../schema/r${k}.js"\n`;
  const head = `import { server } from "../app.js"
import { api } from "../contract.js"
import { Missing } from "../contract/r${k}.js"
${schemas}`;
  const list = `({ parameters }) => ({ items: [${valueOf(k, "String(parameters.limit)")}] })`;
  const create = `({ body }) => (${valueOf(k, "body.name")})`;
  const get = `({ ids, fail }) => { if (!ids.id) fail(Missing, { message: "no" }); return ${valueOf(k, "ids.id")} }`;
  const update = `({ ids, body }) => (${valueOf(k, "ids.id + body.name")})`;
  const remove = "({ ids }) => { void ids.id }";
  if (!objects) {
    return `${head}server.route(api.r${k}.list, ${list})
server.route(api.r${k}.create, ${create}${options("Create")})
server.route(${item}.get, ${get})
server.route(${item}.update, ${update}${options("Update")})
server.route(${item}.remove, ${remove})
`;
  }
  const own = (handler, name) =>
    options(name) === "" ? handler : `server.handler(${handler}${options(name)})`;
  return `${head}server.route(api.r${k}, {
  list: ${list},
  create: ${own(create, "Create")},
  item: { get: ${get}, update: ${own(update, "Update")}, remove: ${remove} },
}${limits})
`;
}

function called(k) {
  return `import { api } from "../contract.js"
import { client } from "../client.js"
export async function use(): Promise<string> {
  const a = await client.request(api.r${k}.list, { parameters: { limit: 10 } }).bodyOrThrow(); const a1: string | undefined = a.items[0]!.f${k}
  const b = await client.request(api.r${k}.item("1").get).bodyOrThrow(); const b1: string = b.f${k}
  // @ts-expect-error - the type is exact, not any
  const b2: number = b.f${k}
  const c = await client.request(api.r${k}.create, ${givenOf(k)}).bodyOrThrow(); const c1: string = c.f${k}
  const d = await client.request(api.r${k}.item("1").update, { name: "x" }).bodyOrThrow(); const d1: string = d.f${k}
  await client.request(api.r${k}.item("1").remove)
  return a1 + b1 + c1 + d1
}
`;
}
