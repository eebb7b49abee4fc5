// Schemas of request bodies that also change them: names and addresses are trimmed and get one spelling. The
// server gives them to `route`, where they win over those of the types. A browser loads no zod.
import { z } from "zod";

export const NewUserSchema = z.object({
  name: z.string().trim().min(1).max(100),
  email: z.email().toLowerCase(),
  role: z.enum(["admin", "member"]).default("member"),
});

/** Missing members stay unchanged. */
export const ChangesSchema = NewUserSchema.partial().extend({
  role: z.enum(["admin", "member"]).optional(),
});
