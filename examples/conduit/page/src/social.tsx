// Buttons to follow a user and to like an article. Who is not signed in is asked to.
import { useMutation } from "@tanstack/react-query";
import { hrefOf } from "bough";
import type { ReactNode } from "react";
import { api } from "../../src/api.ts";
import type { ArticlePreview, Profile } from "../../src/api.ts";
import { useUser } from "./account.ts";
import { queries } from "./calls.ts";
import { Problem } from "./parts.tsx";
import { go, site } from "./routes.tsx";

const { profile } = api.profiles;
const { favorite } = api.articles.article;
const stale = { invalidates: [api.profiles, api.articles] };

export function FollowButton({ user }: { user: Profile }): ReactNode {
  const me = useUser();
  const follow = useMutation(queries.mutationOptions(profile.follow, stale));
  const unfollow = useMutation(queries.mutationOptions(profile.unfollow, stale));
  if (me?.username === user.username) return null;
  const change = user.following ? unfollow : follow;
  return (
    <>
      <button
        type="button"
        className="button quiet small"
        aria-pressed={user.following}
        disabled={change.isPending}
        onClick={() =>
          me ? change.mutate({ ids: { username: user.username } }) : go(hrefOf(site.login))
        }
      >
        {user.following ? "Following" : "Follow"} {user.username}
      </button>
      {change.error && <Problem error={change.error} />}
    </>
  );
}

export function FavoriteButton({ article }: { article: ArticlePreview }): ReactNode {
  const me = useUser();
  const add = useMutation(queries.mutationOptions(favorite.add, { invalidates: [api.articles] }));
  const remove = useMutation(
    queries.mutationOptions(favorite.remove, { invalidates: [api.articles] }),
  );
  const { favorited, favoritesCount, slug } = article;
  const change = favorited ? remove : add;
  return (
    <>
      <button
        type="button"
        className="button quiet small favorite"
        aria-pressed={favorited}
        aria-label={`${favorited ? "Remove from" : "Add to"} favorites, ${favoritesCount} so far`}
        disabled={change.isPending}
        onClick={() => (me ? change.mutate({ ids: { slug } }) : go(hrefOf(site.login)))}
      >
        <span aria-hidden="true">{favorited ? "♥" : "♡"}</span> {favoritesCount}
      </button>
      {change.error && <Problem error={change.error} />}
    </>
  );
}
