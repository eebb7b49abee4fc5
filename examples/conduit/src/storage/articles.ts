// Articles, their tags, and whose favorites they are. `viewer` is the id of the user who looks; `undefined` for
// nobody.
import { nameKey } from "../accounts/name-key.ts";
import type { Article, ArticleChanges, ArticlePreview, NewArticle } from "../api.ts";
import type { Database } from "../database/database.ts";
import { AUTHOR, instant } from "./author.ts";
import { freeSlug, slugOf } from "./slug.ts";

export interface ArticleFilter {
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  readonly favorited?: string | undefined;
  /** The id of a user: only articles of those whom this user follows. */
  readonly followedBy?: number | undefined;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The facts of an article that a change needs. */
export interface ArticleKey {
  readonly id: number;
  readonly author: number;
  readonly title: string;
  readonly version: number;
}

const PREVIEW = `a.slug, a.title, a.description, a.tags as "tagList",
  ${instant("a.created_at")} as "createdAt", ${instant("a.updated_at")} as "updatedAt",
  exists (select from favorites f where f.article = a.id and f.user_id = $1) as favorited,
  (select count(*)::integer from favorites f where f.article = a.id) as "favoritesCount",
  ${AUTHOR} as author`;
const FROM = "from articles a join users u on u.id = a.author";

export class Articles {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(slug: string, viewer: number | undefined): Promise<Article | undefined> {
    const sql = `select ${PREVIEW}, a.body, a.version ${FROM} where a.slug = $2`;
    return this.#database.first<Article>(sql, viewer, slug);
  }

  /** The article of a slug. Nobody else changes it until the end of the transaction. */
  async lock(slug: string): Promise<ArticleKey | undefined> {
    return this.#database.first(
      "select id, author, title, version from articles where slug = $1 for update",
      slug,
    );
  }

  async list(
    filter: ArticleFilter,
    { limit, offset }: Page,
    viewer: number | undefined,
  ): Promise<{ articles: ArticlePreview[]; articlesCount: number }> {
    const conditions = conditionsOf(filter);
    const where = (first: number): string =>
      conditions.map(({ sql }, index) => ` and ${sql(`$${first + index}`)}`).join("");
    const values = conditions.map(({ value }) => value);
    const [total] = await this.#database.query<{ count: number }>(
      `select count(*)::integer from articles a where true${where(1)}`,
      ...values,
    );
    const articles = await this.#database.query<ArticlePreview>(
      `select ${PREVIEW} ${FROM} where true${where(4)}
       order by a.created_at desc, a.id desc limit $2 offset $3`,
      viewer,
      limit,
      offset,
      ...values,
    );
    return { articles, articlesCount: total?.count ?? 0 };
  }

  /** Publishes an article and returns its slug. */
  async create(author: number, { title, description, body, tagList }: NewArticle): Promise<string> {
    const slug = await freeSlug(this.#database, title);
    await this.#database.query(
      `insert into articles (slug, author, title, description, body, tags)
       values ($1, $2, $3, $4, $5, $6)`,
      slug,
      author,
      title,
      description,
      body,
      tagsOf(tagList ?? []),
    );
    return slug;
  }

  /** Changes a locked article and returns its slug, which is another one if the title has other words. */
  async change(
    { id, title: before }: ArticleKey,
    slug: string,
    { title, description, body, tagList }: ArticleChanges,
  ): Promise<string> {
    const isRenamed = title !== undefined && slugOf(title) !== slugOf(before);
    const next = isRenamed ? await freeSlug(this.#database, title) : slug;
    await this.#database.query(
      `update articles set slug = $2, title = coalesce($3, title),
         description = coalesce($4, description), body = coalesce($5, body),
         tags = coalesce($6, tags), updated_at = now(), version = version + 1
       where id = $1`,
      id,
      next,
      title,
      description,
      body,
      tagList && tagsOf(tagList),
    );
    return next;
  }

  async remove(id: number): Promise<void> {
    await this.#database.query("delete from articles where id = $1", id);
  }

  /** Adds an article to the favorites of a user, if there is such an article. Twice is once. */
  async addFavorite(user: number, slug: string): Promise<void> {
    // The lock keeps the article from being removed meanwhile.
    await this.#database.query(
      `insert into favorites (user_id, article)
       select $1, id from articles where slug = $2 for key share
       on conflict do nothing`,
      user,
      slug,
    );
  }

  async removeFavorite(user: number, slug: string): Promise<void> {
    await this.#database.query(
      `delete from favorites
       where user_id = $1 and article = (select id from articles where slug = $2)`,
      user,
      slug,
    );
  }

  /** The tags of articles, those of most articles first. */
  async tags(limit: number): Promise<string[]> {
    const rows = await this.#database.query<{ tag: string }>(
      `select tag from articles, unnest(tags) as tag group by tag
       order by count(*) desc, tag limit $1`,
      limit,
    );
    return rows.map(({ tag }) => tag);
  }
}

interface Condition {
  readonly sql: (value: string) => string;
  readonly value: unknown;
}

function conditionsOf({ tag, author, favorited, followedBy }: ArticleFilter): Condition[] {
  const user = (value: string): string => `(select id from users where username_key = ${value})`;
  const all: readonly Condition[] = [
    { sql: (value) => `a.tags @> array[${value}::text]`, value: tag?.normalize("NFC") },
    { sql: (value) => `a.author = ${user(value)}`, value: author && nameKey(author) },
    {
      sql: (value) => `a.id in (select article from favorites where user_id = ${user(value)})`,
      value: favorited && nameKey(favorited),
    },
    {
      sql: (value) => `a.author in (select followed from follows where follower = ${value})`,
      value: followedBy,
    },
  ];
  return all.filter(({ value }) => value !== undefined);
}

// Once each, in the order in which the author gave them.
function tagsOf(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.normalize("NFC").trim()))];
}
