import { each, givenOf, lines, schemasOf, valueOf } from "../../types/parts.mjs";

export const filesOf = (resources) => ({
  ...Object.fromEntries(each(resources, (k) => [`schema/r${k}.ts`, schemasOf(k)])),
  ...Object.fromEntries(
    each(resources, (k) => [
      `server/r${k}.ts`,
      `import { Hono } from "hono"
import { zValidator } from "@hono/zod-validator"
import * as s from "../schema/r${k}.js"
export const r${k} = new Hono()
  .get("/", zValidator("query", s.Query), (c) => c.json({ items: [${valueOf(k, `String(c.req.valid("query").limit)`)}] }, 200))
  .get("/:id", zValidator("param", s.Params), (c) => { const { id } = c.req.valid("param"); if (!id) return c.json({ message: "no" }, 404); return c.json(${valueOf(k, "id")}, 200) })
  .post("/", zValidator("json", s.Create), (c) => c.json(${valueOf(k, `c.req.valid("json").name`)}, 201))
  .patch("/:id", zValidator("param", s.Params), zValidator("json", s.Update), (c) => c.json(${valueOf(k, `c.req.valid("param").id + c.req.valid("json").name`)}, 200))
  .delete("/:id", zValidator("param", s.Params), (c) => { void c.req.valid("param").id; return c.body(null, 204) })
`,
    ]),
  ),
  "server.ts": lines([
    `import { Hono } from "hono"`,
    ...each(resources, (k) => `import { r${k} } from "./server/r${k}.js"`),
    `export const app = new Hono().basePath("/v1")`,
    ...each(resources, (k) => `  .route("/r${k}", r${k})`),
    `export type App = typeof app`,
  ]),
  "client.ts": `import { hc } from "hono/client"\nimport type { App } from "./server.js"\nexport const client = hc<App>("http://x").v1\n`,
  ...Object.fromEntries(
    each(resources, (k) => [
      `calls/r${k}.ts`,
      `import { client } from "../client.js"
export async function use(): Promise<string> {
  const a = await client.r${k}.$get({ query: { limit: "10" } }); if (a.status !== 200) throw a; const a1: string | undefined = (await a.json()).items[0]!.f${k}
  const b0 = await client.r${k}[":id"].$get({ param: { id: "1" } }); if (b0.status !== 200) throw b0; const b = await b0.json(); const b1: string = b.f${k}
  // @ts-expect-error - the type is exact, not any
  const b2: number = b.f${k}
  const c = await client.r${k}.$post({ json: ${givenOf(k)} }); if (c.status !== 201) throw c; const c1: string = (await c.json()).f${k}
  const d = await client.r${k}[":id"].$patch({ param: { id: "1" }, json: { name: "x" } }); if (d.status !== 200) throw d; const d1: string = (await d.json()).f${k}
  await client.r${k}[":id"].$delete({ param: { id: "1" } })
  return a1 + b1 + c1 + d1
}
`,
    ]),
  ),
});
