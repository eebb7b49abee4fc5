// What a method, a guard or an interceptor throws, and who responds to it.
import { once } from "node:events";
import { connect } from "node:net";
import {
  BadGatewayException,
  Controller,
  HttpException,
  NotFoundException,
  UseInterceptors,
} from "@nestjs/common";
import type {
  ArgumentsHost,
  CallHandler,
  ExceptionFilter,
  ExecutionContext,
  NestInterceptor,
} from "@nestjs/common";
import { failure, get, post, rootResource, type } from "bough";
import type { Call } from "bough/server";
import type { Observed, RouteOptions } from "bough/types";
import { BoughModule, Implement } from "bough-nest";
import { catchError, of, tap, throwError } from "rxjs";
import type { Observable } from "rxjs";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { adapters, startNest } from "../../../test/support/nest-app.ts";

const Gone = failure("gone", 410).body<{ readonly since: number }>();
const api = rootResource("v1", {
  missing: get("missing").response<string>(),
  broken: get("broken").response<string>(),
  text: get("text").response<string>(),
  wrong: get("wrong").response(z.object({ n: z.number() })),
  gone: get("gone").response<string>().failure(Gone),
  send: post("send").request<{ n: number }>().response(type<unknown>()),
});

let seen: unknown[] = [];
let thrown: unknown;
let begun = (): void => undefined;
class Watching implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    begun();
    return next.handle().pipe(
      tap({
        error: (error: unknown) => {
          thrown = error;
          seen.push(error instanceof Error ? error.message : error);
        },
      }),
    );
  }
}

/** Maps what is thrown, as the header `x-map` says. */
class Mapping implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const map = context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers[
      "x-map"
    ];
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (map === "value") return of("instead");
        return throwError(() => (map === "exception" ? new BadGatewayException("mapped") : error));
      }),
    );
  }
}

// A schema that throws is a fault of the server.
const failing: RouteOptions["request"] = {
  "~standard": {
    version: 1,
    vendor: "own",
    validate: (value) => {
      if ((value as { n: number }).n === 1) throw new Error("no schema");
      return { value };
    },
  },
};

@Controller()
@UseInterceptors(Mapping, Watching)
class ThrowingController {
  @Implement(api.missing)
  missing(): string {
    throw new NotFoundException("no such thing");
  }
  @Implement(api.broken)
  async broken(): Promise<string> {
    await Promise.resolve();
    throw new Error("secret");
  }
  @Implement(api.text)
  text(): string {
    throw "route";
  }
  @Implement(api.wrong)
  wrong(): { n: number } {
    return { n: "one" as never };
  }
  @Implement(api.gone)
  gone({ fail }: Call<typeof api.gone>): string {
    return fail(Gone, { since: 3 });
  }
  @Implement(api.send, { request: failing as never })
  send({ body }: Call<typeof api.send>): unknown {
    return body.n;
  }
}

describe.each(adapters)("on %s", (_, adapter) => {
  const errors: unknown[] = [];
  const observed: Observed[] = [];
  beforeEach(() => {
    seen = [];
    errors.length = 0;
    observed.length = 0;
  });

  async function ask(path: string, init: RequestInit = {}, filters: ExceptionFilter[] = []) {
    const module = BoughModule.forRoot({
      roots: [api],
      cors: { origins: ["https://a.test"] },
      onError: (error: unknown) => errors.push(error),
      observe: async (__, next) => void observed.push(await next()),
    });
    const url = await startNest(
      adapter,
      { imports: [module], controllers: [ThrowingController] },
      { before: (app) => app.useGlobalFilters(...filters).useLogger(false) },
    );
    const response = await fetch(`${url}/v1/${path}`, init);
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as unknown,
    };
  }
  const send = (body: string, map = ""): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json", "x-map": map },
    body,
  });

  test("an HttpException below 500 goes to NestJS's filters, and is no error to report", async () => {
    const { status, body } = await ask("missing");
    expect([status, body]).toEqual([
      404,
      { statusCode: 404, error: "Not Found", message: "no such thing" },
    ]);
    expect(seen).toEqual(["no such thing"]);
    expect(errors).toEqual([]);
    expect(observed).toMatchObject([{ status: 404, error: undefined, outcome: "answered" }]);
  });

  test.each([
    ["broken", new Error("secret")],
    ["text", "route"],
  ])("another exception goes to them too, and is reported once: %s", async (path, error) => {
    const { status, body } = await ask(path);
    expect([status, body]).toEqual([500, { statusCode: 500, message: "Internal server error" }]);
    expect(errors).toEqual([error]);
    expect(observed).toMatchObject([{ status: 500, error }]);
  });

  test("a response that does not fit goes to them, after the interceptors", async () => {
    const { status, body } = await ask("wrong");
    expect([status, body]).toEqual([500, { statusCode: 500, message: "Internal server error" }]);
    expect(seen).toEqual([]);
    expect(errors).toEqual([expect.objectContaining({ name: "HandlerError" })]);
  });

  test("a declared failure is no exception for filters, which interceptors see pass", async () => {
    const filter: ExceptionFilter = { catch: () => seen.push("filter") };
    const { status, body } = await ask("gone", {}, [filter]);
    expect([status, body]).toMatchObject([410, { since: 3 }]);
    expect(seen).toEqual(['answered with the failure "gone"']);
    expect(errors).toEqual([]);
  });

  test("a filter may make an error the client's, which is then not reported", async () => {
    const filter: ExceptionFilter<Error> = {
      catch: (error, host: ArgumentsHost) => {
        const response = host.switchToHttp().getResponse<{
          status(code: number): { send(body: object): void };
        }>();
        response.status(409).send({ said: error.message });
      },
    };
    const { status, body } = await ask("broken", {}, [filter]);
    expect([status, body]).toEqual([409, { said: "secret" }]);
    expect(errors).toEqual([]);
  });

  test("the response of a filter has the headers of Bough's CORS", async () => {
    const { status, headers } = await ask("missing", { headers: { origin: "https://a.test" } });
    expect(status).toBe(404);
    expect(headers.get("access-control-allow-origin")).toBe("https://a.test");
    expect(headers.get("vary")).toContain("Origin");
  });

  test("a refusal that an interceptor rethrows is Bough's", async () => {
    const { status, body } = await ask("send", send("{"));
    expect([status, body]).toMatchObject([400, { type: "urn:bough:invalid-request" }]);
    expect(seen).toEqual(["Bad Request"]);
    expect(observed).toMatchObject([{ status: 400, rejection: "urn:bough:invalid-request" }]);
  });

  test("a refusal that an interceptor makes another exception goes to the filters", async () => {
    const { status, body } = await ask("send", send("{", "exception"));
    expect([status, body]).toMatchObject([502, { message: "mapped" }]);
  });

  test("a refusal that an interceptor makes a value is that value", async () => {
    const { status, body } = await ask("send", send("{", "value"));
    expect([status, body]).toEqual([200, "instead"]);
  });

  test("a fault while Bough reads the request ends the interceptors, and goes to the filters", async () => {
    const { status, body } = await ask("send", send('{"n":1}'));
    expect([status, body]).toEqual([500, { statusCode: 500, message: "Internal server error" }]);
    expect([seen, errors]).toEqual([["no schema"], [new Error("no schema")]]);
  });

  test("what is thrown into interceptors says what Bough refused", async () => {
    await ask("send", send("{"));
    expect(thrown).toBeInstanceOf(HttpException);
    expect(thrown).toMatchObject({
      status: 400,
      response: { type: "urn:bough:invalid-request", status: 400, errors: [{ in: "body" }] },
    });
  });
});

describe("interceptors that have begun end, so that a transaction is rolled back, when", () => {
  async function start(): Promise<URL> {
    seen = [];
    const imports = [BoughModule.forRoot({ roots: [api] })];
    const [, fastify] = adapters[1];
    return new URL(
      await startNest(
        fastify,
        { imports, controllers: [ThrowingController] },
        { bodyParser: true, before: (app) => app.useLogger(false) },
      ),
    );
  }
  const ENDED = ["the request ended without the method"];

  test("NestJS's own parser on Fastify refuses the body", async () => {
    const url = await start();
    const headers = { "content-type": "application/json" };
    const { status } = await fetch(new URL("/v1/send", url), {
      method: "POST",
      headers,
      body: "{",
    });
    expect(status).toBe(400);
    await expect.poll(() => seen).toEqual(ENDED);
  });

  test("the client leaves while that parser reads", async () => {
    const { port, hostname } = await start();
    const waiting = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const socket = connect(Number(port), hostname);
    socket.write(
      "POST /v1/send HTTP/1.1\r\nhost: a.test\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
    );
    await waiting;
    const closed = once(socket, "close");
    socket.destroy();
    await closed;
    await expect.poll(() => seen).toEqual(ENDED);
  });
});
