// The schemas of the bundles, as text.
/** For zod or zod/mini, in a notation that both accept. */
export const zodSchemas = (from) => `import * as z from "${from}";
const User = z.object({ id: z.string(), name: z.string(), email: z.string(), age: z.int(), role: z.enum(["admin", "user"]) });
const NewUser = z.object({ name: z.string().check(z.minLength(1)), email: z.email(), age: z.int() });
const Query = z.object({ limit: z.optional(z.number()) });
const Users = z.object({ items: z.array(User), limit: z.number() });
const Params = z.object({ user: z.string() });
`;
export const valibotSchemas = `import * as v from "valibot";
const User = v.object({ id: v.string(), name: v.string(), email: v.string(), age: v.pipe(v.number(), v.integer()), role: v.picklist(["admin", "user"]) });
const NewUser = v.object({ name: v.pipe(v.string(), v.minLength(1)), email: v.pipe(v.string(), v.email()), age: v.pipe(v.number(), v.integer()) });
const Users = v.object({ items: v.array(User), limit: v.number() });
`;
export const GIVEN = `{ name: "a", email: "a@b.co", age: 1 }`;
