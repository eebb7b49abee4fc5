// What is the host's: methods, paths, bodies of any kind. And what is around Bough in an application of NestJS.
import {
  Body,
  Controller,
  Get,
  Injectable,
  Module,
  Post,
  UseGuards,
  UseInterceptors,
} from "@nestjs/common";
import type {
  CallHandler,
  CanActivate,
  ExecutionContext,
  INestApplication,
  ModuleMetadata,
  MiddlewareConsumer,
  NestInterceptor,
  NestModule,
} from "@nestjs/common";
import {
  bytes,
  file,
  get,
  integer,
  multipart,
  string,
  post,
  rootResource,
  staticResource,
  stream,
  type,
} from "bough";
import { createClient } from "bough/client";
import type { Call, Routes } from "bough/server";
import { BoughModule, callFrom, Implement } from "bough-nest";
import type { Observable } from "rxjs";
import { describe, expect, test } from "vitest";
import { adapters, startNest } from "../../../test/support/nest-app.ts";

const api = rootResource("v1", {
  note: staticResource("note", {
    read: get().response<string>(),
    write: post().request<{ text: string }>().response(type<unknown>()),
  }),
  upload: post("upload").request(stream()).response(type<number>()),
  photo: post("photo")
    .request(multipart({ title: string(), photo: file() }))
    .response(type<unknown>()),
  download: get("download").response(stream("text/plain")),
  gone: post("gone"),
  url: get("url").response<string>(),
});

const guarded: string[] = [];
const urls: string[] = [];
@Injectable()
class Guard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    guarded.push(String(callFrom(context)?.endpoint.template));
    urls.push(context.switchToHttp().getRequest<{ url: string }>().url);
    return true;
  }
}
class Passing implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle();
  }
}

@Controller()
@UseGuards(Guard)
@UseInterceptors(Passing)
class ApiController {
  @Implement(api.note.read)
  read(): string {
    return "note";
  }
  @Implement(api.note.write, { limits: { body: 50 } })
  write({ body }: Call<typeof api.note.write>): unknown {
    return body;
  }
  @Implement(api.upload)
  async upload({ body }: Call<typeof api.upload>): Promise<number> {
    let size = 0;
    for await (const chunk of body) size += chunk.byteLength;
    return size;
  }
  @Implement(api.photo)
  async photo({ body }: Call<typeof api.photo>): Promise<unknown> {
    const { fields, file: photo } = await body.one("photo");
    return { title: fields.title, size: photo.bytes.length };
  }
  @Implement(api.download)
  download(): ReadableStream<Uint8Array> {
    return new Blob(["one ", "two"]).stream();
  }
  @Implement(api.gone)
  gone(): void {
    guarded.push("gone");
  }
  @Implement(api.url)
  url({ urlOf }: Call<typeof api.url>): string {
    return urlOf(api.note.read);
  }
}

@Controller("v1")
class OtherController {
  @Get("other")
  @UseGuards(Guard)
  other(): string {
    return "other";
  }
  @Post("note")
  note(@Body() body: unknown): unknown {
    return { nest: body };
  }
}

describe.each(adapters)("on %s", (_, adapter) => {
  const module = BoughModule.forRoot({ roots: [api], limits: { body: 1_000 } });
  async function start(
    metadata: ModuleMetadata = {},
    before?: (app: INestApplication) => void,
    bodyParser = false,
  ): Promise<string> {
    guarded.length = 0;
    urls.length = 0;
    const whole = { imports: [module], controllers: [ApiController], ...metadata };
    return startNest(adapter, whole, { bodyParser, ...(before && { before }) });
  }

  test("HEAD runs the guards of GET; OPTIONS, 404 and 405 run none", async () => {
    const url = await start();
    const head = await fetch(`${url}/v1/note`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), guarded]).toEqual([
      200,
      "6",
      ["/v1/note"],
    ]);
    guarded.length = 0;
    const options = await fetch(`${url}/v1/note`, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([
      204,
      "GET, POST, HEAD, OPTIONS",
    ]);
    const wrong = await fetch(`${url}/v1/note`, { method: "DELETE" });
    expect([wrong.status, await wrong.json()]).toMatchObject([
      405,
      { type: "urn:bough:method-not-allowed" },
    ]);
    const missing = await fetch(`${url}/v1/none`);
    expect([missing.status, await missing.json()]).toMatchObject([
      404,
      { message: "Cannot GET /v1/none" },
    ]);
    expect(guarded).toEqual([]);
  });

  test("streams go both ways, with interceptors around them", async () => {
    const url = await start();
    const sent = await fetch(`${url}/v1/upload`, { method: "POST", body: "12345" });
    expect([sent.status, await sent.json()]).toEqual([200, 5]);
    const long = await fetch(`${url}/v1/upload`, { method: "POST", body: "a".repeat(2_000) });
    expect([long.status, await long.json()]).toMatchObject([
      413,
      { type: "urn:bough:content-too-large" },
    ]);
    expect(await (await fetch(`${url}/v1/download`)).text()).toBe("one two");
    const gone = await fetch(`${url}/v1/gone`, { method: "POST" });
    expect([gone.status, guarded.at(-1)]).toEqual([204, "gone"]);
  });

  test("a form arrives with its files, beside NestJS's body parser", async () => {
    const url = await start({}, undefined, true);
    const client = createClient({ baseUrl: url });
    const photo = new File(["12"], "a.png");
    expect(await client.request(api.photo, { title: "a", photo }).bodyOrThrow()).toEqual({
      title: "a",
      size: 2,
    });
    expect(await client.request(api.note.write, { text: "a" }).bodyOrThrow()).toEqual({
      text: "a",
    });
  });

  test("the global prefix is before every path, and guards see the whole URL", async () => {
    const url = await start({}, (app) => app.setGlobalPrefix("api"));
    expect(await (await fetch(`${url}/api/v1/url?a=1`)).json()).toBe("/api/v1/note");
    expect(urls).toEqual(["/api/v1/url?a=1"]);
    expect((await fetch(`${url}/v1/url`)).status).toBe(404);
    const wrong = await fetch(`${url}/api/v1/note`, { method: "DELETE" });
    expect(wrong.status).toBe(405);
    const none = await fetch(`${url}/api/v1/none`);
    expect([none.status, await none.json()]).toMatchObject([
      404,
      { message: "Cannot GET /api/v1/none" },
    ]);
  });

  test("other controllers stay, and serve what a partial application leaves to them", async () => {
    @Controller()
    class PartController {
      @Implement(api.note.read)
      read(): string {
        return "bough";
      }
    }
    const url = await start(
      {
        imports: [BoughModule.forRoot({ roots: [api], partial: true })],
        controllers: [OtherController, PartController],
      },
      undefined,
      true,
    );
    expect(await (await fetch(`${url}/v1/note`)).json()).toBe("bough");
    const headers = { "content-type": "application/json" };
    const posted = await fetch(`${url}/v1/note`, { method: "POST", headers, body: "[1]" });
    expect([posted.status, await posted.json()]).toEqual([201, { nest: [1] }]);
    expect(await (await fetch(`${url}/v1/other`)).text()).toBe("other");
    // A guard of both finds no call there.
    expect(guarded).toEqual(["undefined"]);
    expect((await fetch(`${url}/v1/url`)).status).toBe(501);
  });

  test("middleware is for paths: the controller has none", async () => {
    const ran: string[] = [];
    const as = (name: string) => (_req: unknown, _res: unknown, next: () => void) => {
      ran.push(name);
      next();
    };
    @Module({ imports: [module], controllers: [ApiController] })
    class MiddlewareModule implements NestModule {
      configure(consumer: MiddlewareConsumer): void {
        consumer.apply(as("controller")).forRoutes(ApiController);
        consumer.apply(as("path")).forRoutes("v1/note");
      }
    }
    const url = await start({ imports: [MiddlewareModule], controllers: [] });
    expect((await fetch(`${url}/v1/note`)).status).toBe(200);
    expect((await fetch(`${url}/v1/url`)).status).toBe(200);
    expect(ran).toEqual(["path"]);
  });

  test("two modules serve their own roots", async () => {
    const second = rootResource("v2", {
      one: get("one").response<number>(),
      two: get("two").parameters({ n: integer() }).response<number>(),
    });
    @Controller()
    class SecondController {
      @Implement(second.one)
      one(): number {
        return 1;
      }
      @Implement(second.two)
      two({ parameters }: Call<typeof second.two>): number {
        return parameters.n;
      }
    }
    @Module({
      imports: [BoughModule.forRoot({ roots: [second], strictParameters: true })],
      controllers: [SecondController],
    })
    class SecondModule {}
    const url = await start({ imports: [module, SecondModule] });
    expect(await (await fetch(`${url}/v1/note`)).json()).toBe("note");
    expect(await (await fetch(`${url}/v2/two?n=2`)).json()).toBe(2);
    expect((await fetch(`${url}/v2/one?n=2`)).status).toBe(400);
  });

  test("`extend` gets the routes first, and may return a view", async () => {
    const extra = rootResource("extra", { raw: get("raw").response(bytes()) });
    const seen: string[] = [];
    const extend = (routes: Routes) => {
      routes.route(extra.raw, () => new Blob(["raw"], { type: "text/plain" }));
      return routes.guard(({ endpoint }) => {
        seen.push(endpoint.template);
        return {};
      });
    };
    const url = await start({ imports: [BoughModule.forRoot({ roots: [api], extend })] });
    expect(await (await fetch(`${url}/extra/raw`)).text()).toBe("raw");
    await fetch(`${url}/v1/note`);
    expect(seen).toEqual(["/v1/note"]);
  });
});

describe("NestJS's body parser", () => {
  test.each([
    [...adapters[0], [], { message: expect.stringContaining("JSON"), statusCode: 400 }],
    [...adapters[1], ["/v1/note"], { statusCode: 400 }],
  ] as const)(
    "refuses before the guards on Express, and after them on Fastify: %s",
    async (__, adapter, ran, body) => {
      guarded.length = 0;
      const imports = [BoughModule.forRoot({ roots: [api] })];
      const url = await startNest(
        adapter,
        { imports, controllers: [ApiController] },
        { bodyParser: true },
      );
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${url}/v1/note`, { method: "POST", headers, body: "{" });
      expect([response.status, guarded, await response.json()]).toMatchObject([400, ran, body]);
    },
  );
});
