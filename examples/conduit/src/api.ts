// The API of RealWorld ("Conduit"), declared once: the server serves this value, and the page calls it. Bodies
// are declared by types alone, so the page loads no schemas. The tags in the comments of the types are rules
// that the server checks: `npm run schemas` writes them to api.schemas.ts. A text that PostgreSQL cannot store as
// it is matches no pattern: one with U+0000 or with half a surrogate pair.
import {
  anonymous,
  del,
  dynamicResource,
  failure,
  get,
  integer,
  post,
  put,
  rootResource,
  staticResource,
  string,
  type,
} from "bough";
import { httpAuth } from "bough/existing";

/** The body of every response that is not a success: what is wrong, by the field or the thing that it is about. */
export interface Errors {
  readonly errors: { readonly [field: string]: readonly string[] };
}

/** The user who is signed in. */
export interface User {
  readonly email: string;
  /** Send it as `Authorization: Token …`. */
  readonly token: string;
  readonly username: string;
  readonly bio: string | null;
  readonly image: string | null;
}

/**
 * Letters, digits, `_`, `-`, `.` and single spaces, in any script. Two names that differ only in case or in their
 * Unicode form are one name.
 * @minLength 1
 * @maxLength 40
 * @pattern ^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.\-]*(?: [\p{L}\p{M}\p{N}_.\-]+)*$
 */
export type Username = string;

/**
 * Two addresses that differ only in case are one address.
 * @minLength 1
 * @format email
 * @maxLength 254
 */
export type Email = string;

/**
 * @minLength 8
 * @maxLength 200
 * @pattern \S
 */
export type Password = string;

export interface NewUser {
  readonly username: Username;
  readonly email: Email;
  readonly password: Password;
}

export interface Login {
  readonly email: Email;
  /**
   * @minLength 1
   * @maxLength 200
   * @pattern ^[^\0\p{Cs}]*$
   */
  readonly password: string;
}

/** Members that are left out stay as they are; `null` and `""` remove the text or the picture. */
export interface UserChanges {
  readonly email?: Email;
  readonly username?: Username;
  readonly password?: Password;
  /**
   * @maxLength 2000
   * @pattern ^[^\0\p{Cs}]*$
   */
  readonly bio?: string | null;
  /**
   * The address of a picture, in the characters of RFC 3986.
   * @maxLength 2000
   * @pattern ^(?:https?://[\w.~:/?#[\]@!$&'()*+,;=%\-]+)?$
   */
  readonly image?: string | null;
}

export interface Profile {
  readonly username: string;
  readonly bio: string | null;
  readonly image: string | null;
  /** Whether the caller follows this user. */
  readonly following: boolean;
}

/** An article in a list, without its text. */
export interface ArticlePreview {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly tagList: readonly string[];
  /** @format date-time */
  readonly createdAt: string;
  /** @format date-time */
  readonly updatedAt: string;
  /** Whether the caller has it among the favorites. */
  readonly favorited: boolean;
  /** @integer */
  readonly favoritesCount: number;
  readonly author: Profile;
}

export interface Article extends ArticlePreview {
  /** Markdown as its author wrote it. Sanitize what you make of it. */
  readonly body: string;
  /**
   * Another number after each change of the article. Favorites do not count.
   * @integer
   */
  readonly version: number;
}

/**
 * @minLength 1
 * @maxLength 200
 * @pattern ^(?=\s*\S)[^\p{Cc}\p{Cs}]*$
 */
export type Title = string;

/**
 * @minLength 1
 * @maxLength 500
 * @pattern ^(?=\s*\S)[^\p{Cc}\p{Cs}]*$
 */
export type Description = string;

/**
 * Markdown.
 * @minLength 1
 * @maxLength 100000
 * @pattern ^(?=\s*\S)[^\0\p{Cs}]*$
 */
export type ArticleText = string;

/**
 * @minLength 1
 * @maxLength 40
 * @pattern ^(?=\s*\S)[^\p{Cc}\p{Cs}]*$
 */
export type Tag = string;

export interface NewArticle {
  readonly title: Title;
  readonly description: Description;
  readonly body: ArticleText;
  /** @maxItems 20 */
  readonly tagList?: readonly Tag[];
}

/** Members that are left out stay as they are. A new title gives the article a new slug. */
export interface ArticleChanges {
  readonly title?: Title;
  readonly description?: Description;
  readonly body?: ArticleText;
  /** @maxItems 20 */
  readonly tagList?: readonly Tag[];
}

export interface Comment {
  /** @integer */
  readonly id: number;
  /** @format date-time */
  readonly createdAt: string;
  /** @format date-time */
  readonly updatedAt: string;
  /** Plain text as its author wrote it. */
  readonly body: string;
  readonly author: Profile;
}

export interface NewComment {
  /**
   * @minLength 1
   * @maxLength 5000
   * @pattern ^(?=\s*\S)[^\0\p{Cs}]*$
   */
  readonly body: string;
}

export interface ArticleList {
  readonly articles: readonly ArticlePreview[];
  /**
   * How many articles there are on all pages.
   * @integer
   */
  readonly articlesCount: number;
}

/** The token of a user: `Authorization: Token …`. A wrong or expired token is a 401. */
export const Token = httpAuth("token", {
  scheme: "Token",
  description: "The `token` of a user, from the response to sign-up or login.",
});

/** The database does not respond. Try again after the seconds in `Retry-After`. */
export const Unavailable = failure("unavailable", 503)
  .bare<Errors>()
  .headers({ "retry-after": integer({ min: 0 }) });
/** There is no such profile, article or comment. */
export const NotFound = failure("not-found", 404).bare<Errors>();
/** The article or the comment is somebody else's. */
export const NotYours = failure("not-yours", 403).bare<Errors>();
/** The article has changed since the client read it. */
export const ArticleChanged = failure("article-changed", 412).bare<Errors>();
/** Somebody else has the user name or the email address. */
export const Taken = failure("taken", 409).bare<Errors>();
/** The email address or the password is wrong. Nobody learns which of them. */
export const WrongPassword = failure("wrong-password", 401)
  .bare<Errors>()
  .headers({ "www-authenticate": string() });
/** Nobody can follow themselves. */
export const OwnProfile = failure("own-profile", 422).bare<Errors>();

const page = {
  limit: integer({ min: 1, max: 100 }).default(20).describe("how many articles to list"),
  offset: integer({ min: 0, max: 1_000_000 }).default(0).describe("how many articles to skip"),
};
/** A client that sends the version that it has read overwrites no other. RealWorld's clients send none. */
const versioned = {
  version: "article.version",
  changed: ArticleChanged,
  required: false,
} as const;
/** Everybody may read. With a token, `following` and `favorited` are the caller's. */
const optional = [Token, anonymous] as const;

export const api = rootResource(
  "api",
  { rejections: type<Errors>(), failures: [Unavailable], security: [Token] },
  {
    users: staticResource(
      "users",
      { security: [anonymous], describe: { tags: ["User and Authentication"] } },
      {
        /** Signs up. */
        create: post()
          .request<{ user: NewUser }>()
          .response(type<{ user: User }>(), { status: 201 })
          .failure(Taken),
        /** Signs in. */
        login: post("login")
          .request<{ user: Login }>()
          .response<{ user: User }>()
          .failure(WrongPassword),
      },
    ),

    user: staticResource(
      "user",
      { describe: { tags: ["User and Authentication"] } },
      {
        /** The user who is signed in. */
        find: get().response<{ user: User }>(),
        /** Changes the user who is signed in. */
        change: put().request<{ user: UserChanges }>().response<{ user: User }>().failure(Taken),
      },
    ),

    profiles: staticResource(
      "profiles",
      { describe: { tags: ["Profile"] } },
      {
        profile: dynamicResource(
          "username",
          { type: string({ max: 40 }), failures: [NotFound] },
          {
            /** Finds the profile of a user. */
            find: get()
              .security(...optional)
              .response<{ profile: Profile }>(),
            /** Follows a user. */
            follow: post("follow").response<{ profile: Profile }>().failure(OwnProfile),
            /** Stops following a user. */
            unfollow: del("follow").response<{ profile: Profile }>(),
          },
        ),
      },
    ),

    articles: staticResource(
      "articles",
      { describe: { tags: ["Articles"] } },
      {
        /** Lists articles, newest first. */
        list: get()
          .security(...optional)
          .parameters({
            tag: string({ max: 40 }).optional().describe("only articles with this tag"),
            author: string({ max: 40 }).optional().describe("only articles of this user"),
            favorited: string({ max: 40 }).optional().describe("only favorites of this user"),
            ...page,
          })
          .response<ArticleList>()
          .paged({ items: "articles", offset: "offset", total: "articlesCount" }),
        /** Lists the articles of the users whom the caller follows, newest first. */
        feed: get("feed")
          .parameters(page)
          .response<ArticleList>()
          .paged({ items: "articles", offset: "offset", total: "articlesCount" }),
        /** Publishes an article. */
        create: post()
          .request<{ article: NewArticle }>()
          .response(type<{ article: Article }>(), { status: 201 })
          .idempotent({ required: false }),

        article: dynamicResource(
          "slug",
          { type: string({ max: 120 }), failures: [NotFound] },
          {
            // It has no `ETag`, because `favoritesCount` changes without the article.
            /** Finds an article by its slug. */
            find: get()
              .security(...optional)
              .response<{ article: Article }>(),
            /** Changes an article of the caller. */
            change: put()
              .request<{ article: ArticleChanges }>()
              .response<{ article: Article }>()
              .failure(NotYours)
              .conditional(versioned),
            /** Removes an article of the caller, with its comments. */
            remove: del().failure(NotYours).conditional(versioned),

            comments: staticResource(
              "comments",
              { describe: { tags: ["Comments"] } },
              {
                /** Lists the comments of an article, newest first. */
                list: get()
                  .security(...optional)
                  .response<{ comments: readonly Comment[] }>(),
                /** Adds a comment to an article. */
                create: post()
                  .request<{ comment: NewComment }>()
                  .response(type<{ comment: Comment }>(), { status: 201 })
                  .idempotent({ required: false }),
                comment: dynamicResource("id", integer({ min: 1, max: 2_147_483_647 }), {
                  /** Removes a comment of the caller. */
                  remove: del().failure(NotYours),
                }),
              },
            ),

            favorite: staticResource(
              "favorite",
              { describe: { tags: ["Favorites"] } },
              {
                /** Adds an article to the caller's favorites. */
                add: post().response<{ article: Article }>(),
                /** Removes an article from the caller's favorites. */
                remove: del().response<{ article: Article }>(),
              },
            ),
          },
        ),
      },
    ),

    tags: staticResource(
      "tags",
      { security: [anonymous], describe: { tags: ["Tags"] } },
      {
        /** Lists the tags of articles, those of most articles first. */
        list: get().response<{ tags: readonly string[] }>(),
      },
    ),
  },
);
