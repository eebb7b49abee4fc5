// The host below NestJS, for the rows that hold on every host. What the decorators of NestJS add has its tests in
// `packages/nest/`.
import type { INestApplication } from "@nestjs/common";
import type { Routes, ServerOptions } from "bough/server";

/** Starts an application of NestJS on a free port, with routes and middleware. NestJS is loaded when it is asked for. */
export async function startNestHost(
  name: "express" | "fastify",
  options: Omit<ServerOptions, "basePath"> | undefined,
  add: { readonly route: (routes: Routes) => void; readonly middleware?: unknown },
): Promise<INestApplication> {
  const { NestFactory } = await import("@nestjs/core");
  const { BoughModule } = await import("bough-nest");
  const adapter =
    name === "express"
      ? new (await import("@nestjs/platform-express")).ExpressAdapter()
      : new (await import("@nestjs/platform-fastify")).FastifyAdapter();
  const module = BoughModule.forRoot({
    roots: [],
    ...options,
    extend: (routes) => add.route(routes),
  });
  const app = await NestFactory.create(module, adapter, {
    logger: false,
    bodyParser: false,
    forceCloseConnections: true,
  });
  if (add.middleware !== undefined) app.use(add.middleware);
  await app.listen(0, "127.0.0.1");
  return app;
}
