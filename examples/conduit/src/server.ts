// The server of the API: everything that it needs is given, so a test can give something else.
import { anonymous } from "bough";
import { routeDocs } from "bough-openapi/docs";
import { createServer } from "bough/server";
import type { ServerOptions } from "bough/server";
import type { FetchServer } from "bough/types";
import type { Passwords } from "./accounts/passwords.ts";
import type { Tokens } from "./accounts/tokens.ts";
import { api } from "./api.ts";
import { schemas } from "./api.schemas.ts";
import type { Database } from "./database/database.ts";
import { writeRejection } from "./rejections.ts";
import { routeArticles } from "./routes/articles.ts";
import { routeComments } from "./routes/comments.ts";
import { routeProfiles } from "./routes/profiles.ts";
import { routeUsers } from "./routes/users.ts";
import { Articles } from "./storage/articles.ts";
import { Comments } from "./storage/comments.ts";
import { Profiles } from "./storage/profiles.ts";
import { Users } from "./storage/users.ts";
import { viewsOf } from "./views.ts";

export interface Parts {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
}

export function createConduit(
  { database, passwords, tokens }: Parts,
  options: ServerOptions = {},
): FetchServer {
  const server = createServer({
    schemas,
    requireSchemas: true,
    requireSecurity: true,
    limits: { body: 50_000 },
    ...options,
  });
  server.rejections(api, writeRejection);

  const users = new Users(database);
  const views = viewsOf(server, { database, tokens, users });
  routeUsers(views, users, { passwords, tokens });
  routeProfiles(views, new Profiles(database));
  routeArticles(views, new Articles(database));
  routeComments(views, new Comments(database));
  routeDocs(server, api, {
    path: "docs",
    info: { title: "Conduit", version: "1.0.0" },
    schemas,
    security: [anonymous],
  });
  return server;
}
