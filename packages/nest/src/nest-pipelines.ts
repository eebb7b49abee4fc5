// Opens the pipeline of NestJS for a method: that of `ExternalContextCreator`, which knows providers only, with the
// module of the controller, and with the parameters and the exception filters of a route.
import { ROUTE_ARGS_METADATA } from "@nestjs/common/constants.js";
import {
  ContextIdFactory,
  ModuleRef,
  type ApplicationConfig,
  type ContextId,
  type ExternalContextCreator,
  type HttpAdapterHost,
  type ModulesContainer,
} from "@nestjs/core";
import { ExecutionContextHost } from "@nestjs/core/helpers/execution-context-host.js";
import { STATIC_CONTEXT } from "@nestjs/core/injector/constants.js";
import type { NestContainer } from "@nestjs/core/injector/container.js";
import type { Module } from "@nestjs/core/injector/module.js";
import { InterceptorsConsumer } from "@nestjs/core/interceptors/interceptors-consumer.js";
import { REQUEST_CONTEXT_ID } from "@nestjs/core/router/request/request-constants.js";
import { RouteParamsFactory } from "@nestjs/core/router/route-params-factory.js";
import { RouterExceptionFilters } from "@nestjs/core/router/router-exception-filters.js";
import { verifyGuards, type ImplementedMethod } from "./implemented-methods.ts";
import { runOf, type NestOpener, type NestPipeline, type NestRun } from "./nest-run.ts";

/** What NestJS provides for pipelines. */
export interface NestParts {
  readonly contexts: ExternalContextCreator;
  readonly modules: ModulesContainer;
  readonly config: ApplicationConfig;
  readonly adapterHost: HttpAdapterHost;
}

/** `RouteParamsFactory`, without the types of each decorator. */
interface RouteParameters {
  exchangeKeyForValue(type: number, data: unknown, given: object): unknown;
}
type GuardsFn = ExternalContextCreator["createGuardsFn"];
type PipesFn = ExternalContextCreator["createPipesFn"];
/** The context of a request, and the inquirer that NestJS has for the method in it. */
interface In {
  readonly contextId: ContextId;
  readonly inquirerId?: string;
}

export class NestPipelines {
  readonly #parts: NestParts;
  readonly #filters: RouterExceptionFilters;
  readonly #parameters: RouteParameters;

  constructor(parts: NestParts) {
    const { modules, config, adapterHost } = parts;
    this.#parts = parts;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of its container, it uses this method
    const container = { getModules: () => modules } as unknown as NestContainer;
    this.#filters = new RouterExceptionFilters(container, config, adapterHost.httpAdapter);
    this.#parameters = new RouteParamsFactory(config);
  }

  /** The pipeline of a method. A controller with request scope is created for each request. */
  of(by: ImplementedMethod): NestOpener {
    const { controller, module } = by;
    const inquirerId = controller.id;
    const filter = this.#filterOf(by, controller.instance, { contextId: STATIC_CONTEXT });
    if (controller.isDependencyTreeStatic()) {
      const context = { contextId: STATIC_CONTEXT, inquirerId };
      const fixed = this.#pipelineOf(by, controller.instance, context);
      return { open: async () => fixed, filter };
    }
    const open: NestOpener["open"] = async (given) => {
      const contextId = contextOf(by, given.request);
      const instance: object = await referencesOf(module).resolve(controller.token, contextId);
      return this.#pipelineOf(by, instance, { contextId, inquirerId });
    };
    return { open, filter };
  }

  #pipelineOf(by: ImplementedMethod, instance: object, context: In): NestPipeline {
    const method = methodOf(instance, by.name);
    const run = contextsOf(this.#parts.contexts, by).create(
      instance,
      method,
      by.name,
      ROUTE_ARGS_METADATA,
      {
        exchangeKeyForValue: (type, data, [req, res]) =>
          this.#parameters.exchangeKeyForValue(type, data, { req, res, next }),
      },
      context.contextId,
      context.inquirerId,
      { guards: true, interceptors: true, filters: false },
    );
    return {
      run: ({ request, response }) => run(request, response),
      filter: this.#filterOf(by, instance, context),
    };
  }

  #filterOf(
    by: ImplementedMethod,
    instance: object,
    { contextId, inquirerId }: In,
  ): NestPipeline["filter"] {
    const { httpAdapter: adapter } = this.#parts.adapterHost;
    const method = methodOf(instance, by.name);
    const filters = this.#filters.create(instance, method, by.moduleKey, contextId, inquirerId);
    return (error, headers, { request, response }) => {
      for (let index = 0; index < headers.length; index += 2) {
        const [name = "", value = ""] = headers.slice(index, index + 2);
        const set = /^(?:vary|set-cookie)$/i.test(name) ? "appendHeader" : "setHeader";
        adapter[set](response, name, value);
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- NestJS passes any value that was thrown
      filters.next(error as Error, new ExecutionContextHost([request, response]));
    };
  }
}

// Two functions of it wait for Bough: the one that makes the arguments of the method, and the one that gives its value to
// the interceptors. It drops guards that it looks for in the wrong module, so the module is that of the controller.
function contextsOf(
  contexts: ExternalContextCreator,
  by: ImplementedMethod,
): ExternalContextCreator {
  const createPipesFn: PipesFn = (...given) => {
    const others = contexts.createPipesFn(...given);
    return async (args, ...params) => {
      const call = await begunRun(params).read();
      await others?.(args, ...params);
      if ("~endpoint" in by.implementation.node) {
        args[0] = call;
      }
    };
  };
  const createGuardsFn: GuardsFn = (guards, ...given) => {
    verifyGuards(guards, by);
    return contexts.createGuardsFn(guards, ...given);
  };
  const own: ExternalContextCreator = Object.create(contexts, {
    getContextModuleKey: { value: () => by.moduleKey },
    createGuardsFn: { value: createGuardsFn },
    createPipesFn: { value: createPipesFn },
    interceptorsConsumer: { value: new FinishingConsumer() },
  });
  return own;
}

class FinishingConsumer extends InterceptorsConsumer {
  override intercept(
    ...[...given]: Parameters<InterceptorsConsumer["intercept"]>
  ): Promise<unknown> {
    const [interceptors, args, instance, callback, next, type] = given;
    const finished = async (): Promise<unknown> => begunRun(args).finish(await next());
    return super.intercept(interceptors, args, instance, callback, finished, type);
  }
}

function begunRun([request]: readonly unknown[]): NestRun {
  const run = runOf(request);
  if (run === undefined) {
    throw new Error("the pipeline of NestJS has no call");
  }
  return run;
}

const next = (): void => undefined;
type Method = (...given: unknown[]) => Promise<void>;

function methodOf(instance: object, name: string): Method {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name is that of a method
  return Reflect.get(instance, name) as Method;
}

function referencesOf(module: Module): ModuleRef {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each module has one
  return module.providers.get(ModuleRef)?.instance as ModuleRef;
}

// As for a route of NestJS: guards and decorators then find the same context.
function contextOf({ controller, module }: ImplementedMethod, request: object): ContextId {
  const contextId = ContextIdFactory.getByRequest(request);
  if (!(REQUEST_CONTEXT_ID in request)) {
    Object.defineProperty(request, REQUEST_CONTEXT_ID, { value: contextId });
    const value: unknown = controller.isDependencyTreeDurable()
      ? contextId.payload
      : Object.assign(request, contextId.payload);
    referencesOf(module).registerRequestByContextId(value, contextId);
  }
  return contextId;
}
