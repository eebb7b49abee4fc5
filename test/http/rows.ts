// Rows of HTTP: a request as it stands on the wire, and the whole answer. M: methods and
// routing, N: media types, U: URLs; A to K: named cases of security. Where the edges cannot
// see the same, a row names the edge it is for.
import type { RowRequest } from "../support/edges.ts";

/** A request, and what is answered. */
export interface Row {
  readonly name: string;
  readonly request: RowRequest;
  readonly status: number;
  /** Headers that the answer has; `null` for those it has not. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The JSON of the body, or `""` for none. */
  readonly body?: unknown;
  /** The handler that ran and what it got; none if left out. */
  readonly handled?: {
    readonly name: string;
    readonly ids?: object;
    readonly parameters?: object;
    readonly body?: unknown;
  };
  readonly only?: "fetch" | "node";
}

const JSON_TYPE: [string, string] = ["content-type", "application/json"];
const problem = (status: number, kind: string, title: string, more: object = {}): object => ({
  type: `urn:bough:${kind}`,
  title,
  status,
  ...more,
});
const notFound = problem(404, "not-found", "Not Found");
const notAllowed = problem(405, "method-not-allowed", "Method Not Allowed");
const badRequest = (...errors: object[]): object =>
  problem(400, "invalid-request", "Bad Request", { errors });
const unsupported = (detail: string): object =>
  problem(415, "unsupported-media-type", "Unsupported Media Type", { detail });
const reads = "this endpoint reads application/json; text must be UTF-8";
const malformed = "the Content-Type is malformed or sent twice";
const brokenPath = badRequest({ in: "path", message: "the path must not have a broken escape" });
const mustEscape = badRequest({
  in: "path",
  message: "the target must not have a character that needs an escape",
});
const noTarget = badRequest({
  in: "path",
  message: "the target must be a path or an http(s) URL",
});
const badHost = badRequest({ in: "header", name: "host", message: "must be a plain host[:port]" });

const get = (target: string, ...headers: [string, string][]): RowRequest => ({ target, headers });
const create = (body: string | Uint8Array, ...headers: [string, string][]): RowRequest => ({
  method: "POST",
  target: "/books",
  headers: headers.length === 0 ? [JSON_TYPE] : headers,
  body,
});
const typed = (contentType: string): RowRequest =>
  create('{"title":"t"}', ["content-type", contentType]);
const found = (id: string): Pick<Row, "status" | "body" | "handled"> => ({
  status: 200,
  body: { id },
  handled: { name: "find", ids: { book: id } },
});
const created = { title: "t" };
const isCreated: Pick<Row, "status" | "body" | "handled"> = {
  status: 201,
  body: created,
  handled: { name: "create", body: created },
};
const badBody = (message: string, pointer = ""): Pick<Row, "status" | "body"> => ({
  status: 400,
  body: badRequest({ in: "body", pointer, message }),
});
const badQuery = (...errors: [name: string, message: string][]): Pick<Row, "status" | "body"> => ({
  status: 400,
  body: badRequest(...errors.map(([name, message]) => ({ in: "query", name, message }))),
});
const listed = (parameters: object): Pick<Row, "status" | "handled"> => ({
  status: 200,
  handled: { name: "list", parameters: { limit: 20, tag: [], ...parameters } },
});
const none = { n: undefined, q: undefined, flag: undefined };

/** Headers that every problem has. */
export const PROBLEM = {
  "content-type": "application/problem+json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};
const BOOKS = "GET, POST, QUERY, DELETE, HEAD, OPTIONS";
const BOOK = "GET, PUT, PATCH, HEAD, OPTIONS";
const PROTOTYPE_NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "toLocaleString",
  "valueOf",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "__defineGetter__",
  "__lookupGetter__",
  "__defineSetter__",
];

/** All rows. */
export const rows: readonly Row[] = [
  // Methods and routing.
  { name: "M1: an unknown path", request: get("/nothing"), status: 404, body: notFound },
  {
    name: "M2: a method that the path does not declare",
    request: { method: "PUT", target: "/books" },
    status: 405,
    headers: { allow: BOOKS },
    body: notAllowed,
  },
  {
    name: "M2, A9: a method that a path with an id does not declare",
    request: { method: "DELETE", target: "/books/1" },
    status: 405,
    headers: { allow: BOOK },
    body: notAllowed,
  },
  {
    name: "M2: a static path's method that only the dynamic path declares reaches it",
    request: {
      method: "PATCH",
      target: "/books/latest",
      headers: [JSON_TYPE],
      body: '{"title":"t"}',
    },
    status: 200,
    body: created,
    handled: { name: "change", ids: { book: "latest" }, body: created },
  },
  {
    name: "M3: a method known nowhere",
    request: { method: "FOO", target: "/books" },
    status: 501,
    body: problem(501, "not-implemented", "Not Implemented", {
      detail: "the server does not know this method",
    }),
    only: "fetch",
  },
  {
    name: "M3: a method known nowhere, on an unknown path",
    request: { method: "FOO", target: "/nothing" },
    status: 404,
    body: notFound,
    only: "fetch",
  },
  {
    name: "M3: a method token that Node's parser does not know",
    request: { method: "FOO", target: "/books" },
    status: 400,
    headers: { connection: "close" },
    body: "",
    only: "node",
  },
  {
    name: "M3: a method that Node knows and Bough does not",
    request: { method: "PROPFIND", target: "/books" },
    status: 501,
    body: problem(501, "not-implemented", "Not Implemented", {
      detail: "the server does not know this method",
    }),
  },
  {
    name: "M4, M5, A9, G6: HEAD where GET is declared",
    request: { method: "HEAD", target: "/books/1" },
    status: 200,
    headers: { "content-type": "application/json", "content-length": "10" },
    body: "",
    handled: { name: "find", ids: { book: "1" } },
  },
  {
    name: "M4: the GET that HEAD is held against",
    request: get("/books/1"),
    headers: { "content-type": "application/json", "content-length": "10" },
    ...found("1"),
  },
  {
    name: "M4, G6: HEAD on an unknown path",
    request: { method: "HEAD", target: "/nothing" },
    status: 404,
    headers: { ...PROBLEM, "content-length": "63" },
    body: "",
  },
  {
    name: "M5: HEAD where GET is not declared",
    request: { method: "HEAD", target: "/upload" },
    status: 405,
    headers: { allow: "POST, OPTIONS" },
    body: "",
  },
  {
    name: "M6, A9: OPTIONS on a known path",
    request: { method: "OPTIONS", target: "/books" },
    status: 204,
    headers: {
      allow: BOOKS,
      "accept-query": "application/json",
      "accept-post": "application/json",
      "accept-patch": null,
      "content-length": null,
      "x-content-type-options": "nosniff",
    },
    body: "",
  },
  {
    name: "M6: OPTIONS on a path with PATCH",
    request: { method: "OPTIONS", target: "/books/1" },
    status: 204,
    headers: { allow: BOOK, "accept-patch": "application/json", "accept-query": null },
    body: "",
  },
  {
    name: "M6: OPTIONS on a path of several shapes names the methods of all",
    request: { method: "OPTIONS", target: "/books/latest" },
    status: 204,
    headers: { allow: "GET, PUT, PATCH, HEAD, OPTIONS" },
    body: "",
  },
  {
    name: "M6: OPTIONS on an unknown path",
    request: { method: "OPTIONS", target: "/nothing" },
    status: 404,
    body: notFound,
  },
  {
    name: "M7: OPTIONS *",
    request: { method: "OPTIONS", target: "*" },
    status: 204,
    headers: { allow: null },
    body: "",
    only: "node",
  },
  ...["GET", "POST"].map((method): Row => ({
    name: `M7: ${method} *`,
    request: { method, target: "*" },
    status: 400,
    headers: PROBLEM,
    only: "node",
  })),
  ...["get", "Get", "patch", "Patch"].map((method): Row => ({
    name: `M8: the method ${method} is no other`,
    request: { method, target: "/books" },
    status: 400,
    body: "",
    only: "node",
  })),
  {
    name: "M8: the method Patch is no other",
    request: { method: "Patch", target: "/books/1" },
    status: 501,
    only: "fetch",
  },
  {
    name: "M13, M15: PUT without an answer's body",
    request: { method: "PUT", target: "/books/1", headers: [JSON_TYPE], body: '{"title":"t"}' },
    status: 204,
    headers: { "content-length": null, "content-type": null, "x-content-type-options": "nosniff" },
    body: "",
    handled: { name: "replace", ids: { book: "1" }, body: created },
  },
  {
    name: "M14: 201 and where it is",
    request: create('{"title":"t"}'),
    headers: { location: "/books/1", "content-type": "application/json" },
    ...isCreated,
  },
  {
    name: "M15: no declared response",
    request: { method: "DELETE", target: "/books" },
    status: 204,
    headers: { "content-length": null, "content-type": null },
    body: "",
    handled: { name: "clear" },
  },
  {
    name: "M15, G6: 205",
    request: { method: "POST", target: "/books/1/reset" },
    status: 205,
    headers: { "transfer-encoding": null, "content-type": null },
    body: "",
    handled: { name: "reset", ids: { book: "1" } },
  },
  {
    name: "M16: 401 with its challenge",
    request: get("/books/1", ["authorization", "no"]),
    status: 401,
    headers: { ...PROBLEM, "www-authenticate": "Basic" },
    body: { type: "urn:problem-type:forbidden", title: "Forbidden", status: 401 },
  },
  {
    name: "M18, D3: a body over the limit",
    request: create(`"${"x".repeat(1_048_576)}"`),
    status: 413,
    headers: PROBLEM,
    body: problem(413, "content-too-large", "Content Too Large", {
      detail: "the body must have at most 1048576 bytes",
    }),
  },
  {
    name: "M19, A14: a target of 8 KiB",
    request: get(`/books?q=${"x".repeat(8_192 - "/books?q=".length)}`),
    status: 200,
    handled: { name: "list" },
  },
  {
    name: "M19, A14: a target over 8 KiB",
    request: get(`/books?q=${"x".repeat(8_193 - "/books?q=".length)}`),
    status: 414,
    headers: PROBLEM,
    body: problem(414, "uri-too-long", "URI Too Long", {
      detail: "the target must have at most 8192 bytes",
    }),
  },
  {
    name: "M19: a segment that fills the target",
    request: get(`/books/${"x".repeat(8_192 - "/books/".length)}`),
    ...found("x".repeat(8_192 - "/books/".length)),
  },
  {
    name: "M19: 400 visible characters, of combining marks",
    request: get(`/books/${"e%CC%81".repeat(400)}`),
    ...found("e\u0301".repeat(400)),
  },
  {
    name: "M1: an endpoint without a handler",
    request: get("/unrouted"),
    status: 501,
    body: problem(501, "not-implemented", "Not Implemented", {
      detail: "GET /unrouted has no handler",
    }),
  },

  // Media types and negotiation.
  {
    name: "N1, D1: case and quotes",
    request: typed('Application/JSON; Charset="utf-8"'),
    ...isCreated,
  },
  { name: "D1: upper case", request: typed("APPLICATION/JSON; charset=UTF-8"), ...isCreated },
  {
    name: "N2, D1: an undeclared type",
    request: typed("text/plain"),
    status: 415,
    headers: { ...PROBLEM, accept: "application/json", "accept-post": "application/json" },
    body: unsupported(reads),
  },
  {
    name: "N3, D4: a content coding",
    request: create('{"title":"t"}', JSON_TYPE, ["content-encoding", "gzip"]),
    status: 415,
    headers: { "accept-encoding": "identity", accept: null },
    body: unsupported("the body must not have a content encoding"),
  },
  {
    name: "N3: a content coding beside an empty line and identity",
    request: create(
      '{"title":"t"}',
      JSON_TYPE,
      ["content-encoding", ""],
      ["content-encoding", "identity, gzip"],
    ),
    status: 415,
    headers: { "accept-encoding": "identity", accept: null },
  },
  ...["Identity", "", ",", "identity,", " , identity, Identity"].map((coding): Row => ({
    name: `N3: the coding ${JSON.stringify(coding)} is none`,
    request: create('{"title":"t"}', JSON_TYPE, ["content-encoding", coding]),
    ...isCreated,
  })),
  {
    name: "N4, D1: a body without a type",
    request: { method: "POST", target: "/books", body: '{"title":"t"}' },
    status: 415,
    headers: { accept: "application/json" },
    body: unsupported("a body needs a Content-Type"),
  },
  {
    name: "N4: QUERY without a type",
    request: { method: "QUERY", target: "/books", body: "{}" },
    status: 400,
    body: badRequest({
      in: "header",
      name: "content-type",
      message: "is missing (RFC 10008 2)",
    }),
  },
  {
    name: "N4: QUERY of another type",
    request: {
      method: "QUERY",
      target: "/books",
      headers: [["content-type", "text/csv"]],
      body: "a",
    },
    status: 415,
    headers: { "accept-query": "application/json", accept: "application/json" },
    body: unsupported(reads),
  },
  {
    name: "N4: QUERY with its type",
    request: { method: "QUERY", target: "/books", headers: [JSON_TYPE], body: '{"title":"t"}' },
    status: 200,
    body: created,
    handled: { name: "search", body: created },
  },
  ...["application/problem+json", "application/vnd.x+json"].map((type): Row => ({
    name: `N5: ${type} is read as JSON`,
    request: typed(type),
    ...isCreated,
  })),
  ...(
    [
      ["N6: no Accept", undefined],
      ["N6: an empty Accept", ""],
      ["N7: any type", "*/*"],
      ["N7: any of its kind", "application/*"],
      ["N7: the type among others", "text/html, application/json;q=0.1"],
      ["N9: q over 1 is ignored, and with it the only member", "application/json;q=2"],
      ["N9: four decimals are ignored", "application/json;q=0.0001"],
      ["N9: broken ranges are ignored", "/, a/, ;q=1, */json"],
    ] as const
  ).map(([name, accept]): Row => ({
    name,
    request: get(
      "/books/1",
      ...(accept === undefined ? [] : [["accept", accept] as [string, string]]),
    ),
    headers: { "content-type": "application/json", vary: null },
    ...found("1"),
  })),
  ...(
    [
      ["N8: q=0 on the only type", "application/json;q=0"],
      ["N8: q=0 on all", "*/*;q=0"],
      ["N7: another type", "text/html"],
      ["N7: the most specific range decides", "*/*, application/json;q=0"],
    ] as const
  ).map(([name, accept]): Row => ({
    name,
    request: get("/books/1", ["accept", accept]),
    status: 406,
    headers: PROBLEM,
    body: problem(406, "not-acceptable", "Not Acceptable", {
      detail: "this endpoint responds with application/json",
    }),
  })),
  {
    name: "N11: a failure for a client that takes event streams only",
    request: get("/books/1", ["accept", "text/event-stream"], ["authorization", "no"]),
    status: 401,
    headers: { "content-type": "application/problem+json" },
  },
  {
    name: "N11: an endpoint without a body does not look at Accept",
    request: { method: "DELETE", target: "/books", headers: [["accept", "text/html"]] },
    status: 204,
    handled: { name: "clear" },
  },
  {
    name: "N12, D2: a byte order mark is no part of the body",
    request: create(new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from('{"title":"t"}')])),
    ...isCreated,
  },
  {
    name: "N12, D2: invalid UTF-8",
    request: create(new Uint8Array([0x22, 0xff, 0x22])),
    ...badBody("must be valid UTF-8"),
  },
  {
    name: "D2: a cut UTF-8 sequence",
    request: create(new Uint8Array([0x22, 0xc3])),
    ...badBody("must be valid UTF-8"),
  },
  {
    name: "N13: two lines of a declared header that is no list",
    request: get("/books", ["x-page", "1"], ["x-page", "2"]),
    status: 400,
  },
  {
    name: "N13: two lines of a declared list are one",
    request: get("/books", ["x-sort", "a, b"], ["x-sort", "c ,,"]),
    status: 200,
    body: { limit: 20, tag: [], sort: ["a", "b", "c"] },
    handled: { name: "list" },
  },
  {
    name: "N13: Accept in two lines is one list",
    request: get("/books/1", ["accept", "text/html"], ["accept", "application/json"]),
    ...found("1"),
  },

  // URLs.
  { name: "U2, A5: %2F stays in its segment", request: get("/books/a%2Fb"), ...found("a/b") },
  { name: "A5: one decode, of %252F", request: get("/books/%252F"), ...found("%2F") },
  { name: "A5: one decode, of %25%3F", request: get("/books/%25%3F"), ...found("%?") },
  ...["/books/", "/books/1/", "//books/1", "/books//1", "/books/1//", "//"].map((target): Row => ({
    name: `U4, A1, A2, A7: ${target} is not a second spelling`,
    request: get(target),
    status: 404,
    body: notFound,
  })),
  ...[
    "/x/../books/1",
    "/x/%2e%2e/books/1",
    "/./books/1",
    "/books/.",
    "/books/%2E%2e",
    "/books\\1",
  ].map((target): Row => ({
    name: `U5, U3, A4: ${target} on the wire`,
    request: get(target),
    status: 404,
    body: notFound,
    only: "node",
  })),
  ...["/books/%zz", "/books/%", "/books/%C0%AF", "/books/%C0%AE", "/books/%ED%A0%80", "/%zz"].map(
    (target): Row => ({
      name: `U6, A6: ${target}`,
      request: get(target),
      status: 400,
      body: brokenPath,
    }),
  ),
  { name: "U8: + in a path is a plus", request: get("/books/a+b"), ...found("a+b") },
  {
    name: "U8, U14, C4: + and %20 in a query are spaces, %2B is a plus",
    request: get("/books?q=a+b%20c%2Bd"),
    ...listed({ ...none, q: "a b c+d" }),
  },
  {
    name: "U9, A8: an escaped static segment is the same endpoint, behind the same guard",
    request: get("/%62ooks/1"),
    ...found("1"),
  },
  {
    name: "A8: an escaped static segment still beats the dynamic one",
    request: get("/books/l%61test"),
    status: 200,
    body: "latest",
    handled: { name: "latest", ids: {} },
  },
  { name: "U10, A3: case counts", request: get("/BOOKS/1"), status: 404, body: notFound },
  { name: "U10: case counts in ids", request: get("/books/LATEST"), ...found("LATEST") },
  { name: "A3: ; is data", request: get("/books/1;x"), ...found("1;x") },
  {
    name: "U11: escaped backslash, tab and newline",
    request: get("/books/%5C%09%0A"),
    ...found("\\\t\n"),
  },
  {
    name: "B2, A7: no id has an escaped NUL",
    request: get("/books/%00"),
    status: 404,
    body: notFound,
  },
  {
    name: "U17: a fragment is never sent",
    request: get("/books#x"),
    status: 400,
    body: mustEscape,
    only: "node",
  },
  {
    name: "U17: a fragment in the query",
    request: get("/books?q=1#x"),
    status: 400,
    body: mustEscape,
    only: "node",
  },
  ...["http://evil/books/1", "https://evil:1/books/1", "HTTP://evil/books/1"].map(
    (target): Row => ({
      name: `A10: the absolute target ${target}`,
      request: get(target),
      only: "node",
      ...found("1"),
    }),
  ),
  ...["ftp://evil/books", "https:///books"].map((target): Row => ({
    name: `A10: the target ${target}`,
    request: get(target),
    status: 400,
    body: noTarget,
    only: "node",
  })),
  ...["https://a@b/books/1", "http://a:b@h.test/books", "http://@h.test/books"].map(
    (target): Row => ({
      name: `RFC 9110 4.2.4: the target ${target}`,
      request: get(target),
      status: 400,
      headers: PROBLEM,
      only: "node",
    }),
  ),
  ...["?books", "books", "http:books"].map((target): Row => ({
    name: `A10: the target ${target}, which Node's parser refuses`,
    request: get(target),
    status: 400,
    body: "",
    only: "node",
  })),
  {
    name: "A9: TRACE",
    request: { method: "TRACE", target: "/books/1" },
    status: 501,
    headers: PROBLEM,
    only: "node",
  },
  {
    name: "A9: CONNECT",
    request: { method: "CONNECT", target: "evil:443" },
    status: 501,
    headers: { connection: "close" },
    only: "node",
  },
  ...PROTOTYPE_NAMES.flatMap((name): Row[] => [
    { name: `A11, E2: the segment ${name}`, request: get(`/${name}`), status: 404, body: notFound },
    { name: `A11, E2: the id ${name}`, request: get(`/books/${name}`), ...found(name) },
    {
      name: `A11, E2: the method ${name}`,
      request: { method: name, target: "/books" },
      status: 501,
      only: "fetch",
    },
    { name: `C5, E2: the query name ${name}`, request: get(`/books?${name}=1`), ...listed(none) },
    { name: `C5: the query name ${name}[x]`, request: get(`/books?${name}[x]=1`), ...listed(none) },
    {
      name: `D1, E2: the content type ${name}`,
      request: typed(name),
      status: 415,
      body: unsupported(malformed),
    },
    {
      name: `E2: the header ${name}`,
      request: get("/books/1", [name, "x"]),
      ...found("1"),
    },
    {
      name: `E1, E2: the JSON key ${name}`,
      request: create(`{"title":"t","${name}":{"admin":1}}`),
      ...(name === "__proto__"
        ? badBody("must not set __proto__ or constructor.prototype", "/__proto__")
        : {
            status: 201,
            body: JSON.parse(`{"title":"t","${name}":{"admin":1}}`),
            handled: { name: "create" },
          }),
    },
  ]),
  ...[
    "x-http-method-override",
    "x-http-method",
    "x-method-override",
    "x-middleware-subrequest",
    "x-original-url",
    "x-rewrite-url",
    "x-forwarded-prefix",
  ].map((name): Row => ({
    name: `A12: ${name} changes nothing`,
    request: get("/books/1", [name, "DELETE"], ["authorization", "no"]),
    status: 401,
  })),
  ...["/", "%2F", "..", "%2e%2e/", "/."].map((piece): Row => ({
    name: `A14: many of ${piece}`,
    request: get(`/${piece.repeat(Math.floor(8_000 / piece.length))}`),
    status: 404,
    ...(piece.includes(".") ? { only: "node" as const } : {}),
  })),

  // Queries.
  {
    name: "C1: a scalar twice",
    request: get("/books?q=1&q=2"),
    ...badQuery(["q", "is given more than once"]),
  },
  {
    name: "C1: a list twice",
    request: get("/books?tag=1&tag=2"),
    ...listed({ ...none, tag: ["1", "2"] }),
  },
  {
    name: "C2, U14: a broken escape",
    request: get("/books?q=%zz"),
    ...badQuery(["q", "must not have a broken escape"]),
  },
  {
    name: "C2: an overlong sequence",
    request: get("/books?q=%C0%AF"),
    ...badQuery(["q", "must not have a broken escape"]),
  },
  {
    name: "C2: a broken escape where nothing is declared",
    request: get("/books?x=%zz"),
    ...listed(none),
  },
  { name: "C3, U14: q alone is empty", request: get("/books?q"), ...listed({ ...none, q: "" }) },
  { name: "C3, U14: q= is empty", request: get("/books?q="), ...listed({ ...none, q: "" }) },
  { name: "C3: no q is none", request: get("/books?"), ...listed(none) },
  {
    name: "C1, C7: everything wrong at once, query and headers",
    request: get("/books?limit=0&n=0x10&flag=TRUE&q=%zz", ["x-page", "one"]),
    status: 400,
    body: badRequest(
      { in: "query", name: "limit", message: "must be at least 1" },
      { in: "query", name: "n", message: "must be a number" },
      { in: "query", name: "q", message: "must not have a broken escape" },
      { in: "query", name: "flag", message: 'must be "true" or "false"' },
      { in: "header", name: "x-page", message: "must be an integer" },
    ),
  },
  {
    name: "C6: 10,000 names",
    request: get(`/books?${"a&".repeat(4_000)}`),
    status: 400,
    body: badRequest({ in: "query", message: "must have at most 1000 names" }),
  },
  ...["", "0x10", "%201", "NaN", "Infinity", "%D9%A3", "1_0"].map((text): Row => ({
    name: `C7: n=${text}`,
    request: get(`/books?n=${text}`),
    ...badQuery(["n", "must be a number"]),
  })),
  ...["1e0", "1.5", "", "+1", "9007199254740993"].map((text): Row => ({
    name: `C7: limit=${text}`,
    request: get(`/books?limit=${text}`),
    status: 400,
  })),
  {
    name: "C7: an id that does not decode",
    request: get("/numbers/1e3"),
    status: 404,
    body: notFound,
  },
  {
    name: "C7: another method on an id that does not decode",
    request: { method: "DELETE", target: "/numbers/x" },
    status: 404,
    body: notFound,
  },
  {
    name: "C7: an id that decodes",
    request: get("/numbers/12"),
    status: 200,
    body: 12,
    handled: { name: "number", ids: { n: 12 } },
  },

  // Bodies.
  ...[
    "application/json\ta",
    "application/json garbage",
    "application/json, text/plain",
    "application/json/x",
  ].map((type): Row => ({
    name: `D1: the type ${JSON.stringify(type)}`,
    request: typed(type),
    status: 415,
    body: unsupported(malformed),
  })),
  {
    name: "D1: two Content-Type lines",
    request: create('{"title":"t"}', JSON_TYPE, JSON_TYPE),
    status: 415,
    body: unsupported(malformed),
  },
  {
    name: "D1: a type in a parameter",
    request: typed('text/plain; content-type="application/json"'),
    status: 415,
  },
  {
    name: "D2: another charset",
    request: typed("application/json; charset=utf-16le"),
    status: 415,
    body: unsupported(reads),
  },
  { name: "D5: an empty body", request: create(""), ...badBody("is missing") },
  {
    name: "D5: no body at all",
    request: { method: "POST", target: "/books", headers: [] },
    ...badBody("is missing"),
  },
  {
    name: "D5: a body where none is declared",
    request: { method: "DELETE", target: "/books", body: "x".repeat(100) },
    status: 204,
    handled: { name: "clear" },
  },
  {
    name: "D5: a GET with a body",
    request: { target: "/books/1", body: "x" },
    only: "node",
    ...found("1"),
  },
  { name: "D6: cut JSON", request: create('{"a":'), ...badBody("must be valid JSON") },
  { name: "D6: two values", request: create("1 2"), ...badBody("must be valid JSON") },
  {
    name: "D6: chunked in another case",
    request: create('d\r\n{"title":"t"}\r\n0\r\n\r\n', JSON_TYPE, ["transfer-encoding", "ChunKed"]),
    only: "node",
    ...isCreated,
  },
  ...(
    [
      ["chunked, identity", "13"],
      ["chunked", "13"],
      ["gzip", ""],
      ["xchunked", ""],
    ] as const
  ).map(([coding, length]): Row => ({
    name: `D6, K4: Transfer-Encoding: ${coding}${length === "" ? "" : " beside a length"}`,
    request: create(
      '{"title":"t"}',
      JSON_TYPE,
      ["transfer-encoding", coding],
      ...(length === "" ? [] : [["content-length", length] as [string, string]]),
    ),
    status: 400,
    only: "node",
  })),
  {
    name: "RFC 9112 6.3: an empty Transfer-Encoding",
    request: create(
      '{"title":"t"}',
      JSON_TYPE,
      ["transfer-encoding", ""],
      ["content-length", "13"],
    ),
    status: 400,
    headers: PROBLEM,
    only: "node",
  },
  {
    name: "D7: 200,000 levels",
    request: create("[".repeat(200_000) + "]".repeat(200_000)),
    ...badBody("must not be nested deeper than 64 levels"),
  },
  {
    name: "D7: 64 levels",
    request: create("[".repeat(64) + "]".repeat(64)),
    status: 201,
    handled: { name: "create" },
  },
  {
    name: "D7: 65 levels",
    request: create("[".repeat(65) + "]".repeat(65)),
    ...badBody("must not be nested deeper than 64 levels"),
  },
  {
    name: "D8: an integer that does not fit",
    request: create('{"a":[0,9007199254740993]}'),
    ...badBody(
      "must not have an integer that JavaScript would change: send it as a string",
      "/a/1",
    ),
  },
  {
    name: "D8: integers that JavaScript writes as they were read",
    request: create('{"a":[9007199254740992,-1152921504606847000,100000000000000000000]}'),
    status: 201,
    body: { a: [2 ** 53, -(2 ** 60), 1e20] },
    handled: { name: "create" },
  },
  {
    name: "D8: a number that is not finite",
    request: create("1e400"),
    ...badBody("must not have a number that is too large"),
  },
  {
    name: "F2: the keys then and toJSON are data",
    request: create('{"title":"t","then":1,"toJSON":2}'),
    status: 201,
    body: JSON.parse('{"title":"t","then":1,"toJSON":2}'),
    handled: { name: "create" },
  },
  {
    name: "F3: a lone surrogate that is escaped is kept",
    request: create('{"title":"\\ud800"}'),
    status: 201,
    body: { title: "\ud800" },
    handled: { name: "create", body: { title: "\ud800" } },
  },
  { name: "D8: a key twice", request: create('{"title":"a","title":"t"}'), ...isCreated },
  ...["-1", "+5", "0x5", "5, 5", "5 5", ""].map((length): Row => ({
    name: `D10: Content-Length: ${length}`,
    request: create("12345", JSON_TYPE, ["content-length", length]),
    status: 400,
    only: "node",
  })),
  {
    name: "D10: a boundary in the type of JSON is a parameter like any other",
    request: typed("application/json; boundary=__proto__"),
    ...isCreated,
  },

  // Answers.
  {
    name: "G4: an answer to a request with credentials",
    request: get("/books/1", ["authorization", "yes"]),
    headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" },
    ...found("1"),
  },
  {
    name: "G4: an empty answer to a request with credentials",
    request: { method: "DELETE", target: "/books", headers: [["authorization", "yes"]] },
    status: 204,
    headers: { "cache-control": "no-store" },
    handled: { name: "clear" },
  },
  {
    name: "G4: an answer to a request without",
    request: get("/books/1"),
    headers: { "cache-control": null, "x-content-type-options": "nosniff" },
    ...found("1"),
  },
  {
    name: "H4: a 404 does not tell the URL",
    request: get("/secret-path"),
    status: 404,
    body: notFound,
  },

  // Host.
  ...["x/y?q=", "a@b", "", "a,b", "[::1", "x:99999", "x:1:2", "a b", "é"].map((host): Row => ({
    name: `I3: the Host ${JSON.stringify(host)}`,
    request: get("/books/1", ["host", host]),
    status: 400,
    body: badHost,
  })),
  {
    name: "I3: two Host lines",
    request: get("/books/1", ["host", "a"], ["host", "b"]),
    status: 400,
    body: badHost,
  },
  {
    name: "I3: an empty Host line and another",
    request: get("/books/1", ["host", ""], ["host", "b"]),
    status: 400,
    body: badHost,
  },
  ...["evil", "[::1]:80", "books:1", "books:", "[0:0::1]"].map((host): Row => ({
    name: `I3: the Host ${host} decides nothing`,
    request: get("/books/1", ["host", host]),
    ...found("1"),
  })),
  {
    name: "I4: forwarded headers decide nothing",
    request: get("/books/1", ["x-forwarded-host", "evil/x"], ["forwarded", "host=evil"]),
    ...found("1"),
  },

  // Hostile sizes.
  ...[",", ";", '"', " ", "\\", "a/b,", ";q=1"].flatMap((piece): Row[] => {
    const text = `a${piece.repeat(Math.floor(7_000 / piece.length))}`;
    return [
      {
        name: `J2: Accept full of ${piece}`,
        request: get("/upload", ["accept", text]),
        status: 405,
      },
      { name: `J2: Content-Type full of ${piece}`, request: typed(text), status: 415 },
    ];
  }),
  {
    name: "J6: 100,000 keys within the limit",
    request: { method: "POST", target: "/upload", headers: [JSON_TYPE], body: manyKeys(80_000) },
    status: 200,
    handled: { name: "upload" },
  },
  {
    name: "K3: another expectation",
    request: create('{"title":"t"}', JSON_TYPE, ["expect", "a-cake"]),
    status: 417,
    only: "node",
  },
];

function manyKeys(count: number): string {
  return JSON.stringify(
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1])),
  );
}
