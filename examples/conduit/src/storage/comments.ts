// Comments of articles. `viewer` is the id of the user who looks; `undefined` for nobody.
import type { Comment } from "../api.ts";
import type { Database } from "../database/database.ts";
import { AUTHOR, instant } from "./author.ts";

// A comment never changes.
const COMMENT = `c.id, ${instant("c.created_at")} as "createdAt", ${instant("c.created_at")} as "updatedAt",
  c.body, ${AUTHOR} as author`;

export class Comments {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The comments of an article, newest first; `undefined` if there is no such article. */
  async list(slug: string, viewer: number | undefined): Promise<Comment[] | undefined> {
    const article = await this.#article(slug);
    return (
      article &&
      this.#database.query<Comment>(
        `select ${COMMENT} from comments c join users u on u.id = c.author
         where c.article = $2 order by c.id desc`,
        viewer,
        article.id,
      )
    );
  }

  /** Adds a comment; `undefined` if there is no such article. */
  async create(slug: string, author: number, body: string): Promise<Comment | undefined> {
    return this.#database.first<Comment>(
      `with c as (
         insert into comments (article, author, body)
         select id, $1, $3 from articles where slug = $2 for key share returning *
       )
       select ${COMMENT} from c join users u on u.id = c.author`,
      author,
      slug,
      body,
    );
  }

  /** Removes a comment of its author, and tells whether it did, or why not. */
  async remove(
    slug: string,
    id: number,
    author: number,
  ): Promise<"removed" | "no article" | "no comment" | "foreign"> {
    const found = await this.#database.first<{ author: number }>(
      `select c.author from comments c join articles a on a.id = c.article
       where c.id = $1 and a.slug = $2 for update of c`,
      id,
      slug,
    );
    if (found === undefined) {
      return (await this.#article(slug)) === undefined ? "no article" : "no comment";
    }
    if (found.author !== author) return "foreign";
    await this.#database.query("delete from comments where id = $1", id);
    return "removed";
  }

  async #article(slug: string): Promise<{ readonly id: number } | undefined> {
    return this.#database.first("select id from articles where slug = $1", slug);
  }
}
