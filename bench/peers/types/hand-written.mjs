// The floor: the same zod schemas, handlers and client as plain functions.
import { each, givenOf, lines, schemasOf, valueOf } from "../../types/parts.mjs";

export const filesOf = (resources) => ({
  ...Object.fromEntries(each(resources, (k) => [`schema/r${k}.ts`, schemasOf(k)])),
  ...Object.fromEntries(
    each(resources, (k) => [
      `server/r${k}.ts`,
      `import type { z } from "zod"
import type * as s from "../schema/r${k}.js"
export const list = async (i: z.output<typeof s.Query>): Promise<z.output<typeof s.List>> => ({ items: [${valueOf(k, `String(i.limit)`)}] })
export const get = async (i: z.output<typeof s.Params>): Promise<z.output<typeof s.Item>> => (${valueOf(k, "i.id")})
export const create = async (i: z.output<typeof s.Create>): Promise<z.output<typeof s.Item>> => (${valueOf(k, "i.name")})
export const update = async (i: z.output<typeof s.Params>, b: z.output<typeof s.Update>): Promise<z.output<typeof s.Item>> => (${valueOf(k, "i.id + b.name")})
export const remove = async (i: z.output<typeof s.Params>): Promise<void> => {}
`,
    ]),
  ),
  "server.ts": lines(each(resources, (k) => `export * as r${k} from "./server/r${k}.js"`)),
  "client.ts": lines([
    `declare const call: (m: string, p: string, i?: unknown) => Promise<any>`,
    `import type { z } from "zod"`,
    ...each(resources, (k) => `import type * as s${k} from "./schema/r${k}.js"`),
    `export const client = {`,
    ...each(
      resources,
      (k) => `  r${k}: {
    list: (i: { query: z.input<typeof s${k}.Query> }): Promise<z.output<typeof s${k}.List>> => call("GET", "/v1/r${k}", i),
    get: (i: { params: z.input<typeof s${k}.Params> }): Promise<z.output<typeof s${k}.Item>> => call("GET", "/v1/r${k}/" + i.params.id),
    create: (i: { body: z.input<typeof s${k}.Create> }): Promise<z.output<typeof s${k}.Item>> => call("POST", "/v1/r${k}", i),
    update: (i: { params: z.input<typeof s${k}.Params>; body: z.input<typeof s${k}.Update> }): Promise<z.output<typeof s${k}.Item>> => call("PATCH", "/v1/r${k}/" + i.params.id, i),
    remove: (i: { params: z.input<typeof s${k}.Params> }): Promise<void> => call("DELETE", "/v1/r${k}/" + i.params.id),
  },`,
    ),
    `}`,
  ]),
  ...Object.fromEntries(
    each(resources, (k) => [
      `calls/r${k}.ts`,
      `import { client } from "../client.js"
export async function use(): Promise<string> {
  const a = await client.r${k}.list({ query: { limit: 10 } }); const a1: string | undefined = a.items[0]!.f${k}
  const b = await client.r${k}.get({ params: { id: "1" } }); const b1: string = b.f${k}
  // @ts-expect-error - the type is exact, not any
  const b2: number = b.f${k}
  const c = await client.r${k}.create({ body: ${givenOf(k)} }); const c1: string = c.f${k}
  const d = await client.r${k}.update({ params: { id: "1" }, body: { name: "x" } }); const d1: string = d.f${k}
  await client.r${k}.remove({ params: { id: "1" } })
  return a1 + b1 + c1 + d1
}
`,
    ]),
  ),
});
