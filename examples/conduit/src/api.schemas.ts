// @ts-nocheck
/* eslint-disable */
// `bough schemas` writes this file from the types of the API. Do not edit it.
import type { ExtractedSchemas } from "bough/server";

export const schemas: ExtractedSchemas = {
  format: 1,
  digest: "e4d3aa9174af2bb4548df1da6ff2b1938c3524333fc3e4baa33fd97d51b1d1c8",
  components: {
    Article: {
      type: "object",
      properties: {
        body: {
          type: "string",
          description: "Markdown as its author wrote it. Sanitize what you make of it.",
        },
        version: {
          type: "integer",
          description: "Another number after each change of the article. Favorites do not count.",
        },
        slug: { type: "string" },
        title: { type: "string" },
        description: { type: "string" },
        tagList: { type: "array", items: { type: "string" } },
        createdAt: { type: "string", format: "date-time" },
        updatedAt: { type: "string", format: "date-time" },
        favorited: {
          type: "boolean",
          description: "Whether the caller has it among the favorites.",
        },
        favoritesCount: { type: "integer" },
        author: { $ref: "#/components/schemas/Profile" },
      },
      required: [
        "body",
        "version",
        "slug",
        "title",
        "description",
        "tagList",
        "createdAt",
        "updatedAt",
        "favorited",
        "favoritesCount",
        "author",
      ],
    },
    ArticleChanges: {
      type: "object",
      properties: {
        title: { $ref: "#/components/schemas/Title" },
        description: { $ref: "#/components/schemas/Description" },
        body: { $ref: "#/components/schemas/ArticleText" },
        tagList: { type: "array", items: { $ref: "#/components/schemas/Tag" }, maxItems: 20 },
      },
      description:
        "Members that are left out stay as they are. A new title gives the article a new slug.",
    },
    ArticleList: {
      type: "object",
      properties: {
        articles: { type: "array", items: { $ref: "#/components/schemas/ArticlePreview" } },
        articlesCount: {
          type: "integer",
          description: "How many articles there are on all pages.",
        },
      },
      required: ["articles", "articlesCount"],
    },
    ArticlePreview: {
      type: "object",
      properties: {
        slug: { type: "string" },
        title: { type: "string" },
        description: { type: "string" },
        tagList: { type: "array", items: { type: "string" } },
        createdAt: { type: "string", format: "date-time" },
        updatedAt: { type: "string", format: "date-time" },
        favorited: {
          type: "boolean",
          description: "Whether the caller has it among the favorites.",
        },
        favoritesCount: { type: "integer" },
        author: { $ref: "#/components/schemas/Profile" },
      },
      required: [
        "slug",
        "title",
        "description",
        "tagList",
        "createdAt",
        "updatedAt",
        "favorited",
        "favoritesCount",
        "author",
      ],
      description: "An article in a list, without its text.",
    },
    ArticleText: {
      type: "string",
      description: "Markdown.",
      minLength: 1,
      maxLength: 100000,
      pattern: "^(?=\\s*\\S)[^\\0\\p{Cs}]*$",
    },
    Comment: {
      type: "object",
      properties: {
        id: { type: "integer" },
        createdAt: { type: "string", format: "date-time" },
        updatedAt: { type: "string", format: "date-time" },
        body: { type: "string", description: "Plain text as its author wrote it." },
        author: { $ref: "#/components/schemas/Profile" },
      },
      required: ["id", "createdAt", "updatedAt", "body", "author"],
    },
    Description: {
      type: "string",
      minLength: 1,
      maxLength: 500,
      pattern: "^(?=\\s*\\S)[^\\p{Cc}\\p{Cs}]*$",
    },
    Email: {
      type: "string",
      description: "Two addresses that differ only in case are one address.",
      minLength: 1,
      format: "email",
      maxLength: 254,
    },
    Errors: {
      type: "object",
      properties: {
        errors: {
          type: "object",
          additionalProperties: { type: "array", items: { type: "string" } },
        },
      },
      required: ["errors"],
      description:
        "The body of every response that is not a success: what is wrong, by the field or the thing that it is about.",
    },
    Login: {
      type: "object",
      properties: {
        email: { $ref: "#/components/schemas/Email" },
        password: { type: "string", minLength: 1, maxLength: 200, pattern: "^[^\\0\\p{Cs}]*$" },
      },
      required: ["email", "password"],
    },
    NewArticle: {
      type: "object",
      properties: {
        title: { $ref: "#/components/schemas/Title" },
        description: { $ref: "#/components/schemas/Description" },
        body: { $ref: "#/components/schemas/ArticleText" },
        tagList: { type: "array", items: { $ref: "#/components/schemas/Tag" }, maxItems: 20 },
      },
      required: ["title", "description", "body"],
    },
    NewComment: {
      type: "object",
      properties: {
        body: {
          type: "string",
          minLength: 1,
          maxLength: 5000,
          pattern: "^(?=\\s*\\S)[^\\0\\p{Cs}]*$",
        },
      },
      required: ["body"],
    },
    NewUser: {
      type: "object",
      properties: {
        username: { $ref: "#/components/schemas/Username" },
        email: { $ref: "#/components/schemas/Email" },
        password: { $ref: "#/components/schemas/Password" },
      },
      required: ["username", "email", "password"],
    },
    Password: { type: "string", minLength: 8, maxLength: 200, pattern: "\\S" },
    Profile: {
      type: "object",
      properties: {
        username: { type: "string" },
        bio: { type: ["string", "null"] },
        image: { type: ["string", "null"] },
        following: { type: "boolean", description: "Whether the caller follows this user." },
      },
      required: ["username", "bio", "image", "following"],
    },
    Tag: {
      type: "string",
      minLength: 1,
      maxLength: 40,
      pattern: "^(?=\\s*\\S)[^\\p{Cc}\\p{Cs}]*$",
    },
    Title: {
      type: "string",
      minLength: 1,
      maxLength: 200,
      pattern: "^(?=\\s*\\S)[^\\p{Cc}\\p{Cs}]*$",
    },
    User: {
      type: "object",
      properties: {
        email: { type: "string" },
        token: { type: "string", description: "Send it as `Authorization: Token …`." },
        username: { type: "string" },
        bio: { type: ["string", "null"] },
        image: { type: ["string", "null"] },
      },
      required: ["email", "token", "username", "bio", "image"],
      description: "The user who is signed in.",
    },
    UserChanges: {
      type: "object",
      properties: {
        email: { $ref: "#/components/schemas/Email" },
        username: { $ref: "#/components/schemas/Username" },
        password: { $ref: "#/components/schemas/Password" },
        bio: { type: ["string", "null"], maxLength: 2000, pattern: "^[^\\0\\p{Cs}]*$" },
        image: {
          type: ["string", "null"],
          description: "The address of a picture, in the characters of RFC 3986.",
          maxLength: 2000,
          pattern: "^(?:https?://[\\w.~:/?#[\\]@!$&'()*+,;=%\\-]+)?$",
        },
      },
      description:
        'Members that are left out stay as they are; `null` and `""` remove the text or the picture.',
    },
    Username: {
      type: "string",
      description:
        "Letters, digits, `_`, `-`, `.` and single spaces, in any script. Two names that differ only in case or in their\nUnicode form are one name.",
      minLength: 1,
      maxLength: 40,
      pattern: "^[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}_.\\-]*(?: [\\p{L}\\p{M}\\p{N}_.\\-]+)*$",
    },
  },
  endpoints: {
    "DELETE /api/articles/{}": {
      summary: "Removes an article of the caller, with its comments.",
      failures: {
        "article-changed": {
          "application/json": { schema: { $ref: "#/components/schemas/Errors" } },
        },
        "not-found": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        "not-yours": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "DELETE /api/articles/{}/comments/{}": {
      summary: "Removes a comment of the caller.",
      failures: {
        "not-found": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        "not-yours": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "DELETE /api/articles/{}/favorite": {
      summary: "Removes an article from the caller's favorites.",
      responses: {
        "200": {
          "application/json": {
            schema: {
              type: "object",
              properties: { article: { $ref: "#/components/schemas/Article" } },
              required: ["article"],
            },
          },
        },
      },
      failures: {
        "not-found": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "DELETE /api/profiles/{}/follow": {
      summary: "Stops following a user.",
      responses: {
        "200": {
          "application/json": {
            schema: {
              type: "object",
              properties: { profile: { $ref: "#/components/schemas/Profile" } },
              required: ["profile"],
            },
          },
        },
      },
      failures: {
        "not-found": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "GET /api/articles": {
      summary: "Lists articles, newest first.",
      responses: {
        "200": { "application/json": { schema: { $ref: "#/components/schemas/ArticleList" } } },
      },
      failures: {
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "GET /api/articles/feed": {
      summary: "Lists the articles of the users whom the caller follows, newest first.",
      responses: {
        "200": { "application/json": { schema: { $ref: "#/components/schemas/ArticleList" } } },
      },
      failures: {
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "GET /api/articles/{}": {
      summary: "Finds an article by its slug.",
      responses: {
        "200": {
          "application/json": {
            schema: {
              type: "object",
              properties: { article: { $ref: "#/components/schemas/Article" } },
              required: ["article"],
            },
          },
        },
      },
      failures: {
        "not-found": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "GET /api/articles/{}/comments": {
      summary: "Lists the comments of an article, newest first.",
      responses: {
        "200": {
          "application/json": {
            schema: {
              type: "object",
              properties: {
                comments: { type: "array", items: { $ref: "#/components/schemas/Comment" } },
              },
              required: ["comments"],
            },
          },
        },
      },
      failures: {
        "not-found": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "GET /api/profiles/{}": {
      summary: "Finds the profile of a user.",
      responses: {
        "200": {
          "application/json": {
            schema: {
              type: "object",
              properties: { profile: { $ref: "#/components/schemas/Profile" } },
              required: ["profile"],
            },
          },
        },
      },
      failures: {
        "not-found": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "GET /api/tags": {
      summary: "Lists the tags of articles, those of most articles first.",
      responses: {
        "200": {
          "application/json": {
            schema: {
              type: "object",
              properties: { tags: { type: "array", items: { type: "string" } } },
              required: ["tags"],
            },
          },
        },
      },
      failures: {
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "GET /api/user": {
      summary: "The user who is signed in.",
      responses: {
        "200": {
          "application/json": {
            schema: {
              type: "object",
              properties: { user: { $ref: "#/components/schemas/User" } },
              required: ["user"],
            },
          },
        },
      },
      failures: {
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "POST /api/articles": {
      summary: "Publishes an article.",
      request: {
        "application/json": {
          schema: {
            type: "object",
            properties: { article: { $ref: "#/components/schemas/NewArticle" } },
            required: ["article"],
          },
        },
      },
      responses: {
        "201": {
          "application/json": {
            schema: {
              type: "object",
              properties: { article: { $ref: "#/components/schemas/Article" } },
              required: ["article"],
            },
          },
        },
      },
      failures: {
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "POST /api/articles/{}/comments": {
      summary: "Adds a comment to an article.",
      request: {
        "application/json": {
          schema: {
            type: "object",
            properties: { comment: { $ref: "#/components/schemas/NewComment" } },
            required: ["comment"],
          },
        },
      },
      responses: {
        "201": {
          "application/json": {
            schema: {
              type: "object",
              properties: { comment: { $ref: "#/components/schemas/Comment" } },
              required: ["comment"],
            },
          },
        },
      },
      failures: {
        "not-found": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "POST /api/articles/{}/favorite": {
      summary: "Adds an article to the caller's favorites.",
      responses: {
        "200": {
          "application/json": {
            schema: {
              type: "object",
              properties: { article: { $ref: "#/components/schemas/Article" } },
              required: ["article"],
            },
          },
        },
      },
      failures: {
        "not-found": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "POST /api/profiles/{}/follow": {
      summary: "Follows a user.",
      responses: {
        "200": {
          "application/json": {
            schema: {
              type: "object",
              properties: { profile: { $ref: "#/components/schemas/Profile" } },
              required: ["profile"],
            },
          },
        },
      },
      failures: {
        "not-found": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        "own-profile": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "POST /api/users": {
      summary: "Signs up.",
      request: {
        "application/json": {
          schema: {
            type: "object",
            properties: { user: { $ref: "#/components/schemas/NewUser" } },
            required: ["user"],
          },
        },
      },
      responses: {
        "201": {
          "application/json": {
            schema: {
              type: "object",
              properties: { user: { $ref: "#/components/schemas/User" } },
              required: ["user"],
            },
          },
        },
      },
      failures: {
        taken: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "POST /api/users/login": {
      summary: "Signs in.",
      request: {
        "application/json": {
          schema: {
            type: "object",
            properties: { user: { $ref: "#/components/schemas/Login" } },
            required: ["user"],
          },
        },
      },
      responses: {
        "200": {
          "application/json": {
            schema: {
              type: "object",
              properties: { user: { $ref: "#/components/schemas/User" } },
              required: ["user"],
            },
          },
        },
      },
      failures: {
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        "wrong-password": {
          "application/json": { schema: { $ref: "#/components/schemas/Errors" } },
        },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "PUT /api/articles/{}": {
      summary: "Changes an article of the caller.",
      request: {
        "application/json": {
          schema: {
            type: "object",
            properties: { article: { $ref: "#/components/schemas/ArticleChanges" } },
            required: ["article"],
          },
        },
      },
      responses: {
        "200": {
          "application/json": {
            schema: {
              type: "object",
              properties: { article: { $ref: "#/components/schemas/Article" } },
              required: ["article"],
            },
          },
        },
      },
      failures: {
        "article-changed": {
          "application/json": { schema: { $ref: "#/components/schemas/Errors" } },
        },
        "not-found": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        "not-yours": { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
    "PUT /api/user": {
      summary: "Changes the user who is signed in.",
      request: {
        "application/json": {
          schema: {
            type: "object",
            properties: { user: { $ref: "#/components/schemas/UserChanges" } },
            required: ["user"],
          },
        },
      },
      responses: {
        "200": {
          "application/json": {
            schema: {
              type: "object",
              properties: { user: { $ref: "#/components/schemas/User" } },
              required: ["user"],
            },
          },
        },
      },
      failures: {
        taken: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
        unavailable: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
      },
      rejections: { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } },
    },
  },
};
