// Types declared as interfaces. On the server, zod validates requests.
import { projectOf } from "./bough-project.mjs";

export const filesOf = (resources, routed = {}) =>
  projectOf(resources, {
    ...routed,
    imports: () => "",
    types: (k) => `
export interface Item { id: string; name: string; email: string; age: number; role: "admin" | "user"; f${k}: string; createdAt: string }
export interface List { items: Item[]; next?: string }
export interface Create { name: string; email: string; age: number; f${k}: string }
export interface Update { name?: string; age?: number; f${k}?: string }
`,
    request: (name) => `.request<${name}>()`,
    response: (name, status) =>
      status === undefined
        ? `.response<${name}>()`
        : `.response(type<${name}>(), { status: ${status} })`,
    named: ["type"],
    missing: ".body<{ message: string }>()",
    options: (name) => `, { request: s.${name} }`,
  });
