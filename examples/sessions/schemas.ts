// The schemas of request bodies. Only the server loads this file.
import { z } from "zod";

const Name = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .transform((name) => name.normalize("NFKC"));

/** A name and a password. The server hashes the password, so the password has a maximum length. */
export const PasswordSchema = z.object({
  name: Name,
  password: z.string().min(12).max(200),
});
export type Password = z.input<typeof PasswordSchema>;

export const NewTokenSchema = z.object({ days: z.number().int().min(1).max(365) });
export type NewToken = z.input<typeof NewTokenSchema>;

export const NewTeamSchema = z.object({ name: Name });
export type NewTeam = z.input<typeof NewTeamSchema>;

export const NewMemberSchema = z.object({ name: Name });
export type NewMember = z.input<typeof NewMemberSchema>;

export const NewNoteSchema = z.object({ text: z.string().trim().min(1).max(500) });
export type NewNote = z.input<typeof NewNoteSchema>;
