// The order of the two pipelines, on both servers.
import {
  Controller,
  createParamDecorator,
  HttpException,
  Injectable,
  Module,
  UseGuards,
  UseInterceptors,
} from "@nestjs/common";
import type {
  CallHandler,
  CanActivate,
  ExecutionContext,
  MiddlewareConsumer,
  NestInterceptor,
  NestModule,
} from "@nestjs/common";
import {
  bearer,
  dynamicResource,
  get,
  integer,
  post,
  rootResource,
  staticResource,
  type,
} from "bough";
import { authenticate, type Call } from "bough/server";
import { BoughModule, callFrom, Implement } from "bough-nest";
import { tap } from "rxjs";
import type { Observable } from "rxjs";
import { beforeEach, describe, expect, test } from "vitest";
import { adapters, startNest } from "../../../test/support/nest-app.ts";

interface User {
  readonly name: string;
}
const UserToken = bearer("user-token");
const api = rootResource("v1", {
  users: staticResource("users", {
    create: post()
      .security(UserToken)
      .request<User>()
      .parameters({ limit: integer().optional() })
      .response(type<unknown>()),
    user: dynamicResource("user", integer(), { find: get().response<unknown>() }),
  }),
});

const steps: string[] = [];

@Injectable()
class Guard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const call = callFrom(context);
    steps.push(`guard ${call?.endpoint.method} ${JSON.stringify(call?.ids)}`);
    return call?.header("x-refuse") !== "guard";
  }
}

@Injectable()
class Interceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    steps.push(`before ${context.getClass().name}.${context.getHandler().name}`);
    return next.handle().pipe(
      tap({
        next: (value) => steps.push(`after ${JSON.stringify(value)}`),
        error: (error: unknown) =>
          steps.push(
            `thrown ${error instanceof HttpException ? error.getStatus() : String(error)}`,
          ),
      }),
    );
  }
}

const Principal = createParamDecorator((_: unknown, context: ExecutionContext) => {
  steps.push("parameter");
  return callFrom(context)?.principal;
});

@Controller()
@UseGuards(Guard)
@UseInterceptors(Interceptor)
class UsersController {
  @Implement(api.users.create)
  create(call: Call<typeof api.users.create>, @Principal() user: User): unknown {
    steps.push("method");
    return { by: user.name, ...call.body };
  }
  @Implement(api.users.user.find)
  find({ ids }: Call<typeof api.users.user.find>): unknown {
    return ids.user;
  }
}

@Module({
  imports: [
    BoughModule.forRoot({
      roots: [api],
      limits: { body: 100 },
      security: [
        authenticate(UserToken, (token) => {
          steps.push("credentials");
          return token === "ada" ? { name: "ada" } : undefined;
        }),
      ],
    }),
  ],
  controllers: [UsersController],
})
class AppModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    const middleware = (_req: unknown, _res: unknown, next: () => void): void => {
      steps.push("middleware");
      next();
    };
    consumer.apply(middleware).forRoutes("{*all}");
  }
}

describe.each(adapters)("on %s", (_, adapter) => {
  beforeEach(() => {
    steps.length = 0;
  });
  const ADA = { authorization: "Bearer ada", "content-type": "application/json" };
  async function ask(path: string, init: RequestInit = {}): Promise<[number, unknown]> {
    const url = await startNest(adapter, { imports: [AppModule] });
    const response = await fetch(`${url}/v1/users${path}`, init);
    const text = await response.text();
    return [response.status, text === "" ? "" : JSON.parse(text)];
  }
  const BEGUN = ["middleware", "credentials", "guard POST {}"];
  const WAITING = [...BEGUN, "before UsersController.create"];

  test("a request passes all steps in their order", async () => {
    const body = '{"name":"b"}';
    expect(await ask("", { method: "POST", headers: ADA, body })).toEqual([
      200,
      { by: "ada", name: "b" },
    ]);
    expect(steps).toEqual([...WAITING, "parameter", "method", 'after {"by":"ada","name":"b"}']);
  });

  test("a wrong credential reaches no guard", async () => {
    const headers = { ...ADA, authorization: "Bearer bob" };
    expect(await ask("", { method: "POST", headers, body: "{}" })).toMatchObject([401, {}]);
    expect(steps).toEqual(["middleware", "credentials"]);
  });

  test.each([
    ["400", {}, "{", "?limit=x"],
    ["413", {}, `"${"a".repeat(200)}"`, ""],
    ["415", { "content-type": "text/plain" }, "{}", ""],
    ["406", { accept: "text/plain" }, "{}", ""],
  ])(
    "a request that is refused with %s ends the interceptors, in Bough's words",
    async (status, more, body, query) => {
      const [got, problem] = await ask(query, {
        method: "POST",
        headers: { ...ADA, ...more },
        body,
      });
      expect([String(got), problem]).toMatchObject([
        status,
        { type: expect.stringMatching(/^urn:bough:/) },
      ]);
      expect(steps).toEqual([...WAITING, `thrown ${status}`]);
    },
  );
});
