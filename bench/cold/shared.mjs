// The API of the cold start: endpoint i is GET /v1/r{i}/{id}, with its own schemas.
import { z } from "zod";

export const rangeOf = (count) => Array.from({ length: count }, (_, index) => index);
export const item = (id) => ({ id, name: "Ada", age: 36 });
/** The schemas of an endpoint's id and response. */
export const schemasOf = (index) => ({
  params: z.object({ id: z.string() }),
  answer: z.object({
    id: z.string(),
    name: z.string(),
    age: z.number(),
    [`f${index}`]: z.string().optional(),
  }),
});
