// Client only, types as an OpenAPI generator writes them. No handlers, so not a full match.
import { each, givenOf, lines } from "../../types/parts.mjs";

export const filesOf = (resources) => ({
  "paths.ts": lines([
    `export interface paths {`,
    ...each(
      resources,
      (
        k,
      ) => `  "/v1/r${k}": { parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get: { parameters: { query?: { limit?: number; cursor?: string; q${k}?: string }; header?: never; path?: never; cookie?: never }; requestBody?: never; responses: { 200: { headers: { [name: string]: unknown }; content: { "application/json": { items: Item${k}[]; next?: string } } } } };
    post: { parameters: { query?: never; header?: never; path?: never; cookie?: never }; requestBody: { content: { "application/json": { name: string; email: string; age: number; f${k}: string } } }; responses: { 201: { headers: { [name: string]: unknown }; content: { "application/json": Item${k} } } } };
    put?: never; delete?: never; options?: never; head?: never; patch?: never; trace?: never }
  "/v1/r${k}/{id}": { parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get: { parameters: { query?: never; header?: never; path: { id: string }; cookie?: never }; requestBody?: never; responses: { 200: { headers: { [name: string]: unknown }; content: { "application/json": Item${k} } }; 404: { headers: { [name: string]: unknown }; content: { "application/json": { message: string } } } } };
    patch: { parameters: { query?: never; header?: never; path: { id: string }; cookie?: never }; requestBody: { content: { "application/json": { name?: string; age?: number; f${k}?: string } } }; responses: { 200: { headers: { [name: string]: unknown }; content: { "application/json": Item${k} } }; 404: { headers: { [name: string]: unknown }; content: { "application/json": { message: string } } } } };
    delete: { parameters: { query?: never; header?: never; path: { id: string }; cookie?: never }; requestBody?: never; responses: { 204: { headers: { [name: string]: unknown }; content?: never } } };
    put?: never; post?: never; options?: never; head?: never; trace?: never }`,
    ),
    `}`,
    ...each(
      resources,
      (k) =>
        `export interface Item${k} { id: string; name: string; email: string; age: number; role: "admin" | "user"; f${k}: string; createdAt: string }`,
    ),
  ]),
  "client.ts": `import createClient from "openapi-fetch"\nimport type { paths } from "./paths.js"\nexport const client = createClient<paths>({ baseUrl: "http://x" })\n`,
  ...Object.fromEntries(
    each(resources, (k) => [
      `calls/r${k}.ts`,
      `import { client } from "../client.js"
export async function use(): Promise<string> {
  const a = await client.GET("/v1/r${k}", { params: { query: { limit: 10 } } }); const a1: string | undefined = a.data!.items[0]!.f${k}
  const b = await client.GET("/v1/r${k}/{id}", { params: { path: { id: "1" } } }); const b1: string = b.data!.f${k}
  // @ts-expect-error - the type is exact, not any
  const b2: number = b.data!.f${k}
  const c = await client.POST("/v1/r${k}", { body: ${givenOf(k)} }); const c1: string = c.data!.f${k}
  const d = await client.PATCH("/v1/r${k}/{id}", { params: { path: { id: "1" } }, body: { name: "x" } }); const d1: string = d.data!.f${k}
  await client.DELETE("/v1/r${k}/{id}", { params: { path: { id: "1" } } })
  return a1 + b1 + c1 + d1
}
`,
    ]),
  ),
});
