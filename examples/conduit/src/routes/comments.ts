// Comments of articles.
import { api, NotFound, NotYours } from "../api.ts";
import { errors } from "../errors.ts";
import type { Comments } from "../storage/comments.ts";
import type { Views } from "../views.ts";

export function routeComments(
  { plain, transactional, repeatable }: Views,
  comments: Comments,
): void {
  const { list, create, comment } = api.articles.article.comments;

  plain.route(list, async ({ ids, principal, fail }) => ({
    comments: (await comments.list(ids.slug, principal?.id)) ?? fail(NotFound, missing),
  }));
  repeatable.route(create, async ({ ids, body, principal, fail }) => ({
    comment:
      (await comments.create(ids.slug, principal.id, body.comment.body)) ?? fail(NotFound, missing),
  }));
  transactional.route(comment.remove, async ({ ids, principal, fail }) => {
    const outcome = await comments.remove(ids.slug, ids.id, principal.id);
    if (outcome === "no article") fail(NotFound, missing);
    if (outcome === "no comment") fail(NotFound, errors("comment", "not found"));
    if (outcome === "foreign") fail(NotYours, errors("comment", "forbidden"));
  });
}

const missing = errors("article", "not found");
