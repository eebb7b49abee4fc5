// The schemas of what the server receives. Only the server loads this file: the API imports its types.
import { z } from "zod";

export const PasswordSchema = z.object({ name: z.string().min(1), password: z.string().min(1) });
export type Password = z.input<typeof PasswordSchema>;

export const NewBookSchema = z.object({
  title: z.string().trim().min(1, "Enter a title").max(100, "Use at most 100 characters"),
  author: z.string().trim().min(1, "Enter an author").max(100, "Use at most 100 characters"),
});
export type NewBook = z.input<typeof NewBookSchema>;
