// Guards, interceptors and exception filters at each place where NestJS takes them, as class and as object.
import {
  Catch,
  Controller,
  Inject,
  Injectable,
  Scope,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from "@nestjs/common";
import type {
  ArgumentsHost,
  CallHandler,
  CanActivate,
  ExceptionFilter,
  ModuleMetadata,
  NestInterceptor,
  Provider,
} from "@nestjs/common";
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, HttpAdapterHost } from "@nestjs/core";
import { get, rootResource } from "bough";
import { BoughModule, Implement } from "bough-nest";
import { map } from "rxjs";
import type { Observable } from "rxjs";
import { describe, expect, test } from "vitest";
import { adapters, startNest, type NestAppOptions } from "../../../test/support/nest-app.ts";

const api = rootResource("v1", {
  one: get("one").response<string>(),
  bad: get("bad").response<string>(),
});

@Injectable()
class Words {
  readonly said: string = "words";
}

// Each needs what the module of the controller provides.
@Injectable()
class Closed implements CanActivate {
  readonly #words: Words;
  constructor(@Inject(Words) words: Words) {
    this.#words = words;
  }
  canActivate(): boolean {
    return this.#words.said === "open";
  }
}
@Injectable()
class Louder implements NestInterceptor {
  readonly #words: Words;
  constructor(@Inject(Words) words: Words) {
    this.#words = words;
  }
  intercept(_: unknown, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value) => `${String(value)} ${this.#words.said}`));
  }
}
@Catch(RangeError)
class Teapot implements ExceptionFilter {
  readonly #words: Words;
  readonly #host: HttpAdapterHost;
  constructor(@Inject(Words) words: Words, @Inject(HttpAdapterHost) host: HttpAdapterHost) {
    this.#words = words;
    this.#host = host;
  }
  catch(error: RangeError, host: ArgumentsHost): void {
    const said = `${error.message} ${this.#words.said}`;
    this.#host.httpAdapter.reply(host.switchToHttp().getResponse(), { said }, 418);
  }
}
@Injectable({ scope: Scope.REQUEST })
class ClosedPerRequest extends Closed {}
@Injectable({ scope: Scope.REQUEST })
class LouderPerRequest extends Louder {}

/** A controller decorated by `on` at its class or at its methods. */
function controllerWith(
  at: "class" | "method",
  decorator: ClassDecorator & MethodDecorator,
): object {
  class OneController {
    one(): string {
      return "one";
    }
    bad(): string {
      throw new RangeError("bad");
    }
  }
  for (const name of ["one", "bad"] as const) {
    const descriptor = Object.getOwnPropertyDescriptor(OneController.prototype, name) ?? {};
    Implement(api[name])(
      OneController.prototype,
      name,
      descriptor as TypedPropertyDescriptor<() => string>,
    );
    if (at === "method") {
      decorator(OneController.prototype, name, descriptor);
    }
  }
  if (at === "class") {
    decorator(OneController);
  }
  Controller()(OneController);
  return OneController;
}

interface Place {
  readonly name: string;
  readonly metadata: () => ModuleMetadata;
  readonly options?: NestAppOptions;
}
type Given = readonly [
  kind: "guard" | "interceptor" | "filter",
  use: (one: never) => ClassDecorator & MethodDecorator,
  token: string,
  classes: readonly (readonly [name: string, type: new (...given: never[]) => object])[],
];

const kinds: readonly [Given, Given, Given] = [
  [
    "guard",
    UseGuards,
    APP_GUARD,
    [
      ["class", Closed],
      ["class of the request", ClosedPerRequest],
    ],
  ],
  [
    "interceptor",
    UseInterceptors,
    APP_INTERCEPTOR,
    [
      ["class", Louder],
      ["class of the request", LouderPerRequest],
    ],
  ],
  ["filter", UseFilters, APP_FILTER, [["class", Teapot]]],
];

function placesOf([kind, use, token, classes]: Given): Place[] {
  const made = { guard: Closed, interceptor: Louder, filter: Teapot }[kind];
  const words = new Words();
  const host = new HttpAdapterHost();
  const object = new made(words, host);
  const plain = controllerWith("class", () => undefined);
  const of =
    (controllers: object, providers: Provider[] = []): (() => ModuleMetadata) =>
    () => ({
      controllers: [controllers as never],
      providers: [Words, ...providers],
    });
  const before: NestAppOptions["before"] = (app) => {
    host.httpAdapter = app.getHttpAdapter() as never;
    if (kind === "guard") app.useGlobalGuards(object as Closed);
    if (kind === "interceptor") app.useGlobalInterceptors(object as Louder);
    if (kind === "filter") app.useGlobalFilters(object as Teapot);
  };
  const early: NestAppOptions["before"] = (app) => {
    host.httpAdapter = app.getHttpAdapter() as never;
  };
  const decorated = (one: object, at: "class" | "method"): (() => ModuleMetadata) =>
    of(controllerWith(at, use(one as never)));
  return [
    ...classes.flatMap(([name, one]): Place[] => [
      { name: `a ${name} at a method`, metadata: decorated(one, "method") },
      { name: `a ${name} at a controller`, metadata: decorated(one, "class") },
      {
        name: `a ${name} of the application`,
        metadata: of(plain, [{ provide: token, useClass: one }]),
      },
    ]),
    {
      name: "an object at a method",
      metadata: decorated(object, "method"),
      options: { before: early },
    },
    {
      name: "an object at a controller",
      metadata: decorated(object, "class"),
      options: { before: early },
    },
    { name: "an object of the application", metadata: of(plain), options: { before } },
  ];
}

describe.each(adapters)("on %s", (_, adapter) => {
  async function ask(
    metadata: ModuleMetadata,
    name: string,
    options?: NestAppOptions,
  ): Promise<unknown> {
    const imports = [BoughModule.forRoot({ roots: [api], onError: () => undefined })];
    const url = await startNest(adapter, { ...metadata, imports }, options);
    const response = await fetch(`${url}/v1/${name}`);
    return [response.status, await response.json()];
  }

  test.each(placesOf(kinds[0]))("a guard runs: $name", async ({ metadata, options }) => {
    expect(await ask(metadata(), "one", options)).toMatchObject([
      403,
      { message: "Forbidden resource" },
    ]);
  });

  test.each(placesOf(kinds[1]))("an interceptor runs: $name", async ({ metadata, options }) => {
    expect(await ask(metadata(), "one", options)).toEqual([200, "one words"]);
  });

  test.each(placesOf(kinds[2]))(
    "an exception filter runs: $name",
    async ({ metadata, options }) => {
      expect(await ask(metadata(), "bad", options)).toEqual([418, { said: "bad words" }]);
    },
  );
});
