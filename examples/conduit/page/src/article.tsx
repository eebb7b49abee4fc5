// An article with its comments.
import { useMutation, useQuery } from "@tanstack/react-query";
import { hrefOf } from "bough";
import type { ReactNode } from "react";
import { api } from "../../src/api.ts";
import type { Article } from "../../src/api.ts";
import { useUser } from "./account.ts";
import { Byline, Tags } from "./article-list.tsx";
import { queries } from "./calls.ts";
import { Comments } from "./comments.tsx";
import { Markdown } from "./markdown.tsx";
import { Heading, Problem, useTitle, Waiting } from "./parts.tsx";
import { go, homeHref, Link, site } from "./routes.tsx";
import { FavoriteButton, FollowButton } from "./social.tsx";

export function ArticlePage({ slug }: { slug: string }): ReactNode {
  const { data, error } = useQuery(queries.queryOptions(api.articles.article(slug).find));
  useTitle(data?.article.title ?? "");
  if (data) return <Whole article={data.article} />;
  return <Waiting error={error} />;
}

function Whole({ article }: { article: Article }): ReactNode {
  const { title, body, tagList, author, createdAt, slug } = article;
  return (
    <main className="narrow">
      <Heading className="title">{title}</Heading>
      <div className="article-head">
        <Byline author={author} at={createdAt} />
        <Actions article={article} />
      </div>
      <Markdown text={body} />
      <Tags tags={tagList} />
      <Comments slug={slug} />
    </main>
  );
}

function Actions({ article }: { article: Article }): ReactNode {
  const me = useUser();
  const { slug, author } = article;
  const remove = useMutation({
    ...queries.mutationOptions(api.articles.article(slug).remove, {
      invalidates: [api.articles.list, api.articles.feed, api.tags],
    }),
    onSuccess: () => go(homeHref),
  });
  if (me?.username !== author.username) {
    return (
      <div className="actions">
        <FollowButton user={author} />
        <FavoriteButton article={article} />
      </div>
    );
  }
  return (
    <div className="actions">
      <Link className="button quiet small" href={hrefOf(site.editor.article(slug).edit)}>
        Edit
      </Link>
      <button
        type="button"
        className="button quiet small danger"
        disabled={remove.isPending}
        onClick={() => {
          if (confirm("Delete this article and its comments?")) remove.mutate();
        }}
      >
        {remove.isPending ? "Deleting…" : "Delete"}
      </button>
      <FavoriteButton article={article} />
      {remove.error && <Problem error={remove.error} />}
    </div>
  );
}
