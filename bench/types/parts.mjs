// The common parts of all generated projects: five endpoints per resource (list, get, create, update,
// remove). Each resource has its own schemas, so the compiler cannot reuse more than in a real API.
export const each = (resources, make) =>
  Array.from({ length: resources }, (_, index) => make(index));
export const lines = (all) => `${all.join("\n")}\n`;

/** The file with the zod schemas of a resource. */
export const schemasOf = (k) => `import { z } from "zod"
export const Item = z.object({ id: z.string(), name: z.string(), email: z.string().email(), age: z.number().int(), role: z.enum(["admin", "user"]), f${k}: z.string(), createdAt: z.string() })
export const List = z.object({ items: z.array(Item), next: z.string().optional() })
export const Query = z.object({ limit: z.coerce.number().int().min(1).max(100).optional(), cursor: z.string().optional(), q${k}: z.string().optional() })
export const Create = z.object({ name: z.string(), email: z.string().email(), age: z.number().int(), f${k}: z.string() })
export const Update = z.object({ name: z.string().optional(), age: z.number().int().optional(), f${k}: z.string().optional() })
export const Params = z.object({ id: z.string() })
export const Missing = z.object({ message: z.string() })
`;
/** The item that a handler returns. */
export const valueOf = (k, id) =>
  `{ id: ${id}, name: "n", email: "e@x.io", age: 1, role: "admin" as const, f${k}: "f", createdAt: "t" }`;
/** The body for creating an item. */
export const givenOf = (k) => `{ name: "n", email: "e@x.io", age: 1, f${k}: "f" }`;
