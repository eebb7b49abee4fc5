// @ts-nocheck
/* eslint-disable */
// `bough schemas` writes this file from the types of the API. Do not edit it.
import type { ExtractedSchemas } from "bough/server";

export const schemas: ExtractedSchemas = {
  format: 1,
  digest: "a081c384450b1ba125f1eddb7d049eb2acc31483e22ff00a00f8e0b6b584df58",
  components: {
    Friend: {
      type: "object",
      properties: {
        number: { type: "integer" },
        user: { type: "string", format: "uuid" },
        name: { type: "string" },
      },
      required: ["number", "user", "name"],
      description: "An entry in a user's numbered list of friends.",
    },
    NewFriend: {
      type: "object",
      properties: { user: { type: "string", description: "The id of a user.", format: "uuid" } },
      required: ["user"],
    },
    NewUser: {
      type: "object",
      properties: {
        name: { type: "string", maxLength: 100 },
        email: { type: "string" },
        role: { type: "string", enum: ["admin", "member"] },
      },
      required: ["name", "email"],
      description: "Somebody who signs up. The role is `member` if it is left out.",
    },
    Statistics: {
      type: "object",
      properties: { users: { type: "integer" }, friendships: { type: "integer" } },
      required: ["users", "friendships"],
    },
    User: {
      type: "object",
      properties: {
        id: { type: "string", format: "uuid" },
        name: { type: "string" },
        email: { type: "string", format: "email" },
        role: { type: "string", enum: ["admin", "member"] },
      },
      required: ["id", "name", "email", "role"],
    },
    UserChanges: {
      type: "object",
      properties: {
        name: { type: "string", maxLength: 100 },
        email: { type: "string" },
        role: { type: "string", enum: ["admin", "member"] },
      },
      description: "Missing members stay unchanged.",
    },
    UserFilter: {
      type: "object",
      properties: {
        nameStartsWith: { type: "string", maxLength: 100 },
        emailEndsWith: { type: "string", maxLength: 100 },
      },
      description: "The first and last characters of names and addresses.",
    },
  },
  endpoints: {
    "DELETE /v1/users/{}": {},
    "DELETE /v1/users/{}/friends/{}": {
      failures: {
        "friend-not-found": {
          "application/problem+json": {
            schema: {
              type: "object",
              properties: { number: { type: "number" } },
              required: ["number"],
            },
          },
        },
      },
    },
    "GET /v1/service/health": {},
    "GET /v1/service/statistics": {
      responses: {
        "200": { "application/json": { schema: { $ref: "#/components/schemas/Statistics" } } },
      },
    },
    "GET /v1/users": {
      summary: "Lists users in the order of their sign-up.",
      responses: {
        "200": {
          "application/json": {
            schema: { type: "array", items: { $ref: "#/components/schemas/User" } },
          },
        },
      },
    },
    "GET /v1/users/{}": {
      summary: "Returns a user.",
      responses: {
        "200": { "application/json": { schema: { $ref: "#/components/schemas/User" } } },
      },
    },
    "GET /v1/users/{}/friends": {
      summary: "Lists a user's friends by their numbers.",
      responses: {
        "200": {
          "application/json": {
            schema: { type: "array", items: { $ref: "#/components/schemas/Friend" } },
          },
        },
      },
    },
    "GET /v1/users/{}/friends/{}": {
      summary: "Returns the friend with this number.",
      responses: {
        "200": { "application/json": { schema: { $ref: "#/components/schemas/Friend" } } },
      },
      failures: {
        "friend-not-found": {
          "application/problem+json": {
            schema: {
              type: "object",
              properties: { number: { type: "number" } },
              required: ["number"],
            },
          },
        },
      },
    },
    "HEAD /v1/users/{}": { summary: "Checks whether the user exists." },
    "PATCH /v1/users/{}": {
      request: { "application/json": { schema: { $ref: "#/components/schemas/UserChanges" } } },
      responses: {
        "200": { "application/json": { schema: { $ref: "#/components/schemas/User" } } },
      },
      failures: {
        "email-taken": {
          "application/problem+json": {
            schema: {
              type: "object",
              properties: { email: { type: "string" } },
              required: ["email"],
            },
          },
        },
      },
    },
    "POST /v1/users": {
      summary:
        "Signs up a user. A repeated request with the same idempotency key gets the first response.",
      request: { "application/json": { schema: { $ref: "#/components/schemas/NewUser" } } },
      responses: {
        "201": { "application/json": { schema: { $ref: "#/components/schemas/User" } } },
      },
      failures: {
        "email-taken": {
          "application/problem+json": {
            schema: {
              type: "object",
              properties: { email: { type: "string" } },
              required: ["email"],
            },
          },
        },
      },
    },
    "PUT /v1/users/{}": {
      request: { "application/json": { schema: { $ref: "#/components/schemas/NewUser" } } },
      responses: {
        "200": { "application/json": { schema: { $ref: "#/components/schemas/User" } } },
      },
      failures: {
        "email-taken": {
          "application/problem+json": {
            schema: {
              type: "object",
              properties: { email: { type: "string" } },
              required: ["email"],
            },
          },
        },
      },
    },
    "PUT /v1/users/{}/friends/{}": {
      summary: "Puts a user at this number: 201 if the number was free, otherwise 200.",
      request: { "application/json": { schema: { $ref: "#/components/schemas/NewFriend" } } },
      responses: {
        "200": { "application/json": { schema: { $ref: "#/components/schemas/Friend" } } },
        "201": { "application/json": { schema: { $ref: "#/components/schemas/Friend" } } },
      },
      failures: {
        "already-friends": {
          "application/problem+json": {
            schema: {
              type: "object",
              properties: { number: { type: "number" } },
              required: ["number"],
            },
          },
        },
      },
    },
    "QUERY /v1/users": {
      summary: "Finds users with a filter that is too long for a URL: a safe method with a body.",
      request: { "application/json": { schema: { $ref: "#/components/schemas/UserFilter" } } },
      responses: {
        "200": {
          "application/json": {
            schema: { type: "array", items: { $ref: "#/components/schemas/User" } },
          },
        },
      },
    },
  },
};
