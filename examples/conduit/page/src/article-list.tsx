// A list of articles, page by page.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { hrefOf } from "bough";
import type { ReactNode } from "react";
import { api } from "../../src/api.ts";
import type { ArticlePreview, Profile } from "../../src/api.ts";
import { queries } from "./calls.ts";
import { Avatar, Day, Loading, Problem } from "./parts.tsx";
import { articleHref, Link, profileHref, site } from "./routes.tsx";
import { FavoriteButton } from "./social.tsx";

/** How many articles a page has. */
const SIZE = 10;

export interface Listing {
  readonly feed?: boolean;
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  readonly favorited?: string | undefined;
}

interface ListProps extends Listing {
  readonly page: number;
  /** The address of a page of the list. */
  readonly hrefOfPage: (page: number) => string;
  readonly empty: ReactNode;
}

export function ArticleList({ feed, page, hrefOfPage, empty, ...filter }: ListProps): ReactNode {
  const range = { limit: SIZE, offset: (page - 1) * SIZE };
  const options = feed
    ? queries.queryOptions(api.articles.feed, { parameters: range })
    : queries.queryOptions(api.articles.list, { parameters: { ...filter, ...range } });
  const { data, error, isPlaceholderData } = useQuery({
    ...options,
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <Problem error={error} isQuery />;
  if (!data) return <Loading lines={8} />;
  const { articles, articlesCount } = data;
  return (
    <div className={isPlaceholderData ? "fading" : ""} aria-busy={isPlaceholderData}>
      {articles.length === 0 && <p className="empty">{empty}</p>}
      {articles.map((article) => (
        <Preview key={article.slug} article={article} />
      ))}
      <Pages page={page} count={Math.ceil(articlesCount / SIZE)} hrefOfPage={hrefOfPage} />
    </div>
  );
}

function Preview({ article }: { article: ArticlePreview }): ReactNode {
  const { slug, title, description, tagList } = article;
  return (
    <article className="preview">
      <div className="preview-head">
        <Byline author={article.author} at={article.createdAt} />
        <FavoriteButton article={article} />
      </div>
      <Link href={articleHref(slug)} className="preview-text">
        <h2>{title}</h2>
        <p>{description}</p>
      </Link>
      <Tags tags={tagList} />
    </article>
  );
}

export function Byline({ author, at }: { author: Profile; at: string }): ReactNode {
  const { username, image } = author;
  return (
    <div className="byline">
      <Link href={profileHref(username)} tabIndex={-1} aria-hidden="true">
        <Avatar name={username} image={image} />
      </Link>
      <div>
        <Link href={profileHref(username)} className="name">
          {username}
        </Link>
        <Day at={at} />
      </div>
    </div>
  );
}

export function Tags({ tags }: { tags: readonly string[] }): ReactNode {
  return (
    <ul className="tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link href={hrefOf(site.home, { parameters: { tag } })}>{tag}</Link>
        </li>
      ))}
    </ul>
  );
}

interface PagesProps {
  readonly page: number;
  readonly count: number;
  readonly hrefOfPage: (page: number) => string;
}

function Pages({ page, count, hrefOfPage }: PagesProps): ReactNode {
  if (count < 2) return null;
  const near = Array.from({ length: count }, (_, at) => at + 1).filter(
    (at) => at === 1 || at === count || Math.abs(at - page) < 3,
  );
  return (
    <nav className="pages" aria-label="Pages">
      {near.map((at, index) => (
        <span key={at}>
          {index > 0 && at - (near[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
          <Link href={hrefOfPage(at)} aria-current={at === page ? "page" : undefined}>
            {at}
          </Link>
        </span>
      ))}
    </nav>
  );
}
