// An existing Fastify app, and the three lines that add Bough. The app's authentication and its
// CBOR parser also apply to the new endpoints.
import { routeDocs } from "bough-openapi/docs";
import { routing } from "bough/fastify";
import { decode } from "cborg";
import fastify from "fastify";
import type { FastifyInstance } from "fastify";
import { api } from "./api.ts";
import { routeNotes } from "./notes.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The account of the client, set by the authentication hook. */
    account: string;
  }
}

/** Accounts by token: `authorization: Bearer open-sesame`. */
const TOKENS: ReadonlyMap<string, string> = new Map([["open-sesame", "ada"]]);

/** What everybody may read. */
const OPEN = /^\/(?:health|docs(?:\/.*)?)?$/;

/** Creates the app with its own routes and the notes API. */
export function createApp(): FastifyInstance {
  const app = fastify();

  app.decorateRequest("account", "");
  app.addHook("onRequest", async (request, reply) => {
    const account = TOKENS.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
    if (account === undefined && !OPEN.test(request.url)) {
      await reply.code(401).header("www-authenticate", "Bearer").send({ error: "who are you?" });
    } else {
      request.account = account ?? "";
    }
  });
  app.addContentTypeParser(
    "application/cbor",
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer): Promise<unknown> => {
      try {
        return decode(body);
      } catch {
        throw Object.assign(new Error("the body is not CBOR"), { statusCode: 400 });
      }
    },
  );
  app.get("/", (_request, reply) => reply.redirect("/docs"));
  app.get("/health", () => ({ status: "up" }));

  const routes = routing(app);
  const withAccount = routes.guard(({ host }) => ({ account: host.request.account }));
  routeNotes(withAccount);

  // `bough schemas` would add the schemas of the bodies, which only have types.
  const info = { title: "Notes", version: "1.0.0" };
  routeDocs(routes, api, { path: "docs", info, onWarning: () => undefined });

  return app;
}
