// A user: articles and favorites.
import { useQuery } from "@tanstack/react-query";
import { hrefOf } from "bough";
import type { ReactNode } from "react";
import { api } from "../../src/api.ts";
import { useUser } from "./account.ts";
import { ArticleList } from "./article-list.tsx";
import { queries } from "./calls.ts";
import { Tab } from "./home.tsx";
import { Avatar, Heading, useTitle, Waiting } from "./parts.tsx";
import { Link, site } from "./routes.tsx";
import { FollowButton } from "./social.tsx";

interface ProfileProps {
  readonly username: string;
  readonly isFavorites: boolean;
  readonly page: number;
}

export function ProfilePage({ username, isFavorites, page }: ProfileProps): ReactNode {
  const { data, error } = useQuery(queries.queryOptions(api.profiles.profile(username).find));
  const me = useUser();
  useTitle(username);
  const of = site.profile.user(username);
  if (!data) return <Waiting error={error} />;
  const { profile } = data;
  const endpoint = isFavorites ? of.favorites : of.articles;
  return (
    <>
      <header className="user-head">
        <Avatar name={profile.username} image={profile.image} />
        <Heading>{profile.username}</Heading>
        {profile.bio && <p>{profile.bio}</p>}
        {me?.username === profile.username ? (
          <Link className="button quiet small" href={hrefOf(site.settings)}>
            Edit profile
          </Link>
        ) : (
          <FollowButton user={profile} />
        )}
      </header>
      <main className="narrow">
        <nav className="tabs" aria-label="Articles">
          <Tab href={hrefOf(of.articles)} isCurrent={!isFavorites} text="Articles" />
          <Tab href={hrefOf(of.favorites)} isCurrent={isFavorites} text="Favorites" />
        </nav>
        <ArticleList
          {...(isFavorites ? { favorited: profile.username } : { author: profile.username })}
          page={page}
          hrefOfPage={(at) => hrefOf(endpoint, { parameters: { page: at } })}
          empty="There are no articles here yet."
        />
      </main>
    </>
  );
}
