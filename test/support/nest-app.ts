// Applications of NestJS on both of its servers, for tests.
import type { INestApplication, ModuleMetadata } from "@nestjs/common";
import { ExpressAdapter } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { Test } from "@nestjs/testing";
import type { TestingModuleBuilder } from "@nestjs/testing";
import { onTestFinished } from "vitest";

/** The servers below NestJS. */
export const adapters = [
  ["Express", () => new ExpressAdapter()],
  ["Fastify", () => new FastifyAdapter()],
] as const;

export type MakeAdapter = (typeof adapters)[number][1];

/** What a test decides beside the modules. */
export interface NestAppOptions {
  /** Changes the application before it starts. */
  readonly before?: (app: INestApplication) => void;
  /** Whether NestJS parses bodies before Bough. Default: `false`. */
  readonly bodyParser?: boolean;
  readonly override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
}

/** Starts an application on a free port until the test is finished. Returns its origin. */
export async function startNest(
  adapter: MakeAdapter,
  metadata: ModuleMetadata,
  { before, bodyParser = false, override = (builder) => builder }: NestAppOptions = {},
): Promise<string> {
  const module = await override(Test.createTestingModule(metadata)).compile();
  // `forceCloseConnections` ends the connections that `fetch` keeps.
  const app = module.createNestApplication(adapter(), { bodyParser, forceCloseConnections: true });
  before?.(app);
  onTestFinished(() => app.close());
  await app.listen(0, "127.0.0.1");
  return app.getUrl();
}
