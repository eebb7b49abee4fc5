import { each, givenOf, lines, schemasOf, valueOf } from "../../types/parts.mjs";

export const filesOf = (resources) => ({
  ...Object.fromEntries(each(resources, (k) => [`schema/r${k}.ts`, schemasOf(k)])),
  ...Object.fromEntries(
    each(resources, (k) => [
      `server/r${k}.ts`,
      `import { Elysia } from "elysia"
import * as s from "../schema/r${k}.js"
export const r${k} = new Elysia({ prefix: "/r${k}" })
  .get("/", ({ query }) => ({ items: [${valueOf(k, "String(query.limit)")}] }), { query: s.Query, response: { 200: s.List } })
  .get("/:id", ({ params, status }) => { if (!params.id) return status(404, { message: "no" }); return ${valueOf(k, "params.id")} }, { params: s.Params, response: { 200: s.Item, 404: s.Missing } })
  .post("/", ({ body, status }) => status(201, ${valueOf(k, "body.name")}), { body: s.Create, response: { 201: s.Item } })
  .patch("/:id", ({ params, body }) => (${valueOf(k, "params.id + body.name")}), { params: s.Params, body: s.Update, response: { 200: s.Item, 404: s.Missing } })
  .delete("/:id", ({ params }) => { void params.id }, { params: s.Params })
`,
    ]),
  ),
  "server.ts": lines([
    `import { Elysia } from "elysia"`,
    ...each(resources, (k) => `import { r${k} } from "./server/r${k}.js"`),
    `export const app = new Elysia({ prefix: "/v1" })`,
    ...each(resources, (k) => `  .use(r${k})`),
    `export type App = typeof app`,
  ]),
  "client.ts": `import { treaty } from "@elysiajs/eden"\nimport type { App } from "./server.js"\nexport const client = treaty<App>("http://x").v1\n`,
  ...Object.fromEntries(
    each(resources, (k) => [
      `calls/r${k}.ts`,
      `import { client } from "../client.js"
export async function use(): Promise<string> {
  const a = await client.r${k}.get({ query: { limit: 10 } }); if (a.error) throw a.error; const a1: string | undefined = a.data.items[0]!.f${k}
  const b = await client.r${k}({ id: "1" }).get(); if (b.error) throw b.error; const b1: string = b.data.f${k}
  // @ts-expect-error - the type is exact, not any
  const b2: number = b.data.f${k}
  const c = await client.r${k}.post(${givenOf(k)}); if (c.error) throw c.error; const c1: string = c.data.f${k}
  const d = await client.r${k}({ id: "1" }).patch({ name: "x" }); if (d.error) throw d.error; const d1: string = d.data.f${k}
  await client.r${k}({ id: "1" }).delete()
  return a1 + b1 + c1 + d1
}
`,
    ]),
  ),
});
