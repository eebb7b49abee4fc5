// Puts routes on the server below NestJS, after its middleware and controllers: Express or Fastify.
import type { HttpAdapterHost } from "@nestjs/core";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnFastify } from "bough/fastify";
import type { ListenerOptions } from "bough/node";
import type { Routes } from "bough/server";
import type { HostOptions } from "bough/types";
import type { NestArguments } from "./nest-run.ts";

type Options = HostOptions & ListenerOptions;
type ExpressApp = Parameters<typeof routingOnExpress>[0];
type FastifyApp = Parameters<typeof routingOnFastify>[0];

/** Where routes are put. */
export interface NestHost {
  readonly adapter: HttpAdapterHost["httpAdapter"];
  /** The global prefix of the application; empty without one. */
  readonly prefix: string;
}

/** Puts routes on the server of an application: `add` gets them. */
export async function addRoutes(
  { adapter, prefix }: NestHost,
  options: Options,
  add: (routes: Routes) => void,
): Promise<void> {
  const path = prefix.replace(/^\/*/, "/").replace(/\/+$/, "");
  const app: unknown = adapter.getInstance();
  const kind = adapter.getType();
  if (kind === "express") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the adapter says so
    const express = app as ExpressApp;
    const below = Object.assign(() => undefined, {
      use: (middleware: Middleware) => express.use(path, wholeUrl(middleware)),
    });
    // NestJS has an error handler for what isn't thrown in a method.
    const passing = { ...options, passErrors: true };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `routing` calls `use` only
    add(routingOnExpress(path === "" ? express : (below as unknown as ExpressApp), passing));
  } else if (kind === "fastify") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the adapter says so
    const fastify = app as FastifyApp;
    if (path === "") {
      add(routingOnFastify(fastify, options) as Routes);
    } else {
      await fastify.register(async (scope) => add(routingOnFastify(scope, options) as Routes), {
        prefix: path,
      });
    }
  } else {
    throw new TypeError(
      `BoughModule: expected an application on Express or Fastify, received one on "${kind}"`,
    );
  }
}

type Middleware = (request: MountedRequest, response: object, next: Next) => void;
type Next = (error?: unknown) => void;
interface MountedRequest {
  url: string;
  baseUrl: string;
  readonly originalUrl: string;
}

// Express cuts the prefix off. The code of the application sees the whole URL, as in its own routes.
function wholeUrl(middleware: Middleware): Middleware {
  return (request, response, next) => {
    const { url, baseUrl } = request;
    let isPassed = false;
    middleware(request, response, (error) => {
      isPassed = true;
      Object.assign(request, { url, baseUrl });
      next(error);
    });
    if (!isPassed) {
      Object.assign(request, { url: request.originalUrl, baseUrl: "" });
    }
  };
}

/** The arguments of a handler of NestJS, of the `host` of a call. */
export function argumentsOf(host: unknown): NestArguments {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two hosts of `addRoutes`
  const given = host as ExpressGiven | FastifyGiven;
  return "req" in given
    ? { request: given.req, response: given.res, raw: given.res }
    : { request: given.request, response: given.reply, raw: given.reply.raw };
}

interface ExpressGiven {
  readonly req: object;
  readonly res: NestArguments["raw"];
}
interface FastifyGiven {
  readonly request: object;
  readonly reply: NestArguments["response"] & Pick<NestArguments, "raw">;
}
