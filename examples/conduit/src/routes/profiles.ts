// What users see of each other, and who follows whom.
import { api, NotFound, OwnProfile } from "../api.ts";
import { errors } from "../errors.ts";
import type { Profiles } from "../storage/profiles.ts";
import type { Views } from "../views.ts";

export function routeProfiles({ plain }: Views, profiles: Profiles): void {
  plain.route(api.profiles.profile, {
    find: async ({ ids, principal, fail }) => {
      const found = await profiles.find(ids.username, principal?.id);
      return { profile: (found ?? fail(NotFound, missing)).profile };
    },
    follow: async ({ ids, principal, fail }) => {
      const found = (await profiles.find(ids.username, principal.id)) ?? fail(NotFound, missing);
      if (found.id === principal.id) fail(OwnProfile, errors("profile", "is your own"));
      await profiles.follow(principal.id, found.id);
      return { profile: { ...found.profile, following: true } };
    },
    unfollow: async ({ ids, principal, fail }) => {
      const found = (await profiles.find(ids.username, principal.id)) ?? fail(NotFound, missing);
      await profiles.unfollow(principal.id, found.id);
      return { profile: { ...found.profile, following: false } };
    },
  });
}

const missing = errors("profile", "not found");
