// What a method gets, and what becomes of its value.
import {
  ClassSerializerInterceptor,
  Controller,
  Headers,
  Inject,
  Injectable,
  Ip,
  ParseIntPipe,
  Scope,
  UseInterceptors,
  UsePipes,
  createParamDecorator,
} from "@nestjs/common";
import type {
  CallHandler,
  ExecutionContext,
  INestApplication,
  ModuleMetadata,
  NestInterceptor,
  PipeTransform,
} from "@nestjs/common";
import { APP_PIPE, REQUEST } from "@nestjs/core";
import {
  dynamicResource,
  events,
  failure,
  get,
  post,
  rootResource,
  staticResource,
  string,
  type,
} from "bough";
import type { Call, Handlers } from "bough/server";
import { BoughModule, callFrom, Implement } from "bough-nest";
import { Exclude } from "class-transformer";
import { map, of, retry } from "rxjs";
import type { Observable } from "rxjs";
import { describe, expect, test } from "vitest";
import { adapters, startNest } from "../../../test/support/nest-app.ts";

interface User {
  readonly id: string;
  readonly name?: string;
}
const NotFound = failure("user-not-found", 404);
const api = rootResource("v1", {
  me: get("me").response<unknown>(),
  made: post("made").response(type<User>(), { status: 201, headers: { location: string() } }),
  live: get("live").response(events<number>()),
  users: staticResource("users", {
    list: get().response<User[]>(),
    user: dynamicResource("user", { find: get().response<User>().failure(NotFound) }),
  }),
});

class Mapping implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value: User) => ({ ...value, name: "mapped" })));
  }
}
class Cached implements NestInterceptor {
  intercept(): Observable<unknown> {
    return of("cached");
  }
}
class Retrying implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(retry(2));
  }
}
let questioned: unknown[] = [];
class Question implements PipeTransform {
  transform(value: unknown): unknown {
    questioned.push(value);
    return value;
  }
}
class Bang implements PipeTransform {
  transform(value: unknown): unknown {
    return `${String(value)}!`;
  }
}
const Query = createParamDecorator((name: string, context: ExecutionContext) => {
  const { url = "" } = context.switchToHttp().getRequest<{ url?: string }>();
  return new URL(url, "http://a.test").searchParams.get(name);
});
class Secret {
  readonly id = "1";
  @Exclude() readonly hash = "secret";
}

describe.each(adapters)("on %s", (_, adapter) => {
  const quiet = { before: (app: INestApplication) => app.useLogger(false) };
  async function ask(
    controller: NonNullable<ModuleMetadata["controllers"]>[number],
    path: string,
    init: RequestInit = {},
    providers: ModuleMetadata["providers"] = [],
  ): Promise<Response> {
    const imports = [BoughModule.forRoot({ roots: [api], partial: true })];
    const url = await startNest(adapter, { imports, controllers: [controller], providers });
    return fetch(`${url}/v1/${path}`, init);
  }

  test("the other parameters have NestJS's decorators and pipes, and the call has no pipe", async () => {
    questioned = [];
    @Controller()
    class MeController {
      @Implement(api.me)
      @UsePipes(Bang)
      me(
        { header }: Call<typeof api.me>,
        @Query("n", ParseIntPipe) n: unknown,
        @Headers("x-a") a: string,
        @Ip() ip: string,
      ): unknown {
        return [header("x-a"), n, a, ip];
      }
    }
    const response = await ask(MeController, "me?n=1", { headers: { "x-a": "a" } }, [
      { provide: APP_PIPE, useValue: new Question() },
    ]);
    // Those of the application run first, and then those of the method and of the parameter.
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { message: "Validation failed (numeric string is expected)" },
    ]);
    expect(questioned.map(String).toSorted()).toEqual(["1", "127.0.0.1", "a"]);
  });

  test("a pipe makes the value of a parameter", async () => {
    @Controller()
    class MeController {
      @Implement(api.me)
      me(
        { header }: Call<typeof api.me>,
        @Query("n", ParseIntPipe) n: number,
        @Query("a", Bang) a: string,
      ): unknown {
        return [header("x-a"), n + 1, a];
      }
    }
    const response = await ask(MeController, "me?n=1&a=b", { headers: { "x-a": "a" } });
    expect(await response.json()).toEqual(["a", 2, "b!"]);
  });

  test("an interceptor maps the value of `respond`, and keeps status and headers", async () => {
    @Controller()
    @UseInterceptors(Mapping)
    class MadeController {
      @Implement(api.made)
      made({ respond }: Call<typeof api.made>) {
        return respond({ id: "1" }, { headers: { location: "/1" } });
      }
    }
    const response = await ask(MadeController, "made", { method: "POST" });
    expect([response.status, response.headers.get("location")]).toEqual([201, "/1"]);
    expect(await response.json()).toEqual({ id: "1", name: "mapped" });
  });

  test("ClassSerializerInterceptor leaves out what a class excludes, and nothing of a row", async () => {
    @Controller()
    @UseInterceptors(ClassSerializerInterceptor)
    class MeController {
      @Implement(api.me)
      me(): unknown {
        return [new Secret(), { id: "2", hash: "secret" }];
      }
    }
    const response = await ask(MeController, "me");
    expect(await response.json()).toEqual([{ id: "1" }, { id: "2", hash: "secret" }]);
  });

  test("an interceptor may respond without the method, and run it again", async () => {
    @Controller()
    class MeController {
      times = 0;
      @Implement(api.me)
      @UseInterceptors(Retrying)
      me(): unknown {
        this.times++;
        if (this.times < 3) throw new Error("not yet");
        return this.times;
      }
      @Implement(api.users.list)
      @UseInterceptors(Cached)
      list(): User[] {
        throw new Error("is not called");
      }
    }
    expect(await (await ask(MeController, "me")).json()).toBe(3);
    expect(await (await ask(MeController, "users")).json()).toBe("cached");
  });

  test("a method may return the handlers of a resource, whose values interceptors see", async () => {
    @Injectable()
    class Users {
      readonly all = [{ id: "1" }];
    }
    const Method = createParamDecorator(
      (__, context: ExecutionContext) => callFrom(context)?.endpoint.method,
    );
    @Controller()
    @UseInterceptors(Mapping)
    class UsersController {
      readonly #users: Users;
      constructor(@Inject(Users) users: Users) {
        this.#users = users;
      }
      @Implement(api.users)
      users(@Method() method: string): Handlers<typeof api.users> {
        return {
          list: () => this.#users.all.map(({ id }) => ({ id, name: method })),
          user: {
            find: async ({ ids, fail }) =>
              this.#users.all.find(({ id }) => id === ids.user) ?? fail(NotFound),
          },
        };
      }
    }
    expect(await (await ask(UsersController, "users", {}, [Users])).json()).toEqual({
      0: { id: "1", name: "GET" },
      name: "mapped",
    });
    expect(await (await ask(UsersController, "users/1", {}, [Users])).json()).toEqual({
      id: "1",
      name: "mapped",
    });
    expect((await ask(UsersController, "users/2", {}, [Users])).status).toBe(404);
  });

  test("a controller with request scope is created for each request, with the request", async () => {
    let created = 0;
    @Injectable({ scope: Scope.REQUEST })
    class Visitor {
      readonly name: unknown;
      constructor(@Inject(REQUEST) request: { headers: Record<string, string> }) {
        created++;
        this.name = request.headers["x-name"];
        if (this.name === "nobody") throw new RangeError("nobody");
      }
    }
    @Controller()
    class MeController {
      readonly #visitor: Visitor;
      constructor(@Inject(Visitor) visitor: Visitor) {
        this.#visitor = visitor;
      }
      @Implement(api.me)
      me(): unknown {
        return this.#visitor.name;
      }
    }
    const imports = [
      BoughModule.forRoot({ roots: [api], partial: true, onError: () => undefined }),
    ];
    const url = await startNest(
      adapter,
      {
        imports,
        controllers: [MeController],
        providers: [Visitor],
      },
      quiet,
    );
    const names = await Promise.all(
      ["a", "b"].map(async (name) =>
        (await fetch(`${url}/v1/me`, { headers: { "x-name": name } })).json(),
      ),
    );
    expect([names, created]).toEqual([["a", "b"], 2]);
    const failed = await fetch(`${url}/v1/me`, { headers: { "x-name": "nobody" } });
    expect([failed.status, await failed.json()]).toEqual([
      500,
      { statusCode: 500, message: "Internal server error" },
    ]);
  });

  test("a generator is a stream of events", async () => {
    @Controller()
    @UseInterceptors(
      class implements NestInterceptor {
        intercept(__: ExecutionContext, next: CallHandler): Observable<unknown> {
          return next.handle();
        }
      },
    )
    class LiveController {
      @Implement(api.live)
      async *live(): AsyncGenerator<number> {
        yield* [1, 2];
      }
    }
    const response = await ask(LiveController, "live");
    expect(await response.text()).toBe("data: 1\n\ndata: 2\n\n");
  });
});
