// A Fastify app that was there before Bough, and the three lines that add it: its
// authentication and its CBOR parser hold for the new endpoints without being told of them.
import { routing } from "bough/fastify";
import { decode } from "cborg";
import fastify from "fastify";
import type { FastifyInstance } from "fastify";
import { routeNotes } from "./notes.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who calls; set by the authentication. */
    account: string;
  }
}

/** What each account has to send: `authorization: Bearer open-sesame`. */
const TOKENS: ReadonlyMap<string, string> = new Map([["open-sesame", "ada"]]);

/** The app, with everything it had and the notes API. */
export function createApp(): FastifyInstance {
  const app = fastify();

  app.decorateRequest("account", "");
  app.addHook("onRequest", async (request, reply) => {
    const account = TOKENS.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
    if (account === undefined && request.url !== "/health") {
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
        throw Object.assign(new Error("this is no CBOR"), { statusCode: 400 });
      }
    },
  );
  app.get("/health", () => ({ status: "up" }));

  const routes = routing(app);
  const withAccount = routes.with(({ host }) => ({ account: host.request.account }));
  routeNotes(withAccount);

  return app;
}
