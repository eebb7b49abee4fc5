import { each, givenOf, lines, schemasOf, valueOf } from "../../types/parts.mjs";

export const filesOf = (resources) => ({
  ...Object.fromEntries(each(resources, (k) => [`schema/r${k}.ts`, schemasOf(k)])),
  "t.ts": `import { initTRPC } from "@trpc/server"\nexport const t = initTRPC.create()\n`,
  ...Object.fromEntries(
    each(resources, (k) => [
      `server/r${k}.ts`,
      `import { t } from "../t.js"
import * as s from "../schema/r${k}.js"
export const r${k} = t.router({
  list: t.procedure.input(s.Query).output(s.List).query(async ({ input }) => ({ items: [${valueOf(k, "String(input.limit)")}] })),
  get: t.procedure.input(s.Params).output(s.Item).query(async ({ input }) => (${valueOf(k, "input.id")})),
  create: t.procedure.input(s.Create).output(s.Item).mutation(async ({ input }) => (${valueOf(k, "input.name")})),
  update: t.procedure.input(s.Params.extend(s.Update.shape)).output(s.Item).mutation(async ({ input }) => (${valueOf(k, "input.id + input.name")})),
  remove: t.procedure.input(s.Params).mutation(async ({ input }) => { void input.id }),
})
`,
    ]),
  ),
  "server.ts": lines([
    `import { t } from "./t.js"`,
    `import { createHTTPServer } from "@trpc/server/adapters/standalone"`,
    ...each(resources, (k) => `import { r${k} } from "./server/r${k}.js"`),
    `export const router = t.router({ ${each(resources, (k) => `r${k}`).join(", ")} })`,
    `export type App = typeof router`,
    `export const server = createHTTPServer({ router })`,
  ]),
  "client.ts": `import { createTRPCClient, httpLink } from "@trpc/client"\nimport type { App } from "./server.js"\nexport const client = createTRPCClient<App>({ links: [httpLink({ url: "http://x" })] })\n`,
  ...Object.fromEntries(
    each(resources, (k) => [
      `calls/r${k}.ts`,
      `import { client } from "../client.js"
export async function use(): Promise<string> {
  const a = await client.r${k}.list.query({ limit: 10 }); const a1: string | undefined = a.items[0]!.f${k}
  const b = await client.r${k}.get.query({ id: "1" }); const b1: string = b.f${k}
  // @ts-expect-error - the type is exact, not any
  const b2: number = b.f${k}
  const c = await client.r${k}.create.mutate(${givenOf(k)}); const c1: string = c.f${k}
  const d = await client.r${k}.update.mutate({ id: "1", name: "x" }); const d1: string = d.f${k}
  await client.r${k}.remove.mutate({ id: "1" })
  return a1 + b1 + c1 + d1
}
`,
    ]),
  ),
});
