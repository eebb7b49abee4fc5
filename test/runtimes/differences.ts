// Where a host answers a request otherwise than the standalone server, how, and why: the rows
// of the first table of docs/hosts.md. What is not listed here is the same everywhere.
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
  return { status, headers: [LENGTH], body, text: `${status} with a text of its own` };
}

function text(status: number, body: RegExp, type: string = PLAIN): Shape {
  return { ...told(status, body), type };
}

function either(...names: readonly RegExp[]): RegExp {
  return new RegExp(names.map(({ source }) => source).join("|"));
}

const CLOSED: Shape = { ...bare(0), text: "the connection ends without an answer" };
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

const ASTERISK = /^(?:GET|M7: GET|M7: OPTIONS) \*$/;
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
    why: "Node ends a tunnel that nobody listens for; only `listen` answers 501",
  },
  {
    hosts: ["hono"],
    requests: "`\\` in the path, the target `*`, a scheme in capitals, `ftp://`",
    names: either(BACKSLASH, ASTERISK, FOREIGN, /HTTP:\/\/evil/),
    alone: [200, 204, 400, 404],
    here: HONO_400,
    why: "node-server refuses a target that is not the URL it makes of it",
  },
  {
    hosts: ["hono"],
    requests: "most of the `Host`s that are no `host[:port]`",
    names: /^I3: the Host "(?:x|a@|\[::1"$|a b|é)/,
    alone: [400],
    here: HONO_400,
    why: "node-server refuses them by itself; the others come to Bough's 400",
  },
  {
    hosts: ["hono"],
    requests: "a `Host` with an empty port, and an IPv6 address that is not in its shortest form",
    names: /^I3: the Host (?:books:|\[0:0::1\]) decides/,
    alone: [200],
    here: HONO_400,
    why: "node-server refuses what is not the host of the URL it makes of it",
  },
  {
    hosts: ["hono", "workerd"],
    requests: "a header beyond ASCII on a streamed answer",
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
    why: "node-server sends the head by `flushHeaders`, which Node writes in UTF-8; workerd writes every head so",
  },
  {
    hosts: ["fastify", "express"],
    requests: "a `Host` that is no `host[:port]`, and two of them",
    names: /^I3: (?:the Host ".*"$|two|an empty)/,
    alone: [400],
    here: json(200, /^\{"id":"1"\}$/, RUN),
    why: "a framework leaves `Host` to the project; Bough routes and guards nothing by it",
  },
  {
    hosts: ["fastify"],
    requests: "a broken escape in the path",
    names: either(/^GET [^?]*%(?:zz|C0%AF)$|^U6, A6: /, NO_AUTHORITY),
    alone: [400],
    here: {
      ...text(400, /^\{"error":"Bad Request","code":"FST_ERR_BAD_URL"/, "application/json"),
      text: "400 `FST_ERR_BAD_URL`",
    },
    why: "Fastify's router answers before any hook; `frameworkErrors` can change it",
  },
  {
    hosts: ["fastify"],
    requests: "a method token, a target or a framing that Node's parser refuses",
    names: either(UNKNOWN_TOKEN, REFUSED_TARGET, UNESCAPED, BAD_FRAMING),
    alone: [400],
    here: text(400, /"message":"Client Error"/, "application/json"),
    why: "Fastify's `clientErrorHandler` writes a body where Node writes none",
  },
  {
    hosts: ["fastify"],
    requests: "an answer with a value that JSON has no form for: `NaN`, a `Map`",
    names: /lossy$/,
    alone: [500],
    here: json(200, /^\{"mean":null\}$/, "with `null` and `{}` in their places"),
    why: "the app's own serializer writes it; with `codecs: [json()]` Bough does",
  },
  {
    hosts: ["express"],
    requests: "a static segment that is spelled with escapes",
    names: /users\/%6de$|%75sers$|users%3Asearch$|a%2Bb$|%3Aodd|^U9, A8|^A8: /,
    alone: [200],
    here: shapeOf("express"),
    why: "a guard on the plain path in Express would be walked round",
  },
  {
    hosts: ["hono"],
    requests: "`HEAD` of a path that no endpoint has",
    names: /^HEAD \/v1\/none$|HEAD on an unknown path$/,
    alone: [404],
    here: { ...shapeOf("hono"), headers: [], body: NOTHING },
    why: "the 404 is the host's; other routes of the app come before it",
  },
  ...(["fastify", "express"] as const).map((host): Difference => ({
    hosts: [host],
    requests: "`HEAD` of a path that no endpoint has",
    names: /^HEAD \/v1\/none$|HEAD on an unknown path$/,
    alone: [404],
    here: { ...shapeOf(host), body: NOTHING },
    why: "the 404 is the host's; other routes of the app come before it",
  })),
  {
    hosts: ["hono"],
    requests: "a method that Bough does not know, on a path of Bough's",
    names: /^M3: a method that Node knows|^A9: TRACE$/,
    alone: [501],
    here: shapeOf("hono"),
    why: "Hono's router is asked for methods that are known",
  },
  {
    hosts: ["fastify"],
    requests: "a method that Fastify does not know, on a path of Bough's",
    names: /^M3: a method that Node knows/,
    alone: [501],
    here: shapeOf("fastify"),
    why: "Fastify's router takes only methods that it knows",
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
    requests: "a target that leads to no endpoint, and is malformed or too long",
    names: either(
      /^U6, A6: \/%zz$|^A14: many of (?:%2F|\.\.)$/,
      FOREIGN,
      // Express hands this one on.
      ...(host === "hono" ? [NO_AUTHORITY] : []),
    ),
    alone: [400, 414],
    here,
    why: "the host finds no route of Bough's, and Bough is not asked",
  })),
  ...NOT_FOUND.map(([host, here]): Difference => ({
    hosts: [host],
    requests: "a path that no endpoint has",
    names: /./,
    alone: [404],
    here,
    why: "the 404 is the host's; other routes of the app come before it",
  })),

  // Fetch runtimes.
  {
    hosts: ["bun"],
    requests: "dot segments and `\\` in the path",
    names: either(DOTS, BACKSLASH),
    alone: [404],
    here: json(200, /^["[{]/, "the endpoint of the resolved path"),
    why: "Bun resolves them before anybody sees the request",
  },
  {
    hosts: ["bun", "deno", "workerd"],
    requests: "a fragment in the target",
    names: FRAGMENT,
    alone: [400],
    here: json(200, /^\{"limit"/, RUN),
    why: "the runtime cuts it off",
  },
  {
    hosts: ["bun"],
    requests: "the target `*`, and `ftp://`",
    names: either(ASTERISK, FOREIGN),
    alone: [204, 400, 404],
    here: bare(400),
    why: "Bun refuses them",
  },
  {
    hosts: ["bun"],
    requests: "a byte beyond ASCII in the target",
    names: UNESCAPED,
    alone: [400],
    here: json(200, /^"user a(?:é|\ufffd)"$/, RUN),
    why: "Bun reads the target as UTF-8, with U+FFFD for what is none, and escapes it",
  },
  {
    hosts: ["deno", "workerd"],
    requests: "UTF-8 in the target that is not escaped",
    names: /^GET \/v1\/users\/a\u00c3\u00a9$/,
    alone: [400],
    here: problem(400, "invalid-request"),
    why: "the runtime passes it on, and Bough refuses it",
  },
  {
    hosts: ["bun"],
    requests: "HTTP/1.1 without a `Host`",
    names: NO_HOST,
    alone: [400],
    here: bare(400),
    why: "Bun refuses it too, but does not frame the empty body",
  },
  {
    hosts: ["deno"],
    requests: "HTTP/1.1 without a `Host`",
    names: NO_HOST,
    alone: [400],
    here: json(200, /^\{"limit"/, RUN),
    why: "Deno lets it pass, and Bough asks no Fetch request for a `Host`",
  },
  {
    hosts: ["deno"],
    requests: "`GET *`",
    names: /GET \*$/,
    alone: [404],
    here: EMPTY_400,
    why: "Deno refuses it",
  },
  {
    hosts: ["deno", "workerd"],
    requests: "`OPTIONS *`",
    names: /^M7: OPTIONS/,
    alone: [204],
    here: problem(404, "not-found"),
    why: "the runtime makes the path `/*` of it",
  },
  {
    hosts: ["deno", "workerd"],
    requests: "an absolute target of another scheme: `ftp://`",
    names: FOREIGN,
    alone: [400],
    here: json(200, /^\{"limit"/, RUN),
    why: "the runtime has put its own scheme in place of it",
  },
  {
    hosts: ["bun"],
    requests: "`https:///books`, a target without its authority",
    names: NO_AUTHORITY,
    alone: [400],
    here: json(200, /^\{"limit"/, RUN),
    why: "the runtime reads it as `/books`",
  },
  {
    hosts: ["deno"],
    requests: "`https:///books`, a target without its authority",
    names: NO_AUTHORITY,
    alone: [400],
    here: problem(404, "not-found"),
    why: "the runtime takes `books` for the authority",
  },
  {
    hosts: ["workerd"],
    requests:
      "a target without its authority, that begins with `?`, or with bytes that are not UTF-8",
    names: either(/https:\/\/\/books$|^A10: the target \?/, NOT_UTF8),
    alone: [400],
    here: text(400, /^invalid URI$/),
    why: "workerd's parser refuses it",
  },
  {
    hosts: ["workerd"],
    requests: '`"`, `<`, `>` in the query, and `<`, `>`, `` ` `` in the path, that are not escaped',
    names: /^GET \/v1\/users(?:\?tag=["<>]|\/a[<>`]b)$/,
    alone: [200],
    here: text(400, /^invalid URI$/),
    why: "workerd's parser refuses them, which no URL has; the others let them pass",
  },
  {
    hosts: ["workerd"],
    requests: "a target that is neither a path nor a URL: `books`",
    names: REFUSED_TARGET,
    alone: [400],
    here: problem(404, "not-found"),
    why: "workerd makes a URL of it, and that has no such path",
  },
  {
    hosts: ["bun"],
    requests: "a method token that no standard has, and one in lower case",
    names: UNKNOWN_TOKEN,
    alone: [400],
    here: CLOSED,
    why: "Bun ends the connection",
  },
  {
    hosts: ["deno"],
    requests: "a method token that no standard has, and one in lower case",
    names: UNKNOWN_TOKEN,
    alone: [400],
    here: problem(501, "not-implemented"),
    why: "Deno passes it on, and Bough answers",
  },
  {
    hosts: ["workerd"],
    requests: "a method token that no standard has, and one in lower case",
    names: UNKNOWN_TOKEN,
    alone: [400],
    here: text(501, /^ERROR: Unrecognized request method\.$/),
    why: "workerd refuses it",
  },
  {
    hosts: ["bun"],
    requests: "`CONNECT`",
    names: CONNECT,
    alone: [501],
    here: problem(400, "invalid-request"),
    why: "Bun passes it on, with a target that is no path",
  },
  {
    hosts: ["deno"],
    requests: "`CONNECT`",
    names: CONNECT,
    alone: [501],
    here: problem(404, "not-found"),
    why: "Deno passes it on, with a URL",
  },
  {
    hosts: ["workerd"],
    requests: "`CONNECT`",
    names: CONNECT,
    alone: [501],
    here: told(500, /^Internal Server Error$/),
    why: "workerd calls the Worker's `connect()`, which there is none of",
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
    requests: "a target or a framing that Node's parser refuses, two `Host` lines",
    names: either(REFUSED_TARGET, NOT_UTF8, BAD_FRAMING, /^I3: (?:two|an empty) Host/),
    alone: [400],
    here: EMPTY_400,
    why: "Deno refuses it, and tells the length of its empty body",
  },
  {
    hosts: ["workerd"],
    requests: "`Transfer-Encoding: chunked` beside a `Content-Length`",
    names: /^D6, K4: .*: chunked beside/,
    alone: [400],
    here: problem(400, "invalid-request"),
    why: "workerd reads the chunks, as RFC 9112 6.3 allows; here they are broken",
  },
  {
    hosts: ["workerd"],
    requests: "a framing that Node's parser refuses",
    names: BAD_FRAMING,
    alone: [400],
    here: text(400, /^invalid (?:transfer-encoding|content-length) parsed$/),
    why: "workerd's parser refuses it, with a text",
  },
  {
    hosts: ["workerd"],
    requests: "an empty `Host`, one beyond ASCII, and none, in HTTP/1.0 too",
    names: either(/^I3: the Host "é?"$/, NO_HOST),
    alone: [200, 400],
    here: told(400, /^Bad Request$/),
    why: "workerd refuses it",
  },
  {
    hosts: ["workerd"],
    requests: "an empty `Host` line and another",
    names: /^I3: an empty Host/,
    alone: [400],
    here: json(200, /^\{"id":"1"\}$/, RUN),
    why: "workerd shows the other one alone",
  },
  {
    hosts: ["workerd"],
    requests: "a header beyond ASCII on an answer",
    names: /^GET \/v1\/named$/,
    alone: [200],
    here: {
      ...json(200, /^"é"$/, "the header in UTF-8 instead of Latin-1"),
      headers: [LENGTH, NOSNIFF, "x-name"],
      lines: [`x-name: ${IN_UTF8}`],
    },
    why: "workerd writes every head in UTF-8",
  },
  {
    hosts: ["workerd"],
    requests: "a header beyond ASCII, in Latin-1",
    names: /x-sort: Zo\u00eb/,
    alone: [200],
    here: json(200, /"sort":\["Zo\ufffd"\]/, "the handler gets U+FFFD"),
    why: "workerd reads every head as UTF-8, and Fetch clients, Bough's too, write Latin-1",
  },
  {
    hosts: ["bun"],
    requests: "a `Blob` or a `File` of text or JSON, sent by the type of its own",
    names: /^GET \/v1\/noted$/,
    alone: [200],
    here: {
      ...json(200, /^a note$/, "with `;charset=utf-8` behind its type"),
      type: "text/plain;charset=utf-8",
      headers: ["accept-ranges", LENGTH, NOSNIFF],
    },
    why: "Bun adds it to the `type` when the `Blob` is made",
  },
  {
    hosts: ["bun"],
    requests: "a stream that is read at once",
    names: /^GET \/v1\/download$/,
    alone: [200],
    here: { ...json(200, /^one two$/, "with its `Content-Length`"), type: "text/plain" },
    why: "Bun sends a body as a whole where it is there as a whole",
  },
  {
    hosts: ["bun", "deno"],
    requests: "`HEAD` of a stream",
    names: /^HEAD \/v1\/download$/,
    alone: [200],
    here: { ...json(200, NOTHING, "with `Content-Length: 0`"), type: "text/plain" },
    why: "the runtime tells the length of what it sends, which is nothing",
  },
  {
    hosts: ["deno"],
    requests: "205",
    names: /^PUT \/v1\/gone$|^M15, G6: 205$/,
    alone: [205],
    here: { ...bare(205, [NOSNIFF]), text: "205 without `Content-Length`" },
    why: "Deno takes it away, and an HTTP/1.1 client may then wait for the connection to end: prefer 204",
  },
  {
    hosts: ["deno"],
    requests: "no body, and no `Content-Length` either, where one is declared",
    names: /^D5: no body at all$/,
    alone: [400],
    here: problem(415, "unsupported-media-type", ["accept", "accept-post"]),
    why: "Deno shows a body in every request that may have one, so that its type is missing first",
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
