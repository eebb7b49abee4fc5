import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type { Server as HttpsServer } from "node:https";
import { get, rootResource } from "bough";
import { routing, type FastifyHost } from "bough/fastify";
import type { Routes } from "bough/server";
import type { HostRoutes } from "bough/types";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyTypeProvider,
} from "fastify";

const api = rootResource("v1", { text: get("text").response<string>() });

declare const plain: FastifyInstance;
declare const secure: FastifyInstance<HttpsServer>;
interface OwnLogger extends FastifyBaseLogger {
  readonly audit: (line: string) => void;
}
interface OwnTypes extends FastifyTypeProvider {
  readonly validator: this["schema"];
}
declare const logged: FastifyInstance<
  HttpServer,
  IncomingMessage,
  ServerResponse,
  OwnLogger,
  OwnTypes
>;

// Any app will do, whatever its server, its logger and its types.
const routes: HostRoutes<FastifyHost> = routing(plain);
routing(secure).route(api.text, ({ host }) => host.request.id);
// @ts-expect-error - guards run before the body is parsed
routing(logged, { guards: "preHandler" });

routes.route(api.text, ({ host }) => {
  const { request, reply }: { request: FastifyRequest; reply: FastifyReply } = host;
  // @ts-expect-error - the host is Fastify's, with nothing else on it
  host.res;
  return `${request.id}${reply.statusCode}`;
});
routes.guard(({ host }) => ({ id: host.request.id })).route(api.text, ({ id }) => id);

// A module that does not know its host takes them as well.
const anywhere: Routes = routes;

// @ts-expect-error - Fastify's prefix stands in its place
routing(plain, { basePath: "/api" });
// @ts-expect-error - one of the two
routing(plain, { guards: "onSend" });
