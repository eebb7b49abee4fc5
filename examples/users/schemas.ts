// The schemas of request bodies, and the types that the declaration takes from them. Only the server loads this
// file: the declaration imports its types, so a browser loads no zod.
import { z } from "zod";

export const NewUserSchema = z.object({
  name: z.string().trim().min(1).max(100),
  email: z.email().toLowerCase(),
  role: z.enum(["admin", "member"]).default("member"),
});
export type NewUser = z.input<typeof NewUserSchema>;

/** Missing members stay unchanged. */
export const ChangesSchema = NewUserSchema.partial().extend({
  role: z.enum(["admin", "member"]).optional(),
});
export type UserChanges = z.input<typeof ChangesSchema>;

export const FilterSchema = z.object({
  nameStartsWith: z.string().optional(),
  emailEndsWith: z.string().optional(),
});
export type UserFilter = z.input<typeof FilterSchema>;

export const NewFriendSchema = z.object({ user: z.uuid() });
export type NewFriend = z.input<typeof NewFriendSchema>;
