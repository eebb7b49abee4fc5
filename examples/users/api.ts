// The API of users and their friends, declared once: the server serves this value and the client calls it.
// Bodies are declared by types alone. `bough schemas examples/users/api.ts` writes their schemas to api.schemas.ts,
// which only the server loads.
import {
  bearer,
  del,
  dynamicResource,
  failure,
  get,
  integer,
  list,
  oneOf,
  patch,
  post,
  put,
  query,
  rootResource,
  staticResource,
  string,
  type,
  uuid,
} from "bough";
import { head } from "bough/existing";

export interface User {
  /** @format uuid */
  readonly id: string;
  readonly name: string;
  /** @format email */
  readonly email: string;
  readonly role: "admin" | "member";
}

/** Somebody who signs up. The role is `member` if it is left out. */
export interface NewUser {
  /** @maxLength 100 */
  readonly name: string;
  readonly email: string;
  readonly role?: User["role"] | undefined;
}

/** Missing members stay unchanged. */
export type UserChanges = { readonly [Name in keyof NewUser]?: NewUser[Name] | undefined };

/** The first and last characters of names and addresses. */
export interface UserFilter {
  /** @maxLength 100 */
  readonly nameStartsWith?: string;
  /** @maxLength 100 */
  readonly emailEndsWith?: string;
}

/** An entry in a user's numbered list of friends. */
export interface Friend {
  /** @integer */
  readonly number: number;
  /** @format uuid */
  readonly user: string;
  readonly name: string;
}

export interface NewFriend {
  /**
   * The id of a user.
   * @format uuid
   */
  readonly user: string;
}

export interface Statistics {
  /** @integer */
  readonly users: number;
  /** @integer */
  readonly friendships: number;
}

const Unauthorized = failure("unauthorized", 401);
export const UserNotFound = failure("user-not-found", 404);
export const FriendNotFound = failure("friend-not-found", 404).body<{ number: number }>();
export const EmailTaken = failure("email-taken", 409).body<{ email: string }>();
export const AlreadyFriends = failure("already-friends", 409).body<{ number: number }>();
export const OwnFriend = failure("own-friend", 409, { title: "Nobody is their own friend" });

/** What is changed needs a token. A call without one fails with `Unauthorized`, so its result tells why. */
export const UserToken = bearer("user-token", { unauthorized: Unauthorized });

export const api = rootResource("v1", {
  service: staticResource("service", {
    health: get("health"),
    statistics: get("statistics").response<Statistics>(),
  }),

  users: staticResource("users", {
    /** Lists users in the order of their sign-up. */
    list: get()
      .parameters({
        limit: integer({ min: 1, max: 100 }).default(20),
        role: list(oneOf("admin", "member")),
        name: string({ max: 100 }).optional(),
      })
      .response<User[]>(),

    /** Finds users with a filter that is too long for a URL: a safe method with a body. */
    search: query().request<UserFilter>().response<User[]>(),

    /** Signs up a user. A repeated request with the same idempotency key gets the first response. */
    create: post()
      .request<NewUser>()
      .response(type<User>(), { status: 201, headers: { location: string() } })
      .idempotent({ required: false })
      .failure(EmailTaken),

    // Every endpoint below a user may fail with this.
    user: dynamicResource(
      "user",
      { type: uuid(), failures: [UserNotFound] },
      {
        /** Returns a user. */
        find: get().response<User>(),
        /** Checks whether the user exists. */
        exists: head(),
        replace: put().security(UserToken).request<NewUser>().response<User>().failure(EmailTaken),
        change: patch()
          .security(UserToken)
          .request<UserChanges>()
          .response<User>()
          .failure(EmailTaken),
        remove: del().security(UserToken),

        friends: staticResource("friends", {
          /** Lists a user's friends by their numbers. */
          list: get().response<Friend[]>(),
          friend: dynamicResource("friend", integer({ min: 1 }), {
            /** Returns the friend with this number. */
            find: get().response<Friend>().failure(FriendNotFound),
            /** Puts a user at this number: 201 if the number was free, otherwise 200. */
            put: put()
              .security(UserToken)
              .request<NewFriend>()
              .response<Friend>()
              .response(type<Friend>(), { status: 201 })
              .failure(AlreadyFriends, OwnFriend),
            remove: del().security(UserToken).failure(FriendNotFound),
          }),
        }),
      },
    ),
  }),
});
