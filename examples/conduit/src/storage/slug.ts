// The last part of an article's address, made of its title.
import { randomBytes } from "node:crypto";
import type { Database } from "../database/database.ts";

/** Addresses below /api/articles that are not slugs. */
const RESERVED: ReadonlySet<string> = new Set(["feed"]);
const LONGEST = 80;

/** The slug of a title: "Crème brûlée!" is "creme-brulee". Letters of other scripts stay. */
export function slugOf(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .normalize("NFKC")
    .match(/[\p{L}\p{N}]+/gu);
  const slug = Array.from((words ?? []).join("-"))
    .slice(0, LONGEST)
    .join("")
    .replace(/-$/, "");
  return slug === "" || RESERVED.has(slug) ? `article${slug && "-"}${slug}` : slug;
}

/**
 * A slug for a title that no article has, until the end of the transaction. Call it in a transaction: a second
 * one that wants the same slug waits.
 */
export async function freeSlug(database: Database, title: string): Promise<string> {
  const slug = slugOf(title);
  await database.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", slug);
  const taken = await database.first("select 1 from articles where slug = $1", slug);
  return taken === undefined ? slug : `${slug}-${randomBytes(5).toString("hex")}`;
}
