// What keeps an application from starting, and how it is started in other ways.
import {
  Controller,
  Get,
  Injectable,
  Module,
  UseFilters,
  UseGuards,
  UseInterceptors,
  Version,
} from "@nestjs/common";
import type {
  CallHandler,
  CanActivate,
  ExecutionContext,
  ModuleMetadata,
  NestInterceptor,
  Type,
} from "@nestjs/common";
import { ExternalContextCreator, NestFactory, RouterModule } from "@nestjs/core";
import { Test } from "@nestjs/testing";
import { bearer, failure, get, post, rootResource, staticResource, type } from "bough";
import { authenticate, memoryStore, type Call, type Handlers, type Routes } from "bough/server";
import { BoughModule, Implement, implementing, type BoughOptions } from "bough-nest";
import { tap, type Observable } from "rxjs";
import { describe, expect, test } from "vitest";
import { adapters, startNest } from "../../../test/support/nest-app.ts";

const UserToken = bearer("user-token");
const api = rootResource("v1", {
  one: get("one").response<string>(),
  two: get("two").security(UserToken).response<string>(),
});
const open = rootResource("open", { one: get("one").response<string>() });
const USERS = [authenticate(UserToken, (token) => token)];

@Controller()
class OneController {
  @Implement(open.one)
  one(): string {
    return "one";
  }
}

/** The error of an application that does not start. */
async function refused(
  options: BoughOptions,
  controllers: Type<unknown>[],
  imports: unknown[] = [],
): Promise<string> {
  const module = await Test.createTestingModule({
    imports: [BoughModule.forRoot(options), ...(imports as Type<unknown>[])],
    controllers,
  }).compile();
  const app = module.createNestApplication();
  const error: unknown = await app.init().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  await app.close();
  return error instanceof Error ? error.message : "it starts";
}

describe("an application does not start", () => {
  test("while an endpoint has no method, unless it is partial", async () => {
    const options = { roots: [api, open], security: USERS };
    expect(await refused(options, [OneController])).toBe(
      "BoughModule\n  no method implements GET /v1/one, GET /v1/two\n" +
        "  write one with @Implement(…) in a controller of an imported module, or pass partial: true",
    );
    expect(await refused({ ...options, partial: true }, [OneController])).toBe("it starts");
  });

  test("without a function that checks a declared security", async () => {
    @Controller()
    class TwoController {
      @Implement(api)
      all(): Handlers<typeof api> {
        return { one: () => "one", two: () => "two" };
      }
    }
    expect(await refused({ roots: [api] }, [TwoController])).toContain('"user-token"');
    expect(await refused({ roots: [api], security: USERS }, [TwoController])).toBe("it starts");
  });

  test("with a method of an endpoint that no module serves", async () => {
    expect(await refused({ roots: [] }, [OneController])).toBe(
      "OneController.one\n  implements GET /open/one, which is below no root of a BoughModule\n" +
        "  add its root: BoughModule.forRoot({ roots: [api] })",
    );
  });

  test("with two methods of one endpoint", async () => {
    @Controller()
    class AgainController extends OneController {}
    expect(await refused({ roots: [open] }, [OneController, AgainController])).toMatch(
      /^GET \/open\/one\n.*handler/,
    );
  });

  const own = (decorate: (type: Type<unknown>) => void): Type<unknown> => {
    class OwnController extends OneController {}
    Controller()(OwnController);
    decorate(OwnController);
    return OwnController;
  };
  const NEVER_MIND = "\n  write @Controller(), and declare paths in the tree";

  test.each([
    ["path", own(Controller("users")), "has a path of its own, users,"],
    ["path", own(Controller(["a", "b"])), "has a path of its own, a, b,"],
    ["host", own(Controller({ host: "a.test" })), "has a host of its own, a.test,"],
    ["version", own(Controller({ version: "2" })), "has a version of its own, 2,"],
  ])("with a %s at the controller", async (_, controller, fault) => {
    expect(await refused({ roots: [open] }, [controller])).toBe(
      `OwnController.one\n  ${fault} beside that of its endpoints${NEVER_MIND}`,
    );
  });

  test("with a version at the method, or a path at its module", async () => {
    @Controller()
    class VersionController {
      @Implement(open.one)
      @Version("3")
      one(): string {
        return "";
      }
    }
    expect(await refused({ roots: [open] }, [VersionController])).toContain(
      "a version of its own, 3,",
    );
    @Module({ controllers: [OneController] })
    class PathModule {}
    const imports = [PathModule, RouterModule.register([{ path: "admin", module: PathModule }])];
    expect(await refused({ roots: [open] }, [], imports)).toContain(
      "OneController.one\n  is in a module with a path of its own, /admin,",
    );
  });

  test.each([
    ["guard", UseGuards, "canActivate"],
    ["interceptor", UseInterceptors, "intercept"],
    ["exception filter", UseFilters, "catch"],
  ])("with a %s that NestJS would leave out", async (kind, use, needed) => {
    class Late {
      readonly [needed]: unknown = () => true;
    }
    Reflect.set(Late.prototype, needed, () => true);
    class LateController extends OneController {}
    Controller()(LateController);
    const module = await Test.createTestingModule({
      imports: [BoughModule.forRoot({ roots: [open] })],
      controllers: [LateController],
    }).compile();
    // After NestJS has looked for what decorates the controller.
    use(Late as never)(LateController);
    const app = module.createNestApplication();
    await expect(app.init()).rejects.toThrow(
      `LateController.one\n  has the ${kind} Late, which NestJS cannot resolve, so it would be left out\n` +
        `  write a class with the method ${needed}, and decorate the controller where it is declared`,
    );
    await app.close();
  });

  test("on a version of NestJS that finds fewer guards than a method has", async () => {
    @Controller()
    class ClosedController {
      @Implement(open.one)
      @UseGuards({ canActivate: () => false })
      one(): string {
        return "one";
      }
    }
    const dropping = {
      createGuardsFn: () => null,
      create(): () => Promise<void> {
        (this as unknown as { createGuardsFn(guards: unknown[]): void }).createGuardsFn([]);
        return () => Promise.resolve();
      },
    };
    const module = await Test.createTestingModule({
      imports: [BoughModule.forRoot({ roots: [open] })],
      controllers: [ClosedController],
    })
      .overrideProvider(ExternalContextCreator)
      .useValue(dropping)
      .compile();
    const app = module.createNestApplication();
    await expect(app.init()).rejects.toThrow(
      "ClosedController.one\n  has guards that NestJS does not find: 0 of 1 are there",
    );
    await app.close();
  });

  test("with a guard without the method of a guard", async () => {
    class NoGuard {
      readonly canDeactivate = true;
    }
    class OddController extends OneController {}
    Controller()(OddController);
    UseGuards(NoGuard as never)(OddController);
    expect(await refused({ roots: [open] }, [OddController])).toMatch(/NoGuard/);
  });
});

describe("Implement", () => {
  test("throws at a second endpoint on a method, when the class is loaded", () => {
    expect(() => {
      class TwiceController {
        @Implement(open.one)
        @Implement(api.one)
        one(): string {
          return "";
        }
      }
      return TwiceController;
    }).toThrow(
      "TwiceController.one\n  implements GET /v1/one already, and cannot implement GET /open/one too\n" +
        "  write a method for each of them",
    );
  });

  test("throws at what is no endpoint", () => {
    const later: typeof open.one = undefined as never;
    expect(() => Implement(later)(OneController.prototype, "one", {})).toThrow(
      "OneController.one\n  implements neither an endpoint nor a resource of a tree",
    );
  });
});

describe("an application starts", () => {
  @Injectable()
  class Users {
    nameOf(token: string): string | undefined {
      return token === "ada" ? "Ada" : undefined;
    }
  }
  @Module({ providers: [Users], exports: [Users] })
  class UsersModule {}

  @Injectable()
  class Never implements CanActivate {
    canActivate(): boolean {
      return false;
    }
  }
  @Controller()
  class GuardedController {
    @Implement(open.one)
    @UseGuards(Never)
    one(): string {
      return "one";
    }
    @Get("health")
    health(): string {
      return "ok";
    }
  }

  test("with options that are made of providers", async () => {
    interface Principals {
      readonly "user-token": string;
    }
    const Secured = implementing<Principals>();
    @Controller()
    class TwoController {
      @Implement(api.one)
      one(): string {
        return "one";
      }
      @Secured(api.two)
      two({ principal }: Call<typeof api.two, unknown, Principals>): string {
        return principal;
      }
    }
    const asynchronous = BoughModule.forRootAsync({
      imports: [UsersModule],
      inject: [Users],
      useFactory: async (users: Users) => ({
        roots: [api],
        security: [authenticate(UserToken, (token) => users.nameOf(token))],
      }),
    });
    const url = await startNest(adapters[0][1], {
      imports: [asynchronous],
      controllers: [TwoController],
    });
    const ask = (token: string): Promise<Response> =>
      fetch(`${url}/v1/two`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await ask("ada")).json()).toBe("Ada");
    expect((await ask("bob")).status).toBe(401);
  });

  test("with what the testing module overrides", async () => {
    const metadata: ModuleMetadata = {
      imports: [BoughModule.forRoot({ roots: [open] })],
      controllers: [GuardedController],
    };
    const url = await startNest(adapters[0][1], metadata);
    expect((await fetch(`${url}/open/one`)).status).toBe(403);
    const free = await startNest(adapters[0][1], metadata, {
      override: (builder) => builder.overrideGuard(Never).useValue({ canActivate: () => true }),
    });
    expect(await (await fetch(`${free}/open/one`)).json()).toBe("one");
    expect(await (await fetch(`${free}/health`)).text()).toBe("ok");
  });

  test("without HTTP, as a command does", async () => {
    @Module({
      imports: [BoughModule.forRoot({ roots: [open] }), UsersModule],
      controllers: [OneController],
    })
    class AppModule {}
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    expect(app.get(Users).nameOf("ada")).toBe("Ada");
    await app.close();
  });

  test("with a view from `extend`, whose failures the endpoints declare", async () => {
    const Busy = failure("busy", 503);
    const tree = rootResource("shop", {
      orders: staticResource("orders", { list: get().response<string>().failure(Busy) }),
    });
    @Controller()
    class ShopController {
      @Implement(tree.orders.list)
      list(): string {
        return "";
      }
    }
    const extend = (routes: Routes) => routes.guard([Busy], ({ fail }) => fail(Busy));
    const url = await startNest(adapters[0][1], {
      imports: [BoughModule.forRoot({ roots: [tree], extend })],
      controllers: [ShopController],
    });
    expect((await fetch(`${url}/shop/orders`)).status).toBe(503);
  });

  test("with a store of idempotency keys; a replay ends the interceptors", async () => {
    const tree = rootResource("shop", { pay: post("pay").idempotent().response(type<number>()) });
    const ended: string[] = [];
    class Watching implements NestInterceptor {
      intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
        return next
          .handle()
          .pipe(tap({ next: () => ended.push("method"), error: () => ended.push("replay") }));
      }
    }
    @Controller()
    @UseInterceptors(Watching)
    class ShopController {
      count = 0;
      @Implement(tree.pay)
      pay(): number {
        return ++this.count;
      }
    }
    const extend = (routes: Routes) =>
      routes.idempotent({ store: memoryStore(), scope: () => undefined });
    const url = await startNest(adapters[0][1], {
      imports: [BoughModule.forRoot({ roots: [tree], extend })],
      controllers: [ShopController],
    });
    const headers = { "idempotency-key": `"${crypto.randomUUID()}"` };
    const pay = async (): Promise<unknown> =>
      (await fetch(`${url}/shop/pay`, { method: "POST", headers })).json();
    expect([await pay(), await pay(), ended]).toEqual([1, 1, ["method", "replay"]]);
  });
});
