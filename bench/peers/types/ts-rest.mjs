import { each, givenOf, lines, schemasOf, valueOf } from "../../types/parts.mjs";

export const filesOf = (resources) => ({
  ...Object.fromEntries(each(resources, (k) => [`schema/r${k}.ts`, schemasOf(k)])),
  ...Object.fromEntries(
    each(resources, (k) => [
      `contract/r${k}.ts`,
      `import { initContract } from "@ts-rest/core"
import * as s from "../schema/r${k}.js"
const c = initContract()
export const r${k} = c.router({
  list: { method: "GET", path: "/v1/r${k}", query: s.Query, responses: { 200: s.List } },
  get: { method: "GET", path: "/v1/r${k}/:id", pathParams: s.Params, responses: { 200: s.Item, 404: s.Missing } },
  create: { method: "POST", path: "/v1/r${k}", body: s.Create, responses: { 201: s.Item } },
  update: { method: "PATCH", path: "/v1/r${k}/:id", pathParams: s.Params, body: s.Update, responses: { 200: s.Item, 404: s.Missing } },
  remove: { method: "DELETE", path: "/v1/r${k}/:id", pathParams: s.Params, body: c.noBody(), responses: { 204: c.noBody(), 404: s.Missing } },
})
`,
    ]),
  ),
  "contract.ts": lines([
    `import { initContract } from "@ts-rest/core"`,
    ...each(resources, (k) => `import { r${k} } from "./contract/r${k}.js"`),
    `export const contract = initContract().router({ ${each(resources, (k) => `r${k}`).join(", ")} })`,
  ]),
  ...Object.fromEntries(
    each(resources, (k) => [
      `server/r${k}.ts`,
      `import { tsr } from "@ts-rest/serverless/fetch"
import { contract } from "../contract.js"
export const r${k} = tsr.router(contract.r${k}, {
  list: async ({ query }) => ({ status: 200, body: { items: [${valueOf(k, "String(query.limit)")}] } }),
  get: async ({ params }) => { if (!params.id) return { status: 404, body: { message: "no" } }; return { status: 200, body: ${valueOf(k, "params.id")} } },
  create: async ({ body }) => ({ status: 201, body: ${valueOf(k, "body.name")} }),
  update: async ({ params, body }) => ({ status: 200, body: ${valueOf(k, "params.id + body.name")} }),
  remove: async ({ params }) => { void params.id; return { status: 204, body: undefined } },
})
`,
    ]),
  ),
  "server.ts": lines([
    `import { tsr, fetchRequestHandler } from "@ts-rest/serverless/fetch"`,
    `import { contract } from "./contract.js"`,
    ...each(resources, (k) => `import { r${k} } from "./server/r${k}.js"`),
    `export const router = tsr.router(contract, { ${each(resources, (k) => `r${k}`).join(", ")} })`,
    `export const handler = (request: Request) => fetchRequestHandler({ request, contract, router, options: {} })`,
  ]),
  "client.ts": `import { initClient } from "@ts-rest/core"\nimport { contract } from "./contract.js"\nexport const client = initClient(contract, { baseUrl: "http://x", baseHeaders: {} })\n`,
  ...Object.fromEntries(
    each(resources, (k) => [
      `calls/r${k}.ts`,
      `import { client } from "../client.js"
export async function use(): Promise<string> {
  const a = await client.r${k}.list({ query: { limit: 10 } }); if (a.status !== 200) throw a; const a1: string | undefined = a.body.items[0]!.f${k}
  const b = await client.r${k}.get({ params: { id: "1" } }); if (b.status !== 200) throw b; const b1: string = b.body.f${k}
  // @ts-expect-error - the type is exact, not any
  const b2: number = b.body.f${k}
  const c = await client.r${k}.create({ body: ${givenOf(k)} }); if (c.status !== 201) throw c; const c1: string = c.body.f${k}
  const d = await client.r${k}.update({ params: { id: "1" }, body: { name: "x" } }); if (d.status !== 200) throw d; const d1: string = d.body.f${k}
  await client.r${k}.remove({ params: { id: "1" } })
  return a1 + b1 + c1 + d1
}
`,
    ]),
  ),
});
