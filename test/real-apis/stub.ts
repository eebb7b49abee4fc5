// A stub of an imported API: a server that answers every endpoint with a value of its contract, and a client that
// calls it in memory. Both sides have to see what the other one sent.
import { isDeepStrictEqual } from "node:util";
import type { Contract, ContractContent, ContractEndpoint, ContractPart } from "bough/contract";
import type * as Bough from "bough";
import type * as BoughClient from "bough/client";
import type * as BoughClientTypes from "bough/types";
import type * as BoughContract from "bough/contract";
import type * as BoughServer from "bough/server";
import { samplesOf, valuesOf } from "./addresses.ts";
import { jsonValueOf } from "./json-value.ts";

/** How many endpoints were called, and what went wrong. */
export interface Stubbed {
  readonly called: number;
  readonly problems: readonly string[];
}

/** The package bough. */
export type Library = typeof Bough & typeof BoughContract & typeof BoughClient & typeof BoughServer;

/** An imported module: its root and its security schemes. */
export type ImportedModule = { readonly api: Bough.AnyResource } & Readonly<
  Record<string, unknown>
>;

// The types of a tree that is only known at run time tell nothing.
interface Call {
  readonly parameters: object;
  readonly body: unknown;
  readonly respond: (body: unknown, options: object) => unknown;
}
interface Untyped {
  readonly bind: (endpoint: unknown, ids: object) => unknown;
  readonly authenticate: (
    scheme: unknown,
    check: (credential: unknown, request: { readonly scopes: readonly string[] }) => object,
  ) => unknown;
  readonly credential: (scheme: unknown, value: unknown) => BoughClientTypes.Credential;
  readonly createServer: (options: object) => {
    readonly fetch: typeof fetch;
    readonly secured: (checks: readonly unknown[]) => {
      readonly route: (endpoint: unknown, handler: (call: Call) => unknown) => void;
    };
  };
  readonly createClient: (options: object) => {
    readonly request: (
      endpoint: unknown,
      ...bodyAndOptions: readonly unknown[]
    ) => Promise<{ readonly status: number; readonly body: unknown; readonly ok: boolean }>;
  };
}

/** Serves and calls all endpoints. */
export async function stubProblems(
  library: Library,
  module: ImportedModule,
  contract: Contract,
): Promise<Stubbed> {
  const bough = library as unknown as Untyped;
  const schemes = Object.values(module).filter(
    (one) => (Object(one) as { readonly "~security"?: string })["~security"] === "scheme",
  );
  const errors: unknown[] = [];
  const server = bough.createServer({
    onError: (error: unknown) => errors.push(error),
    // A value for each of 100 parameters makes a long target.
    limits: { target: 1_000_000 },
  });
  const stub = server.secured(
    schemes.map((one) =>
      // Whoever does not read the scopes of an endpoint does not check them, and the server refuses that.
      bough.authenticate(one, (_, { scopes }) => ({ scopes })),
    ),
  );
  const placed = new Map(
    library.endpointsOf(module.api).map((one) => [`${one.method} ${one.template}`, one]),
  );
  const client = bough.createClient({
    fetch: server.fetch,
    retry: false,
    credentials: schemes.map((one) => bough.credential(one, credentialOf(one))),
  });
  const problems: string[] = [];
  let called = 0;
  for (const described of contract.endpoints.filter((one) => isCallable(one, contract))) {
    const endpoint = placed.get(`${described.method} ${described.template}`);
    if (endpoint === undefined) {
      problems.push(`${described.key}: the tree has no such endpoint`);
      continue;
    }
    const sent = requestOf(described, contract);
    const answer = answerOf(described, contract);
    const seen: Call[] = [];
    stub.route(endpoint, (call) => {
      seen.push(call);
      return call.respond(answer.body, answer.options);
    });
    try {
      const ids = valuesOf(samplesOf(described.path ?? []));
      const { body, ...options } = sent;
      const given = "body" in sent ? [body, options] : [options];
      const result = await client.request(bough.bind(endpoint, ids), ...given);
      called++;
      const problem = differenceOf({ sent, answer, result, seen: seen.at(0) });
      if (problem !== undefined) problems.push(`${described.key}: ${problem}`);
    } catch (error) {
      problems.push(`${described.key}: ${String(error)} ${errorText(errors.at(-1))}`);
    }
  }
  return { called, problems };
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

function credentialOf(scheme: unknown): unknown {
  const { "~scheme": data } = scheme as { readonly "~scheme": { readonly kind: object } };
  const isBasic = "scheme" in data.kind && data.kind.scheme === "Basic";
  return isBasic ? { username: "user", password: "secret" } : "secret";
}

// The functions of a codec for XML are for the user to write. Cookies and certificates need a browser or a connection.
function isCallable(endpoint: ContractEndpoint, { components }: Contract): boolean {
  const { request, responses = [], failures = [], security = [], cookies = [] } = endpoint;
  const all = [request ?? { content: [] }, ...responses, ...failures];
  const isSendable = (name: string): boolean => {
    const scheme = components.security[name];
    return scheme?.type !== "mutualTLS" && scheme?.["in"] !== "cookie";
  };
  return (
    all.every(({ content }) => content.every(({ opaque }) => opaque !== true)) &&
    cookies.every(({ required }) => !required) &&
    (security.length === 0 || security.some((one) => Object.keys(one).every(isSendable)))
  );
}

interface Sent {
  readonly parameters?: object;
  readonly headers?: object;
  readonly body?: unknown;
}

function requestOf(endpoint: ContractEndpoint, contract: Contract): Sent {
  const { query, headers, request } = endpoint;
  const filled = (name: string, list: ContractEndpoint["query"]): object =>
    list === undefined ? {} : { [name]: valuesOf(samplesOf(list)) };
  const content = request?.content[0];
  return {
    ...filled("parameters", query),
    ...filled("headers", headers),
    ...(content === undefined ? {} : { body: bodyOf(content, contract) }),
  };
}

interface Answer {
  readonly body: unknown;
  readonly options: {
    readonly status: number;
    readonly mediaType?: string;
    readonly headers?: object;
  };
  readonly kind: ContractContent["kind"] | undefined;
}

function answerOf({ method, responses }: ContractEndpoint, contract: Contract): Answer {
  const [response = { status: 204, content: [] }] = responses ?? [];
  const [content, more] = response.content;
  const { headers } = response;
  return {
    body: content === undefined ? undefined : bodyOf(content, contract),
    // A response to HEAD has no content.
    kind: method === "HEAD" ? undefined : content?.kind,
    options: {
      status: typeof response.status === "number" ? response.status : 200,
      ...(more === undefined || content === undefined || content.mediaType === "*/*"
        ? {}
        : { mediaType: content.mediaType }),
      ...(headers === undefined ? {} : { headers: valuesOf(samplesOf(headers)) }),
    },
  };
}

function bodyOf(content: ContractContent, { components }: Contract): unknown {
  const { kind, schema, item, parts = [] } = content;
  switch (kind) {
    case "text":
      return "some text";
    case "bytes":
    case "stream":
      return new Blob(["some bytes"], {
        type: content.mediaType.includes("*") ? "application/octet-stream" : content.mediaType,
      });
    case "form":
    case "multipart":
      return Object.fromEntries(parts.map((part) => [part.name, partOf(part, components.schemas)]));
    case "events":
    case "json-lines":
      return [jsonValueOf(item, components.schemas)];
    default:
      return jsonValueOf(schema, components.schemas);
  }
}

function partOf(part: ContractPart, schemas: Contract["components"]["schemas"]): unknown {
  if ("content" in part) {
    const value = jsonValueOf(part.content[0]?.schema, schemas);
    return part.list === true ? Array.from({ length: part.min ?? 1 }, () => value) : value;
  }
  if (!("list" in part)) return valuesOf(samplesOf([part]))[part.name];
  const type = part.mediaTypes?.[0]?.replace("/*", "/x-any") ?? "";
  const file = new File(["some bytes"], "file.bin", { type });
  return part.list ? [file] : file;
}

function differenceOf({
  sent,
  answer,
  result,
  seen,
}: {
  readonly sent: Sent;
  readonly answer: Answer;
  readonly result: { readonly status: number; readonly body: unknown };
  readonly seen: Call | undefined;
}): string | undefined {
  if (seen === undefined) return `answered ${result.status} without its handler`;
  if (result.status !== answer.options.status) return `answered ${result.status}`;
  const asked = sent.parameters ?? {};
  if (!isDeepStrictEqual(plain(seen.parameters), plain(asked))) {
    return `received ${JSON.stringify(seen.parameters)} instead of ${JSON.stringify(asked)}`;
  }
  const isJson = answer.kind === "negotiated" || answer.kind === "codec" || answer.kind === "text";
  return isJson && !isDeepStrictEqual(plain(result.body), plain(answer.body))
    ? `answered ${JSON.stringify(result.body)} instead of ${JSON.stringify(answer.body)}`
    : undefined;
}

function plain(value: unknown): unknown {
  // An absent list is an empty one, and so is an absent record.
  const isEmpty = (one: unknown): boolean =>
    typeof one === "object" && one !== null && Object.keys(one).length === 0;
  return value === undefined
    ? value
    : (JSON.parse(JSON.stringify(value), (_, one: unknown) =>
        isEmpty(one) ? undefined : one,
      ) as unknown);
}
