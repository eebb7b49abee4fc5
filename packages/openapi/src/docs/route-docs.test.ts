import { gunzipSync } from "node:zlib";
import { anonymous, failure, get, rootResource, staticResource, string } from "bough";
import { basic } from "bough/existing";
import { contractOf } from "bough/contract";
import { routeDocs, type DocsOptions, type DocsSource } from "bough-openapi/docs";
import { openApi, type OpenApiDocument } from "bough-openapi";
import { authenticate, createServer, type Routes, RouteError } from "bough/server";
import type { FetchServer } from "bough/types";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";

const User = z.object({ name: z.string() });
const Unauthorized = failure("unauthorized", 401).headers({ "www-authenticate": string() });
const api = rootResource("v1", {
  users: staticResource("users", { list: get().response(z.array(User)) }),
});
const info = { title: "Users", version: "1.0.0" };
const options: DocsOptions = { path: "docs", info };

function serverOf(given: DocsOptions = options, source: DocsSource = api): FetchServer {
  const server = createServer();
  routeDocs(server, source, given);
  server.route(api.users.list, () => []);
  return server;
}

function asked(
  server: FetchServer,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return server.fetch(`https://api.example.test${path}`, { headers });
}

async function documentAt(server: FetchServer, path = "/docs/openapi.json") {
  const response = await asked(server, path);
  expect(response.headers.get("content-type")).toBe("application/json");
  return (await response.json()) as OpenApiDocument;
}

describe("the page", () => {
  test("loads its files by relative URLs and has a policy that keeps requests at the origin", async () => {
    const response = await asked(serverOf(), "/docs");
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
    });
    const html = await response.text();
    const urls = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url);
    expect(urls).toEqual([
      "docs/favicon-32x32.png",
      "docs/swagger-ui.css",
      "docs/swagger-ui-bundle.js",
      "docs/init.js",
    ]);
    expect(html).not.toMatch(/<script>|<style>| on\w+=/);
  });

  test.each([
    ["swagger-ui.css", "text/css; charset=utf-8"],
    ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
    ["init.js", "text/javascript; charset=utf-8"],
    ["favicon-32x32.png", "image/png"],
    ["oauth2-redirect.html", "text/html; charset=utf-8"],
    ["oauth2-redirect.js", "text/javascript; charset=utf-8"],
  ])("has the file %s", async (file, mediaType) => {
    const response = await asked(serverOf(), `/docs/${file}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(mediaType);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(50);
  });

  test.each(["/docs/package.json", "/docs/..%2Fpackage.json", "/docs/swagger-ui.js", "/docs/"])(
    "has no %s",
    async (path) => {
      expect((await asked(serverOf(), path)).status).toBe(404);
    },
  );

  test("keeps no credentials and asks no validator", async () => {
    const script = await (await asked(serverOf(), "/docs/init.js")).text();
    expect(script).toContain("persistAuthorization: false");
    expect(script).toContain("validatorUrl: null");
  });

  test("escapes the title", async () => {
    const server = serverOf({ info: { title: 'A <script> & "b"', version: "1" } });
    expect(await (await asked(server, "/docs")).text()).toContain(
      "<title>A &#60;script&#62; &#38; &#34;b&#34;</title>",
    );
  });

  test("may stand below several segments and a base path", async () => {
    const server = createServer({ basePath: "/base" });
    server.route(api.users.list, () => []);
    routeDocs(server, api, { path: "internal/docs", info });
    const html = await (await asked(server, "/base/internal/docs")).text();
    expect(html).toContain('src="docs/init.js"');
    const document = await documentAt(server, "/base/internal/docs/openapi.json");
    expect(Object.keys(document.paths)).toEqual(["/base/v1/users"]);
    const url = new URL(
      `${document.servers?.[0]?.url}/base/v1/users`,
      "https://a.test/prefix/base/internal/docs/openapi.json",
    );
    expect(url.href).toBe("https://a.test/prefix/base/v1/users");
  });
});

describe("the document", () => {
  test("is that of openApi, with a server that is relative to it", async () => {
    const server = serverOf();
    expect(await documentAt(server)).toEqual(openApi(server, { info, servers: [{ url: ".." }] }));
    expect(Object.keys((await documentAt(server)).paths)).toEqual(["/v1/users"]);
  });

  test("has the schemas that routes are given after the page", async () => {
    const typed = rootResource("v1", { me: get("me").response<z.infer<typeof User>>() });
    const server = createServer();
    routeDocs(server, typed, options);
    server.route(typed.me, () => ({ name: "Ada" }), { response: User });
    const { paths } = await documentAt(server);
    expect(JSON.stringify(paths)).toContain('"required":["name"]');
  });

  test.each([
    ["a server", (server: FetchServer): DocsSource => server],
    ["a contract", (): DocsSource => contractOf(api)],
    ["trees by name", (): DocsSource => ({ v1: api })],
  ])("is made of %s", async (_, sourceOf) => {
    const server = createServer();
    server.route(api.users.list, () => []);
    routeDocs(server, sourceOf(server), { ...options, operationId: ({ name }) => name.join("_") });
    const { paths } = await documentAt(server);
    expect(paths["/v1/users"]).toHaveProperty("get");
  });

  test.each([
    ["all of it is routed", true],
    ["nothing is routed yet", false],
  ])("of several roots has the schemas of the server if %s", async (_, isRouted) => {
    interface Named {
      readonly name: string;
    }
    const roots = {
      v1: rootResource("v1", { me: get("me").response<Named>() }),
      v2: rootResource("v2", { me: get("me").response<Named>() }),
    };
    const named = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
    const bodies = { "200": { "application/json": { schema: named } } };
    const server = createServer({
      schemas: {
        format: 1,
        digest: "",
        components: {},
        endpoints: { "GET /v1/me": { responses: bodies }, "GET /v2/me": { responses: bodies } },
      },
    });
    if (isRouted) {
      server.route(roots.v1.me, () => ({ name: "Ada" }));
    }
    const warnings: string[] = [];
    routeDocs(server, roots, { ...options, onWarning: (warning) => warnings.push(warning) });
    const { paths } = await documentAt(server);
    for (const version of ["v1", "v2"]) {
      expect(paths[`/${version}/me`]).toMatchObject({
        get: {
          operationId: `${version}_me`,
          responses: { "200": { content: { "application/json": { schema: named } } } },
        },
      });
    }
    expect(warnings).toEqual([]);
  });

  test("names endpoints after the trees by name, and knows their server", async () => {
    const server = createServer({ basePath: "/base" });
    server.route(api.users.list, () => []);
    routeDocs(server, { first: api }, options);
    const { paths } = await documentAt(server, "/base/docs/openapi.json");
    expect(paths["/base/v1/users"]).toMatchObject({ get: { operationId: "first_users_list" } });
  });

  test("of a tree that another server serves leaves it unknown here", async () => {
    const other = rootResource("v2", { ping: get("ping") });
    const server = serverOf({ ...options, servers: [{ url: "https://other.test" }] }, other);
    const document = await documentAt(server);
    expect(document.servers).toEqual([{ url: "https://other.test" }]);
    expect(Object.keys(document.paths)).toEqual(["/v2/ping"]);
    expect((await asked(server, "/v2/ping")).status).toBe(404);
  });

  test("and other documents of the server do not show the page", () => {
    expect(contractOf(serverOf()).endpoints.map(({ key }) => key)).toEqual(["GET /v1/users"]);
  });

  test("that cannot be made is a 500 and an error for onError", async () => {
    const onError = vi.fn<(error: unknown) => void>();
    const server = createServer({ onError });
    const untyped = rootResource("v1", { me: get("me").response<string>() });
    routeDocs(server, untyped, { ...options, strict: true });
    expect((await asked(server, "/docs/openapi.json")).status).toBe(500);
    expect(String(onError.mock.calls[0]?.[0])).toContain("OpenApiError");
  });
});

describe("a file", () => {
  test("is compressed for clients that accept it, with an entity tag of its own", async () => {
    const server = serverOf();
    const plain = await asked(server, "/docs/swagger-ui.css");
    const zipped = await asked(server, "/docs/swagger-ui.css", { "accept-encoding": "br, gzip" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    expect(zipped.headers.get("vary")).toBe("accept-encoding");
    expect(plain.headers.get("vary")).toBe("accept-encoding");
    expect(plain.headers.get("etag")).toMatch(/^"[\da-f]{32}"$/);
    expect(zipped.headers.get("etag")).toBe(
      plain.headers.get("etag")?.replace(/"$/, '-gzip"') ?? "",
    );
    const bytes = new Uint8Array(await plain.arrayBuffer());
    const compressed = new Uint8Array(await zipped.arrayBuffer());
    expect(compressed.length).toBeLessThan(bytes.length / 4);
    expect(Buffer.compare(gunzipSync(compressed), bytes)).toBe(0);
  });

  test("is not compressed if that makes it no smaller", async () => {
    const response = await asked(serverOf(), "/docs/favicon-32x32.png", {
      "accept-encoding": "gzip",
    });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(response.headers.get("vary")).toBeNull();
  });

  test.each(["", "/openapi.json", "/init.js", "/swagger-ui.css", "/favicon-32x32.png"])(
    "RFC 9110 15.4.5: /docs%s is 304 for a client that has it",
    async (file) => {
      const server = serverOf();
      const encoding = { "accept-encoding": "gzip" };
      const first = await asked(server, `/docs${file}`, encoding);
      const tag = first.headers.get("etag") ?? "";
      const again = await asked(server, `/docs${file}`, { ...encoding, "if-none-match": tag });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
      for (const name of ["etag", "cache-control", "vary", "content-security-policy"]) {
        expect(again.headers.get(name)).toBe(first.headers.get(name));
      }
      const changed = await asked(server, `/docs${file}`, { ...encoding, "if-none-match": '"a"' });
      expect(changed.status).toBe(200);
    },
  );

  test("answers HEAD without its content", async () => {
    const response = await serverOf().fetch("https://api.example.test/docs/swagger-ui.css", {
      method: "HEAD",
    });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(10_000);
    expect(await response.text()).toBe("");
  });

  test("that cannot be read is read again by the next request", async () => {
    let reads = 0;
    const read = (): string => {
      if (++reads === 1) throw new Error("no file");
      return "a";
    };
    const server = createServer({ onError: () => undefined });
    routeDocs(server, api, { info, html: "<p>", assets: { "a.txt": read } });
    expect((await asked(server, "/docs/a.txt")).status).toBe(500);
    expect(await (await asked(server, "/docs/a.txt")).text()).toBe("a");
    await asked(server, "/docs/a.txt");
    expect(reads).toBe(2);
  });
});

describe("a page of another program", () => {
  const page: DocsOptions = {
    info,
    html: ({ title, base }) => `<title>${title}</title><script src="${base}app.js"></script>`,
    assets: {
      "app.js": () => Promise.resolve("fetch('docs/openapi.json')"),
      "fonts/text.woff2": new Uint8Array([1, 2, 3]),
      "logo.SVG": new Blob(["<svg/>"]),
      "data.bin": new Uint8Array([4]).buffer,
    },
  };

  test("is its HTML and its files", async () => {
    const server = serverOf(page);
    const response = await asked(server, "/docs");
    expect(response.headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(await response.text()).toBe('<title>Users</title><script src="docs/app.js"></script>');
    for (const [file, mediaType, size] of [
      ["app.js", "text/javascript; charset=utf-8", 26],
      ["fonts/text.woff2", "font/woff2", 3],
      ["logo.SVG", "image/svg+xml", 6],
      ["data.bin", "application/octet-stream", 1],
    ] as const) {
      const found = await asked(server, `/docs/${file}`);
      expect(found.headers.get("content-type")).toBe(mediaType);
      expect((await found.arrayBuffer()).byteLength).toBe(size);
    }
    for (const file of ["init.js", "swagger-ui.css"]) {
      expect((await asked(server, `/docs/${file}`)).status).toBe(404);
    }
  });

  test("may be HTML alone", async () => {
    const server = serverOf({ info, html: "<p>Hello</p>" });
    expect(await (await asked(server, "/docs")).text()).toBe("<p>Hello</p>");
  });

  test("may be that of Swagger UI with files from elsewhere", async () => {
    const server = serverOf({ info, assets: { "swagger-ui-bundle.js": "SwaggerUIBundle = 1" } });
    expect(await (await asked(server, "/docs/swagger-ui-bundle.js")).text()).toBe(
      "SwaggerUIBundle = 1",
    );
    expect(await (await asked(server, "/docs")).text()).toContain("docs/init.js");
    expect((await asked(server, "/docs/init.js")).status).toBe(200);
  });
});

describe("a view", () => {
  test("protects the page, the document and the files by its guards", async () => {
    const server = createServer();
    const view = server
      .guard([Unauthorized], ({ header, fail }) => {
        if (header("authorization") !== "Bearer a") {
          fail(Unauthorized, undefined, { headers: { "www-authenticate": "Bearer" } });
        }
        return { user: "Ada" };
      })
      .around((_call, next) => next());
    routeDocs(view, api, options);
    for (const path of ["/docs", "/docs/openapi.json", "/docs/swagger-ui-bundle.js"]) {
      const refused = await asked(server, path);
      expect(refused.status).toBe(401);
      expect(refused.headers.get("www-authenticate")).toBe("Bearer");
      const response = await asked(server, path, { authorization: "Bearer a" });
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("private, no-cache");
    }
  });
});

describe("the security of the page", () => {
  const Staff = basic("staff");
  const authenticators = [
    authenticate(Staff, ({ password }) => password === "secret" || undefined),
  ];

  test("is that of the option, checked by the view", async () => {
    const server = createServer({ requireSecurity: true });
    routeDocs(server.secured(authenticators), api, { ...options, security: [Staff] });
    const refused = await asked(server, "/docs");
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toContain("Basic");
    const credential = { authorization: `Basic ${btoa("ada:secret")}` };
    for (const file of ["", "/openapi.json", "/init.js"]) {
      expect((await asked(server, `/docs${file}`)).status).toBe(401);
      const response = await asked(server, `/docs${file}`, credential);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("private, no-cache");
    }
  });

  test("is not served to those whom the view does not authorize", async () => {
    const server = createServer();
    const Hidden = failure("hidden", 404);
    const view = server.authorize([Hidden], ({ header, fail }) => {
      if (header("x-staff") === undefined) fail(Hidden);
    });
    routeDocs(view, api, options);
    expect((await asked(server, "/docs")).status).toBe(404);
    const response = await asked(server, "/docs", { "x-staff": "ada" });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
  });

  test("is asked for by a server that requires security", () => {
    const serve = (given: DocsOptions): void =>
      routeDocs(createServer({ requireSecurity: true }), api, given);
    expect(() => serve(options)).toThrow(
      new RouteError(
        "GET /docs",
        "declares no security, and the server requires it",
        "pass security: [scheme], or security: [anonymous]",
      ),
    );
    expect(() => serve({ ...options, security: [anonymous] })).not.toThrow();
  });
});

describe("routeDocs", () => {
  const called = (given: unknown, routes: unknown = createServer()): void =>
    routeDocs(routes as Routes, api, given as DocsOptions);

  test.each([
    [
      { path: "docs" },
      'routeDocs: expected info with a title and a version, { title: "Users", version: "1.0.0" }',
    ],
    [
      { info, path: "/docs/" },
      'routeDocs: expected path to be a path without slashes at its ends, such as "docs", received "/docs/"',
    ],
    [
      { info, path: "{docs}" },
      'routeDocs: expected path to be a path without slashes at its ends, such as "docs", received "{docs}"',
    ],
    [
      { info, html: 1 },
      "routeDocs: expected html to be HTML, or a function that returns it, received 1",
    ],
    [
      { info, assets: ["a.js"] },
      "routeDocs: expected assets to be an object of files by name, received a list",
    ],
    [
      { info, version: "2.0" },
      'routeDocs: expected version to be "3.0", "3.1" or "3.2", received "2.0"',
    ],
  ])("refuses %j", (given, message) => {
    expect(() => called(given)).toThrow(new TypeError(message));
  });

  test.each([undefined, null, {}, "a"])("refuses %j as routes", (routes) => {
    expect(() => called(options, routes ?? null)).toThrow(
      "routeDocs: expected a server, the routes of a host or a view of them, received ",
    );
  });

  test("refuses an unknown option", () => {
    expect(() => called({ info, paht: "docs" })).toThrow('routeDocs: unknown option "paht"');
  });

  test("refuses a path that another endpoint has", () => {
    const server = createServer();
    const taken = rootResource({ docs: get("docs") });
    server.route(taken.docs, () => undefined);
    expect(() => called(options, server)).toThrow(/answers the same requests as/);
  });

  test("names the package to install where there is no file system", () => {
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
    expect(() => called(options)).toThrow(
      [
        "routeDocs",
        "  needs the package swagger-ui-dist, which is not installed",
        '  run npm install swagger-ui-dist; without a file system, pass its files: { assets: { "swagger-ui.css": …, "swagger-ui-bundle.js": … } }',
      ].join("\n"),
    );
    expect(() => called({ info, html: "<p>" })).not.toThrow();
    vi.restoreAllMocks();
  });
});
