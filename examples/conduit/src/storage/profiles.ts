// What users see of each other, and who follows whom. `viewer` is the id of the user who looks; `undefined` for
// nobody.
import { nameKey } from "../accounts/name-key.ts";
import type { Profile } from "../api.ts";
import type { Database } from "../database/database.ts";

export interface FoundProfile {
  readonly id: number;
  readonly profile: Profile;
}

export class Profiles {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(username: string, viewer: number | undefined): Promise<FoundProfile | undefined> {
    const row = await this.#database.first<Profile & { readonly id: number }>(
      `select u.id, u.username, u.bio, u.image,
         exists (select from follows where follower = $2 and followed = u.id) as following
       from users u where u.username_key = $1`,
      nameKey(username),
      viewer,
    );
    if (row === undefined) return undefined;
    const { id, ...profile } = row;
    return { id, profile };
  }

  /** Follows a user. Twice is once. */
  async follow(follower: number, followed: number): Promise<void> {
    await this.#database.query(
      "insert into follows (follower, followed) values ($1, $2) on conflict do nothing",
      follower,
      followed,
    );
  }

  async unfollow(follower: number, followed: number): Promise<void> {
    await this.#database.query(
      "delete from follows where follower = $1 and followed = $2",
      follower,
      followed,
    );
  }
}
