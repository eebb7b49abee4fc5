import { describe, expect, test } from "vitest";
import { after, FOLDER } from "../moving/fixture.ts";
import { migrateTsRest } from "./index.ts";

// What the packages of ts-rest have of their types, so that a test needs neither NestJS nor React.
const library = "node_modules/@ts-rest";
const hooks = `type Hook = (...given: readonly unknown[]) => { data?: { body: string }; mutate: unknown; invalidateQueries(): void };
type Client<T> = { [K in keyof T]: T[K] extends { path: string } ? { useQuery: Hook; useMutation: Hook; query: Hook } : Client<T[K]> };
export declare function initTsrReactQuery<T>(contract: T, options: object): Client<T> & { useQueryClient: Hook };
export declare function initQueryClient<T>(contract: T, options: object): Client<T>;
`;
const declarations = {
  [`${library}/nest/index.d.ts`]:
    "export declare const TsRestHandler: (contract: unknown) => MethodDecorator;\nexport declare function tsRestHandler(contract: unknown, handler: unknown): unknown;\n",
  [`${library}/fastify/index.d.ts`]:
    "export declare function initServer(): { router<T>(contract: unknown, handlers: T): T; plugin(router: unknown): unknown };\n",
  [`${library}/react-query/package.json`]: '{ "types": "index.d.ts" }',
  [`${library}/react-query/index.d.ts`]: hooks,
  [`${library}/serverless/fetch/index.d.ts`]:
    "export declare const tsr: { router<T>(contract: unknown, handlers: T): T };\nexport declare function fetchRequestHandler(given: object): Promise<Response>;\n",
  "package.json":
    '{\n  "dependencies": {\n    "@ts-rest/react-query": "3.52.0",\n    "@tanstack/react-query": "5.0.0"\n  }\n}\n',
};
const contract = `import { initContract } from "@ts-rest/core";
const c = initContract();
export const contract = c.router({
  list: { method: "GET", path: "/posts", responses: { 200: c.type<string[]>() } },
  get: { method: "GET", path: "/posts/:id", responses: { 200: c.type<string>(), 404: c.type<null>() } },
  add: { method: "POST", path: "/posts", body: c.type<{ title: string }>(), responses: { 201: c.type<string>() } },
});
`;
const files: Readonly<Record<string, string>> = {
  ...declarations,
  "contract.ts": contract,
  "nest.ts": `import { TsRestHandler, tsRestHandler } from "@ts-rest/nest";
import { contract } from "./contract.ts";

export class Posts {
  readonly posts = new Map<string, string>();

  @TsRestHandler(contract.get)
  async get(@CurrentUser() user: User) {
    return tsRestHandler(contract.get, async ({ params, headers }) => {
      const post = this.posts.get(params.id);
      if (headers["x-a"] || !post) {
        return { status: 404, body: null };
      }
      return { status: 200, body: post };
    });
  }

  @TsRestHandler(contract)
  all() {
    return tsRestHandler(contract, {
      list: async () => ({ status: 200, body: [] }),
      get: async ({ params: { id } }) => ({ status: 200, body: id }),
      add: async ({ body }) => ({ status: 201, body: body.title }),
    });
  }
}
`,
  "fastify.ts": `import { initServer } from "@ts-rest/fastify";
import { contract } from "./contract.ts";

const s = initServer();
const load = async (): Promise<{ status: 200; body: string[] }> => ({ status: 200, body: [] });
export const router = s.router(contract, {
  list: async ({ request }) => {
    request.log.info("list");
    return load();
  },
  get: wrapped(async () => ({ status: 200, body: "" })),
  add: async ({ body }) => ({ status: 201, body: body.title }),
});
app.register(s.plugin(router), { responseValidation: true });
`,
  "fetch.ts": `import { fetchRequestHandler, tsr } from "@ts-rest/serverless/fetch";
import { contract } from "./contract.ts";

const router = tsr.router(contract, {
  list: async () => ({ status: 200, body: [] }),
  get: async ({ params }) => ({ status: 200, body: params.id }),
  add: async ({ body }) => ({ status: 201, body: body.title }),
});
export const handle = (request: Request) =>
  fetchRequestHandler({ request, contract, router, options: { basePath: "/api" } });
`,
  "hooks.tsx": `import { initQueryClient, initTsrReactQuery } from "@ts-rest/react-query";
import { contract } from "./contract.ts";

export const tsr = initTsrReactQuery(contract, { baseUrl: "" });
export const old = initQueryClient(contract, { baseUrl: "/api" });
export function useAll(id: string) {
  const { data } = tsr.list.useQuery({ queryKey: ["posts"] });
  const one = tsr.get.useQuery({ queryKey: ["posts", id], queryData: { params: { id } }, enabled: true });
  const before = old.get.useQuery(["old", id], () => ({ params: { id } }), { staleTime: 5 });
  const chosen = tsr.list.useQuery({ queryKey: ["c"], select: (response) => response.body.length });
  const { mutate } = tsr.add.useMutation({ onSuccess: () => tsr.useQueryClient().invalidateQueries() });
  return [data?.body.length, one.data?.body, before.data, chosen.data, mutate];
}
`,
};
const {
  files: moved,
  left,
  sites,
} = after(files, migrateTsRest(FOLDER, new Map(Object.entries(files))));
const text = (name: string): string => moved.get(name) ?? "";

describe("the adapters of ts-rest", () => {
  test("NestJS: the inner function becomes the method, with the method's own parameters", () => {
    expect(text("nest.ts")).toContain(`  @Implement(contract.post.get)
  async get({ ids: params, header, fail }: Call<typeof contract.post.get>, @CurrentUser() user: User) {
    const post = this.posts.get(params.id);
    if (header("x-a") || !post) {
      return fail(PostNotFound, null);
    }
    return post;
  }
`);
  });

  test("NestJS: a router's handlers have the shape of its tree", () => {
    expect(text("nest.ts")).toContain(`  @Implement(contract)
  all(): Handlers<typeof contract> {
    return {
      list: async () => [],
      add: async ({ body }) => body.title,
      post: {
        get: async ({ ids: { id } }) => id,
      },
    };
  }`);
  });

  test("NestJS: a handler that takes more than Bough passes is reported", () => {
    const more = {
      ...declarations,
      "contract.ts": contract,
      "nest.ts": `import { TsRestHandler, tsRestHandler } from "@ts-rest/nest";
import { contract } from "./contract.ts";
export class Posts {
  @TsRestHandler(contract.list)
  list() {
    return tsRestHandler(contract.list, async ({ query, ...others }) => load(query, others));
  }
  @TsRestHandler(contract.get)
  get() {
    return tsRestHandler(contract.get, async (given) => load(given));
  }
}
`,
    };
    expect(after(more, migrateTsRest(FOLDER, new Map(Object.entries(more)))).left).toEqual([
      "nest.ts:1 still imports { tsRestHandler } from @ts-rest/nest: move what uses it by hand",
      "nest.ts:4 this handler takes `...others`, which Bough doesn't pass: implement this endpoint by hand",
      "nest.ts:8 this handler passes `given` on as a whole: pass only the parts that are needed",
    ]);
  });

  test("Fastify: routes on the scope of the plugin, and bridges where a response is made elsewhere", () => {
    expect(text("fastify.ts"))
      .toContain(`export const router = (routes: HostRoutes<FastifyHost>): void => {
  routes.route(contract.list, async ({ host: { request }, endpoint, fail, respond }) => {
    request.log.info("list");
    return answered({ endpoint, fail, respond }, load());
  });
  routes.route(contract.post.get, asHandler(wrapped(async () => ({ status: 200, body: "" }))));
  routes.route(contract.add, async ({ body }) => body.title);
};
app.register(async (scope) => router(routing(scope)));`);
  });

  test("fetch: a server with the base path", () => {
    expect(text("fetch.ts"))
      .toContain(`const server = createServer({ validateResponses: false, basePath: "/api" });
router(server);

export const handle = (request: Request) =>
  server.fetch(request);`);
  });

  test("hooks are TanStack Query's, with their keys; `data.body` is `data`", () => {
    expect(text("hooks.tsx")).toContain("export const tsr = createClient();");
    expect(text("hooks.tsx")).toContain(
      'const { data } = useQuery({ queryKey: ["posts"], queryFn: ({ signal }) => tsr.request(contract.list, { signal }).bodyOrThrow() });',
    );
    expect(text("hooks.tsx")).toContain(
      'const one = useQuery({ queryKey: ["posts", id], queryFn: ({ signal }) => tsr.request(contract.post(id).get, { signal }).bodyOrThrow(), enabled: true });',
    );
    expect(text("hooks.tsx")).toContain(
      'const before = useQuery({ queryKey: ["old", id], queryFn: ({ signal }) => successOrThrow(old.request(contract.post(id).get, { signal })), staleTime: 5 });',
    );
    expect(text("hooks.tsx")).toContain(
      'const chosen = useQuery({ queryKey: ["c"], queryFn: ({ signal }) => tsr.request(contract.list, { signal }).bodyOrThrow(), select: (response) => response.length });',
    );
    expect(text("hooks.tsx")).toContain(
      "return [data?.length, one.data, before.data, chosen.data, mutate];",
    );
    expect(text("hooks.tsx")).toContain(
      'useMutation({ mutationFn: (given: Pick<ClientRequest<typeof contract.add>, "body">) => tsr.request(contract.add, given.body).bodyOrThrow(), onSuccess: () => useQueryClient().invalidateQueries() })',
    );
  });

  test("nothing is left but what clients can see", () => {
    expect(sites.left).toBe(0);
    expect(left.filter((line) => !line.includes("the body of a refused request"))).toEqual([]);
  });
});
