// The first page: articles of everybody, of the users whom the reader follows, or with a tag.
import { useQuery } from "@tanstack/react-query";
import { hrefOf } from "bough";
import type { ReactNode } from "react";
import { api } from "../../src/api.ts";
import { useSession } from "./account.ts";
import { ArticleList, Tags } from "./article-list.tsx";
import { queries } from "./calls.ts";
import { Heading, Loading, Problem, useTitle } from "./parts.tsx";
import { Link, site } from "./routes.tsx";

interface HomeProps {
  readonly tag: string | undefined;
  readonly feed: string | undefined;
  readonly page: number;
}

export function Home({ tag, feed, page }: HomeProps): ReactNode {
  const { token } = useSession();
  const isFeed = tag === undefined && (feed === "yours" || (feed === undefined && !!token));
  useTitle(tag === undefined ? "" : `#${tag}`);
  const to = (parameters: { tag?: string; feed?: string; page?: number }): string =>
    hrefOf(site.home, { parameters });
  return (
    <>
      {!token && (
        <header className="banner">
          <Heading>Conduit</Heading>
          <p>A place to share what you know.</p>
        </header>
      )}
      <div className="columns">
        <main>
          {token && <Heading className="unseen">Articles</Heading>}
          <nav className="tabs" aria-label="Feeds">
            {token && <Tab href={to({ feed: "yours" })} isCurrent={isFeed} text="Your feed" />}
            <Tab
              href={to({ feed: "all" })}
              isCurrent={!isFeed && tag === undefined}
              text="Global feed"
            />
            {tag !== undefined && <Tab href={to({ tag })} isCurrent text={`#${tag}`} />}
          </nav>
          <ArticleList
            feed={isFeed}
            tag={tag}
            page={page}
            hrefOfPage={(at) =>
              to(
                tag === undefined
                  ? { feed: isFeed ? "yours" : "all", page: at }
                  : { tag, page: at },
              )
            }
            empty={
              isFeed
                ? "Follow somebody, and their articles appear here."
                : "There are no articles here yet."
            }
          />
        </main>
        <PopularTags />
      </div>
    </>
  );
}

export function Tab(props: { href: string; isCurrent: boolean; text: string }): ReactNode {
  const { href, isCurrent, text } = props;
  return (
    <Link href={href} aria-current={isCurrent ? "page" : undefined}>
      {text}
    </Link>
  );
}

function PopularTags(): ReactNode {
  const { data, error } = useQuery(queries.queryOptions(api.tags.list));
  return (
    <aside className="sidebar" aria-label="Popular tags">
      <h2>Popular tags</h2>
      {error ? <Problem error={error} isQuery /> : data ? <Tags tags={data.tags} /> : <Loading />}
      {data?.tags.length === 0 && <p className="empty">No tags yet.</p>}
    </aside>
  );
}
