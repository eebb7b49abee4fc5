import { each, givenOf, lines, schemasOf, valueOf } from "../../types/parts.mjs";

export const filesOf = (resources) => ({
  ...Object.fromEntries(each(resources, (k) => [`schema/r${k}.ts`, schemasOf(k)])),
  ...Object.fromEntries(
    each(resources, (k) => [
      `contract/r${k}.ts`,
      `import { oc } from "@orpc/contract"
import * as s from "../schema/r${k}.js"
export const r${k} = {
  list: oc.route({ method: "GET", path: "/v1/r${k}" }).input(s.Query).output(s.List),
  get: oc.route({ method: "GET", path: "/v1/r${k}/{id}" }).errors({ NOT_FOUND: { data: s.Missing } }).input(s.Params).output(s.Item),
  create: oc.route({ method: "POST", path: "/v1/r${k}", successStatus: 201 }).input(s.Create).output(s.Item),
  update: oc.route({ method: "PATCH", path: "/v1/r${k}/{id}" }).errors({ NOT_FOUND: { data: s.Missing } }).input(s.Params.extend(s.Update.shape)).output(s.Item),
  remove: oc.route({ method: "DELETE", path: "/v1/r${k}/{id}" }).errors({ NOT_FOUND: { data: s.Missing } }).input(s.Params),
}
`,
    ]),
  ),
  "contract.ts": lines([
    ...each(resources, (k) => `import { r${k} } from "./contract/r${k}.js"`),
    `export const contract = { ${each(resources, (k) => `r${k}`).join(", ")} }`,
  ]),
  "os.ts": `import { implement } from "@orpc/server"\nimport { contract } from "./contract.js"\nexport const os = implement(contract)\n`,
  ...Object.fromEntries(
    each(resources, (k) => [
      `server/r${k}.ts`,
      `import { os } from "../os.js"
export const r${k} = os.r${k}.router({
  list: os.r${k}.list.handler(async ({ input }) => ({ items: [${valueOf(k, "String(input.limit)")}] })),
  get: os.r${k}.get.handler(async ({ input, errors }) => { if (!input.id) throw errors.NOT_FOUND({ data: { message: "no" } }); return ${valueOf(k, "input.id")} }),
  create: os.r${k}.create.handler(async ({ input }) => (${valueOf(k, "input.name")})),
  update: os.r${k}.update.handler(async ({ input }) => (${valueOf(k, "input.id + input.name")})),
  remove: os.r${k}.remove.handler(async ({ input }) => { void input.id }),
})
`,
    ]),
  ),
  "server.ts": lines([
    `import { os } from "./os.js"`,
    `import { OpenAPIHandler } from "@orpc/openapi/node"`,
    ...each(resources, (k) => `import { r${k} } from "./server/r${k}.js"`),
    `export const router = os.router({ ${each(resources, (k) => `r${k}`).join(", ")} })`,
    `export const handler = new OpenAPIHandler(router)`,
  ]),
  "client.ts": `import { createORPCClient } from "@orpc/client"
import type { ContractRouterClient } from "@orpc/contract"
import type { JsonifiedClient } from "@orpc/openapi-client"
import { OpenAPILink } from "@orpc/openapi-client/fetch"
import { contract } from "./contract.js"
export const client: JsonifiedClient<ContractRouterClient<typeof contract>> = createORPCClient(new OpenAPILink(contract, { url: "http://x" }))
`,
  ...Object.fromEntries(
    each(resources, (k) => [
      `calls/r${k}.ts`,
      `import { client } from "../client.js"
export async function use(): Promise<string> {
  const a = await client.r${k}.list({ limit: 10 }); const a1: string | undefined = a.items[0]!.f${k}
  const b = await client.r${k}.get({ id: "1" }); const b1: string = b.f${k}
  // @ts-expect-error - the type is exact, not any
  const b2: number = b.f${k}
  const c = await client.r${k}.create(${givenOf(k)}); const c1: string = c.f${k}
  const d = await client.r${k}.update({ id: "1", name: "x" }); const d1: string = d.f${k}
  await client.r${k}.remove({ id: "1" })
  return a1 + b1 + c1 + d1
}
`,
    ]),
  ),
});
