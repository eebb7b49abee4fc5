// Articles, lists of them, and favorites.
import { api, NotFound, NotYours } from "../api.ts";
import { errors } from "../errors.ts";
import type { Articles } from "../storage/articles.ts";
import type { Views } from "../views.ts";

/** Bytes of a request with the longest text, each character of which may be an escape of 12 bytes. */
const LARGE = { limits: { body: 1_500_000 } };
/** How many tags the list has. */
const TAGS = 50;

export function routeArticles(
  { plain, transactional, repeatable }: Views,
  articles: Articles,
): void {
  const { article } = api.articles;

  plain.route(api.articles.list, ({ parameters: { limit, offset, ...filter }, principal }) =>
    articles.list(filter, { limit, offset }, principal?.id),
  );
  plain.route(api.articles.feed, ({ parameters, principal }) =>
    articles.list({ followedBy: principal.id }, parameters, principal.id),
  );
  plain.route(api.tags.list, async () => ({ tags: await articles.tags(TAGS) }));

  plain.route(article.find, async ({ ids, principal, fail }) => ({
    article: (await articles.find(ids.slug, principal?.id)) ?? fail(NotFound, missing),
  }));
  repeatable.route(
    api.articles.create,
    async ({ body, principal }) => {
      const slug = await articles.create(principal.id, body.article);
      return { article: await written(articles, slug, principal.id) };
    },
    LARGE,
  );
  transactional.route(
    article.change,
    async ({ ids, body, principal, fail, expect }) => {
      const found = (await articles.lock(ids.slug)) ?? fail(NotFound, missing);
      if (found.author !== principal.id) fail(NotYours, foreign);
      expect(found.version, changed);
      const slug = await articles.change(found, ids.slug, body.article);
      return { article: await written(articles, slug, principal.id) };
    },
    LARGE,
  );
  transactional.route(article.remove, async ({ ids, principal, fail, expect }) => {
    const found = (await articles.lock(ids.slug)) ?? fail(NotFound, missing);
    if (found.author !== principal.id) fail(NotYours, foreign);
    expect(found.version, changed);
    await articles.remove(found.id);
  });

  plain.route(article.favorite, {
    add: async ({ ids, principal, fail }) => {
      await articles.addFavorite(principal.id, ids.slug);
      const found = await articles.find(ids.slug, principal.id);
      return { article: found ?? fail(NotFound, missing) };
    },
    remove: async ({ ids, principal, fail }) => {
      await articles.removeFavorite(principal.id, ids.slug);
      const found = await articles.find(ids.slug, principal.id);
      return { article: found ?? fail(NotFound, missing) };
    },
  });
}

const missing = errors("article", "not found");
const foreign = errors("article", "forbidden");
const changed = errors("article", "has changed");

// The article that this transaction has written.
async function written(articles: Articles, slug: string, viewer: number) {
  const article = await articles.find(slug, viewer);
  if (article === undefined) throw new Error(`the article ${slug} was not written`);
  return article;
}
