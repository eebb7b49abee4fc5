// Where a host answers a request otherwise than the standalone server, how, and why: the rows
// of the first table of docs/reference/hosts.md. What is not listed here is the same everywhere.
import type { Case } from "./cases.ts";
import type { Outcome } from "./exchange.ts";
import type { Runtime } from "./runtimes.ts";

/** A row: some requests that some hosts answer in their own way. */
export interface Difference {
  /** Starters: a host differs alike on every version of Node. */
  readonly hosts: readonly Runtime["starter"][];
  readonly requests: string;
  /** Names of cases. */
  readonly names: RegExp;
  /** What the standalone server answers to them; of those named, the others are not meant. */
  readonly alone: readonly number[];
  readonly here: Shape;
  readonly why: string;
}

/** An answer, as far as it is known without the request. */
export interface Shape {
  readonly status: number;
  /** The `Content-Type`. */
  readonly type?: string;
  /** Names of all other headers. */
  readonly headers: readonly string[];
  /** Whole lines among them. */
  readonly lines?: readonly string[];
  readonly body: RegExp;
  /** What it is, for readers. */
  readonly text: string;
}

const LENGTH = "content-length";
const NOSNIFF = "x-content-type-options";
const NOTHING = /^$/;
const PLAIN = "text/plain";
const RUN = "the endpoint answers";

function problem(status: number, kind: string, more: readonly string[] = []): Shape {
  return {
    status,
    type: "application/problem+json",
    headers: ["cache-control", LENGTH, NOSNIFF, ...more],
    body: new RegExp(`^\\{"type":"urn:bough:${kind}"`),
    text: `${status} \`urn:bough:${kind}\``,
  };
}

function json(status: number, body: RegExp, meaning: string): Shape {
  const type = "application/json";
  return { status, type, headers: [LENGTH, NOSNIFF], body, text: `${status}, ${meaning}` };
}

function bare(status: number, headers: readonly string[] = []): Shape {
  return { status, headers, body: NOTHING, text: `${status} without a body` };
}

function told(status: number, body: RegExp): Shape {
  return { status, headers: [LENGTH], body, text: `${status} with the host's own text` };
}

function text(status: number, body: RegExp, type: string = PLAIN): Shape {
  return { ...told(status, body), type };
}

function either(...names: readonly RegExp[]): RegExp {
  return new RegExp(names.map(({ source }) => source).join("|"));
}

const CLOSED: Shape = { ...bare(0), text: "the connection closes without a response" };
const EMPTY_400 = bare(400, [LENGTH]);
const HONO_400 = bare(400, ["transfer-encoding"]);
// "Zoë", as its bytes are in Latin-1.
const IN_UTF8 = Buffer.from("Zoë").toString("latin1");
const NOT_FOUND: readonly (readonly [Runtime["starter"], Shape])[] = [
  ["hono", text(404, /^404 Not Found$/, "text/plain; charset=UTF-8")],
  ["fastify", text(404, /^\{"message":"Route /, "application/json; charset=utf-8")],
  [
    "express",
    {
      ...text(404, /^<!DOCTYPE html>/, "text/html; charset=utf-8"),
      headers: ["content-security-policy", LENGTH, NOSNIFF],
    },
  ],
];

const ASTERISK = /^(?:GET|M7: GET|M7: POST|M7: OPTIONS) \*$/;
const BACKSLASH = /\\(?:users|1 on the wire)$/;
const BAD_FRAMING = /^D6, K4: Transfer-Encoding|^D10: Content-Length/;
const CONNECT = /^A9: CONNECT$/;
const DOTS = /\/(?:\.\.?|%2e%2e)\/(?:v1|users|books|b$)/;
const FOREIGN = /ftp:\/\//;
const FRAGMENT = /users#x$|^U17: /;
const NO_AUTHORITY = /https:\/\/\/books$/;
const REFUSED_TARGET = /which Node's parser refuses$/;
const NO_HOST = /^without Host/;
const NOT_UTF8 = /^GET \/v1\/users\/a\u00e9$/;
const EMPTY_CODING = /^RFC 9112 6\.3/;
const UNESCAPED = /^GET \/v1\/users\/a[\u0080-\u00ff]+$/;
const UNKNOWN_TOKEN = /^M3: a method token|^M8: /;

function shapeOf(host: Runtime["starter"]): Shape {
  const found = NOT_FOUND.find(([name]) => name === host);
  if (found === undefined) {
    throw new TypeError(`${host} has no 404 of its own`);
  }
  return found[1];
}

/** All rows; the first that names a case of a host is the one that holds. */
export const differences: readonly Difference[] = [
  // Bough mounted on a framework.
  {
    hosts: ["hono", "fastify", "express"],
    requests: "`CONNECT`",
    names: CONNECT,
    alone: [501],
    here: CLOSED,
    why: "Node closes a tunnel without a listener",
  },
  {
    hosts: ["hono"],
    requests: "`\\` in the path, the target `*`, a scheme in capitals, `ftp://`",
    names: either(BACKSLASH, ASTERISK, FOREIGN, /HTTP:\/\/evil/),
    alone: [200, 204, 400, 404],
    here: HONO_400,
    why: "node-server rejects a target that its URL parser changes",
  },
  {
    hosts: ["hono"],
    requests: "most `Host` headers that are not `host[:port]`",
    names: /^I3: the Host "(?:x|a@|\[::1"$|a b|é)/,
    alone: [400],
    here: HONO_400,
    why: "node-server rejects them; Bough rejects the others",
  },
  {
    hosts: ["hono"],
    requests: "a `Host` with an empty port, or with an IPv6 address in a longer form",
    names: /^I3: the Host (?:books:|\[0:0::1\]) decides/,
    alone: [200],
    here: HONO_400,
    why: "node-server rejects a `Host` that its URL parser changes",
  },
  {
    hosts: ["hono", "workerd"],
    requests: "a non-ASCII header on a streamed response",
    names: /\/named-stream$/,
    alone: [200],
    here: {
      status: 200,
      type: PLAIN,
      headers: ["transfer-encoding", NOSNIFF, "x-name"],
      lines: [`x-name: ${IN_UTF8}`],
      body: /^éé$/,
      text: "200, the header in UTF-8 instead of Latin-1",
    },
    why: "node-server calls `flushHeaders`, which writes UTF-8 on Node; workerd writes all headers in UTF-8",
  },
  {
    hosts: ["fastify", "express"],
    requests: "a `Host` that is not `host[:port]`, or two `Host` headers",
    names: /^I3: (?:the Host ".*"$|two|an empty)/,
    alone: [400],
    here: json(200, /^\{"id":"1"\}$/, RUN),
    why: "Bough does not use `Host` for routing or guards",
  },
  {
    hosts: ["fastify"],
    requests: "an invalid percent-escape in the path",
    names: either(/^GET [^?]*%(?:zz|C0%AF)$|^U6, A6: /, NO_AUTHORITY),
    alone: [400],
    here: {
      ...text(400, /^\{"error":"Bad Request","code":"FST_ERR_BAD_URL"/, "application/json"),
      text: "400 `FST_ERR_BAD_URL`",
    },
    why: "Fastify's router answers before any hook; change it with `frameworkErrors`",
  },
  {
    hosts: ["fastify"],
    requests: "a method, target or message framing that Node's parser rejects",
    names: either(UNKNOWN_TOKEN, REFUSED_TARGET, UNESCAPED, BAD_FRAMING),
    alone: [400],
    here: text(400, /"message":"Client Error"/, "application/json"),
    why: "Fastify's `clientErrorHandler` writes a body, Node does not",
  },
  {
    hosts: ["fastify"],
    requests: "a response with a value that JSON cannot represent: `NaN`, a `Map`",
    names: /lossy$/,
    alone: [500],
    here: json(200, /^\{"mean":null\}$/, "with `null` or `{}` instead"),
    why: "the app's serializer writes it; with `codecs: [json()]`, Bough does",
  },
  {
    hosts: ["express"],
    requests: "a percent-escaped character in a static segment",
    names: /users\/%6de$|%75sers$|users%3Asearch$|a%2Bb$|%3Aodd|^U9, A8|^A8: /,
    alone: [200],
    here: shapeOf("express"),
    why: "it would bypass Express middleware on the plain path",
  },
  {
    hosts: ["hono"],
    requests: "`HEAD` on an unknown path",
    names: /^HEAD \/v1\/none$|HEAD on an unknown path$/,
    alone: [404],
    here: { ...shapeOf("hono"), headers: [], body: NOTHING },
    why: "the app's other routes come first",
  },
  ...(["fastify", "express"] as const).map((host): Difference => ({
    hosts: [host],
    requests: "`HEAD` on an unknown path",
    names: /^HEAD \/v1\/none$|HEAD on an unknown path$/,
    alone: [404],
    here: { ...shapeOf(host), body: NOTHING },
    why: "the app's other routes come first",
  })),
  {
    hosts: ["hono"],
    requests: "a method that Bough does not know, on a path of an endpoint",
    names: /^M3: a method that Node knows|^A9: TRACE$/,
    alone: [501],
    here: shapeOf("hono"),
    why: "Bough registers only known methods with Hono's router",
  },
  {
    hosts: ["fastify"],
    requests: "a method that Fastify does not know, on a path of an endpoint",
    names: /^M3: a method that Node knows/,
    alone: [501],
    here: shapeOf("fastify"),
    why: "Fastify's router accepts only methods that it knows",
  },
  ...(["fastify", "express"] as const).map((host): Difference => ({
    hosts: [host],
    requests: "`OPTIONS *`",
    names: /^M7: OPTIONS/,
    alone: [204],
    here: shapeOf(host),
    why: "the host has no route for it",
  })),
  ...NOT_FOUND.map(([host, here]): Difference => ({
    hosts: [host],
    requests: "a malformed target without an endpoint",
    names: either(
      /^U6, A6: \/%zz$/,
      // Hono's server rejects it.
      ...(host === "hono" ? [] : [ASTERISK]),
      FOREIGN,
      // Express hands this one on.
      ...(host === "hono" ? [NO_AUTHORITY] : []),
    ),
    alone: [400],
    here,
    why: "Bough does not see the request",
  })),
  ...NOT_FOUND.map(([host, here]): Difference => ({
    hosts: [host],
    requests: "an unknown path",
    names: /./,
    alone: [404],
    here,
    why: "the app's other routes come first",
  })),

  // Fetch runtimes.
  {
    hosts: ["bun"],
    requests: "dot segments and `\\` in the path",
    names: either(DOTS, BACKSLASH),
    alone: [404],
    here: json(200, /^["[{]/, "the endpoint of the resolved path"),
    why: "Bun resolves them before Bough sees the request",
  },
  {
    hosts: ["bun", "deno", "workerd"],
    requests: "a fragment in the target",
    names: FRAGMENT,
    alone: [400],
    here: json(200, /^\{"limit"/, RUN),
    why: "the runtime removes it",
  },
  {
    hosts: ["bun", "workerd"],
    requests: "a target with userinfo: `http://user@host/`",
    names: /^RFC 9110 4\.2\.4/,
    alone: [400],
    here: json(200, /^\{"(?:id|limit)"/, RUN),
    why: "the runtime removes it",
  },
  {
    hosts: ["bun"],
    requests: "an empty `Transfer-Encoding`",
    names: EMPTY_CODING,
    alone: [400],
    here: bare(400),
    why: "Bun rejects it",
  },
  {
    hosts: ["deno"],
    requests: "an empty `Transfer-Encoding`",
    names: EMPTY_CODING,
    alone: [400],
    here: EMPTY_400,
    why: "Deno rejects it",
  },
  {
    hosts: ["workerd"],
    requests: "an empty `Transfer-Encoding`",
    names: EMPTY_CODING,
    alone: [400],
    here: text(400, /^invalid transfer-encoding parsed$/),
    why: "workerd's parser rejects it",
  },
  {
    hosts: ["bun"],
    requests: "the target `*`, and `ftp://`",
    names: either(ASTERISK, FOREIGN),
    alone: [204, 400],
    here: bare(400),
    why: "Bun rejects them",
  },
  {
    hosts: ["bun"],
    requests: "a non-ASCII byte in the target",
    names: UNESCAPED,
    alone: [400],
    here: json(200, /^"user a(?:é|\ufffd)"$/, RUN),
    why: "Bun reads the target as UTF-8",
  },
  {
    hosts: ["deno", "workerd"],
    requests: "unescaped UTF-8 in the target",
    names: /^GET \/v1\/users\/a\u00c3\u00a9$/,
    alone: [400],
    here: problem(400, "invalid-request"),
    why: "the runtime passes it on, and Bough rejects it",
  },
  {
    hosts: ["bun"],
    requests: "HTTP/1.1 without a `Host`",
    names: NO_HOST,
    alone: [400],
    here: bare(400),
    why: "Bun rejects it",
  },
  {
    hosts: ["deno"],
    requests: "HTTP/1.1 without a `Host`",
    names: NO_HOST,
    alone: [400],
    here: json(200, /^\{"limit"/, RUN),
    why: "Deno accepts it, and Bough does not check `Host` of a Fetch request",
  },
  {
    hosts: ["deno"],
    requests: "`GET *`, `POST *`",
    names: /(?:GET|POST) \*$/,
    alone: [400],
    here: EMPTY_400,
    why: "Deno rejects it",
  },
  {
    hosts: ["deno", "workerd"],
    requests: "`OPTIONS *`",
    names: /^M7: OPTIONS/,
    alone: [204],
    here: problem(404, "not-found"),
    why: "the runtime turns it into the path `/*`",
  },
  {
    hosts: ["workerd"],
    requests: "`GET *`, `POST *`",
    names: /(?:GET|POST) \*$/,
    alone: [400],
    here: problem(404, "not-found"),
    why: "the runtime turns it into the path `/*`",
  },
  {
    hosts: ["deno", "workerd"],
    requests: "an absolute target with another scheme: `ftp://`",
    names: FOREIGN,
    alone: [400],
    here: json(200, /^\{"limit"/, RUN),
    why: "the runtime replaces the scheme by its own",
  },
  {
    hosts: ["bun"],
    requests: "`https:///books`, a target without an authority",
    names: NO_AUTHORITY,
    alone: [400],
    here: json(200, /^\{"limit"/, RUN),
    why: "the runtime reads it as `/books`",
  },
  {
    hosts: ["deno"],
    requests: "`https:///books`, a target without an authority",
    names: NO_AUTHORITY,
    alone: [400],
    here: problem(404, "not-found"),
    why: "the runtime takes `books` for the authority",
  },
  {
    hosts: ["workerd"],
    requests: "a target without an authority, one that begins with `?`, or one with invalid UTF-8",
    names: either(/https:\/\/\/books$|^A10: the target \?/, NOT_UTF8),
    alone: [400],
    here: text(400, /^invalid URI$/),
    why: "workerd's parser rejects it",
  },
  {
    hosts: ["workerd"],
    requests: 'unescaped `"`, `<`, `>` in the query, or `<`, `>`, `` ` `` in the path',
    names: /^GET \/v1\/users(?:\?tag=["<>]|\/a[<>`]b)$/,
    alone: [200],
    here: text(400, /^invalid URI$/),
    why: "workerd's parser rejects them",
  },
  {
    hosts: ["workerd"],
    requests: "a target that is neither a path nor a URL: `books`",
    names: REFUSED_TARGET,
    alone: [400],
    here: problem(404, "not-found"),
    why: "workerd turns it into a URL",
  },
  {
    hosts: ["bun"],
    requests: "a nonstandard method, or one in lower case",
    names: UNKNOWN_TOKEN,
    alone: [400],
    here: CLOSED,
    why: "Bun closes the connection",
  },
  {
    hosts: ["deno"],
    requests: "a nonstandard method, or one in lower case",
    names: UNKNOWN_TOKEN,
    alone: [400],
    here: problem(501, "not-implemented"),
    why: "Deno passes it on, and Bough responds",
  },
  {
    hosts: ["workerd"],
    requests: "a nonstandard method, or one in lower case",
    names: UNKNOWN_TOKEN,
    alone: [400],
    here: text(501, /^ERROR: Unrecognized request method\.$/),
    why: "workerd rejects it",
  },
  {
    hosts: ["bun"],
    requests: "`CONNECT`",
    names: CONNECT,
    alone: [501],
    here: problem(400, "invalid-request"),
    why: "Bun passes it on with a target that is not a path",
  },
  {
    hosts: ["deno"],
    requests: "`CONNECT`",
    names: CONNECT,
    alone: [501],
    here: problem(404, "not-found"),
    why: "Deno passes it on with a URL",
  },
  {
    hosts: ["workerd"],
    requests: "`CONNECT`",
    names: CONNECT,
    alone: [501],
    here: told(500, /^Internal Server Error$/),
    why: "workerd calls the Worker's `connect()`, which does not exist",
  },
  {
    hosts: ["bun", "deno", "workerd"],
    requests: "an `Expect` other than `100-continue`",
    names: /^K3: /,
    alone: [417],
    here: {
      ...json(201, /^\{"title":"t"\}$/, RUN),
      headers: [LENGTH, NOSNIFF, "location"],
    },
    why: "the runtime ignores it, as RFC 9110 10.1.1 allows",
  },
  {
    hosts: ["deno"],
    requests: "a target or message framing that Node's parser rejects, or two `Host` headers",
    names: either(REFUSED_TARGET, NOT_UTF8, BAD_FRAMING, /^I3: (?:two|an empty) Host/),
    alone: [400],
    here: EMPTY_400,
    why: "Deno rejects it and sends `Content-Length: 0`",
  },
  {
    hosts: ["workerd"],
    requests: "`Transfer-Encoding: chunked` together with `Content-Length`",
    names: /^D6, K4: .*: chunked beside/,
    alone: [400],
    here: problem(400, "invalid-request"),
    why: "workerd reads the chunks, as RFC 9112 6.3 allows",
  },
  {
    hosts: ["workerd"],
    requests: "message framing that Node's parser rejects",
    names: BAD_FRAMING,
    alone: [400],
    here: text(400, /^invalid (?:transfer-encoding|content-length) parsed$/),
    why: "workerd's parser rejects it",
  },
  {
    hosts: ["workerd"],
    requests: "an empty, non-ASCII or missing `Host`, in HTTP/1.0 too",
    names: either(/^I3: the Host "é?"$/, NO_HOST),
    alone: [200, 400],
    here: told(400, /^Bad Request$/),
    why: "workerd rejects it",
  },
  {
    hosts: ["workerd"],
    requests: "an empty `Host` header and another one",
    names: /^I3: an empty Host/,
    alone: [400],
    here: json(200, /^\{"id":"1"\}$/, RUN),
    why: "workerd passes on only the other one",
  },
  {
    hosts: ["workerd"],
    requests: "a non-ASCII header on a response",
    names: /^GET \/v1\/named$/,
    alone: [200],
    here: {
      ...json(200, /^"é"$/, "the header in UTF-8 instead of Latin-1"),
      headers: [LENGTH, NOSNIFF, "x-name"],
      lines: [`x-name: ${IN_UTF8}`],
    },
    why: "workerd writes all headers in UTF-8",
  },
  {
    hosts: ["workerd"],
    requests: "a non-ASCII request header in Latin-1",
    names: /x-sort: Zo\u00eb/,
    alone: [200],
    here: json(200, /"sort":\["Zo\ufffd"\]/, "the handler gets U+FFFD"),
    why: "workerd reads all headers as UTF-8; Fetch clients, including Bough's, write Latin-1",
  },
  {
    hosts: ["bun"],
    requests: "a `Blob` or `File` of text or JSON, sent with its own type",
    names: /^GET \/v1\/noted$/,
    alone: [200],
    here: {
      ...json(200, /^a note$/, "with `;charset=utf-8` after its type"),
      type: "text/plain;charset=utf-8",
      headers: ["accept-ranges", LENGTH, NOSNIFF],
    },
    why: "Bun adds it to the `type` when the `Blob` is made",
  },
  {
    hosts: ["bun"],
    requests: "a stream whose content is available at once",
    names: /^GET \/v1\/download$/,
    alone: [200],
    here: { ...json(200, /^one two$/, "with its `Content-Length`"), type: "text/plain" },
    why: "Bun sends a body that is complete as a whole",
  },
  {
    hosts: ["bun", "deno"],
    requests: "`HEAD` of a stream",
    names: /^HEAD \/v1\/download$/,
    alone: [200],
    here: { ...json(200, NOTHING, "with `Content-Length: 0`"), type: "text/plain" },
    why: "the runtime sends the length of the empty body",
  },
  {
    hosts: ["deno"],
    requests: "205",
    names: /^PUT \/v1\/gone$|^M15, G6: 205$/,
    alone: [205],
    here: { ...bare(205, [NOSNIFF]), text: "205 without `Content-Length`" },
    why: "Deno removes it, so an HTTP/1.1 client may wait for the connection to close: prefer 204",
  },
  {
    hosts: ["deno"],
    requests: "a request without body and `Content-Length`, to an endpoint that declares a body",
    names: /^D5: no body at all$/,
    alone: [400],
    here: problem(415, "unsupported-media-type", ["accept", "accept-post"]),
    why: "Deno passes on an empty body, whose media type is missing",
  },
];

/** The row that holds for a case on a host, where there is one. */
export function differenceOf(
  { starter }: Runtime,
  { name }: Case,
  alone: Outcome,
): Difference | undefined {
  return differences.find(
    (row) =>
      row.hosts.includes(starter) && row.names.test(name) && row.alone.includes(alone.status),
  );
}

/** What is wrong with an answer that should have a shape; nothing where it has. */
export function misfit(
  { status, type, headers, lines = [], body }: Shape,
  outcome: Outcome,
): object | undefined {
  const names = outcome.headers.map((line) => line.slice(0, line.indexOf(":"))).toSorted();
  const wanted = [...headers, ...(type === undefined ? [] : ["content-type"])].toSorted();
  const fits =
    outcome.status === status &&
    names.join() === wanted.join() &&
    (type === undefined || outcome.headers.includes(`content-type: ${type}`)) &&
    lines.every((line) => outcome.headers.includes(line)) &&
    body.test(outcome.body);
  return fits ? undefined : { wanted: { status, type, headers: wanted, lines, body }, outcome };
}
