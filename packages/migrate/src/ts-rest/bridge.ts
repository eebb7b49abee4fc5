// What stands between Bough and code that expects the results of ts-rest.
import { Bridges, type BridgePart } from "../moving/bridges.ts";
import type { Project } from "../moving/project.ts";

const HEAD = `// Written by \`bough migrate ts-rest\` for code that it couldn't move, which still gets what ts-rest returned. Delete each
// function that nothing calls any more.
`;

/** Everything that a bridge can have. */
export const PARTS = new Map<string, BridgePart>([
  [
    "answered",
    {
      imports: {},
      text: `
/** A response of ts-rest. */
export interface Answered {
  readonly status: number;
  readonly body?: unknown;
}

interface AnyCall {
  readonly endpoint: { readonly failures: readonly { readonly status: number | string }[] };
  readonly fail: (...given: never[]) => never;
  readonly respond: (...given: never[]) => unknown;
}

/** Responds with a status and a body that the endpoint declares. */
export async function answered(call: AnyCall, answer: Answered | Promise<Answered>): Promise<never> {
  const { status, body } = await answer;
  const failure = call.endpoint.failures.find((one) => one.status === status);
  if (failure) call.fail(failure as never, body as never);
  return call.respond(body as never, { status } as never) as never;
}`,
    },
  ],
  [
    "asHandler",
    {
      imports: {},
      parts: ["answered"],
      text: `
interface AnyRequest extends AnyCall {
  readonly ids: unknown;
  readonly parameters: unknown;
  readonly body: unknown;
  readonly headers: unknown;
  readonly host?: unknown;
}

/** A handler that takes what ts-rest gave to handlers. */
export function asHandler(
  handler: (given: never) => Answered | Promise<Answered>,
): (call: AnyRequest) => Promise<never> {
  return (call) => {
    const { ids: params, parameters: query, body, headers } = call;
    const host = typeof call.host === "object" ? call.host : {};
    return answered(call, handler({ params, query, body, headers, ...host, appRoute: call.endpoint } as never));
  };
}`,
    },
  ],
  [
    "throughMiddleware",
    {
      imports: { "bough/express": ["type ExpressHost"] },
      text: `
type Middleware = {
  run(req: ExpressHost["req"], res: ExpressHost["res"], next: (error?: unknown) => void): unknown;
}["run"];

/** Why a call ended without its handler: a middleware responded, or the client disconnected. */
export class EndedInMiddleware extends Error {
  override readonly name = "EndedInMiddleware";
  override stack = "";
}

/** Runs Express middleware of a route as a guard. */
export async function throughMiddleware(
  { req, res }: ExpressHost,
  all: readonly Middleware[],
): Promise<Record<never, never>> {
  return new Promise((resolve, reject) => {
    const run = async (index: number): Promise<void> => {
      const middleware = all[index];
      if (!middleware) return resolve({});
      try {
        await middleware(req, res, (error) => (error ? reject(error) : void run(index + 1)));
      } catch (error) {
        reject(error);
      }
    };
    res.once("close", () => reject(new EndedInMiddleware("a middleware responded, or the client disconnected")));
    void run(0);
  });
}`,
    },
  ],
  [
    "responseOf",
    {
      imports: { "bough/client": ["RejectionError", "UnexpectedResponseError"] },
      text: `
type Status = ${["100 | 101 | 102 | 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308", "400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418", "419 | 420 | 421 | 422 | 423 | 424 | 428 | 429 | 431 | 451 | 500 | 501 | 502 | 503 | 504 | 505 | 507 | 511"].join("\n  | ")};

type Success<R> = R extends { readonly ok: true; readonly status: infer S; readonly body: infer B }
  ? { readonly status: S; readonly body: B; readonly headers: Headers }
  : never;
type Failed<R> = R extends { readonly ok: false; readonly failure: { readonly status: infer S; readonly body: infer B } }
  ? { readonly status: S; readonly body: B; readonly headers: Headers }
  : never;

/** A response as ts-rest's client returned it: by its status. */
export type ResponseOf<R> =
  | Success<R>
  | Failed<R>
  | {
      readonly status: Exclude<Status, (Success<R> | Failed<R>)["status"]>;
      readonly body: unknown;
      readonly headers: Headers;
    };

/** Waits for a call. A response that isn't declared has its status, too. */
export async function responseOf<R extends { readonly ok: boolean; readonly response: Response }>(
  call: PromiseLike<R>,
): Promise<ResponseOf<R>> {
  try {
    const result: { readonly body?: unknown; readonly failure?: { readonly body: unknown } } & R = await call;
    const body = result.failure ? result.failure.body : result.body;
    return { status: result.response.status, body, headers: result.response.headers } as ResponseOf<R>;
  } catch (error) {
    if (error instanceof UnexpectedResponseError) {
      const { status, headers, text } = error;
      return { status, body: text, headers } as ResponseOf<R>;
    }
    if (error instanceof RejectionError) {
      const { status, title, detail, errors } = error;
      return { status, body: error.body ?? { title, detail, errors }, headers: new Headers() } as ResponseOf<R>;
    }
    throw error;
  }
}`,
    },
  ],
  [
    "successOrThrow",
    {
      imports: {},
      parts: ["responseOf"],
      text: `
/** The response of a query: a failure is thrown, as ts-rest's hooks throw it. */
export async function successOrThrow<R extends { readonly ok: boolean; readonly response: Response }>(
  call: PromiseLike<R>,
): Promise<Success<R>> {
  const response = await responseOf(call);
  if (Number(response.status) >= 400) throw response;
  return response as Success<R>;
}`,
    },
  ],
  [
    "ApiRequest",
    {
      imports: {},
      text: `
/** A request, for an \`api\` function of ts-rest. */
export interface ApiRequest {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string | FormData | URLSearchParams | null | undefined;
  rawBody: unknown;
  rawQuery?: unknown;
  fetchOptions?: RequestInit;
  credentials?: RequestCredentials | undefined;
  signal?: AbortSignal | null | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}`,
    },
  ],
  [
    "tsRestFetchApi",
    {
      imports: {},
      parts: ["ApiRequest"],
      text: `
/** Sends a request, and reads its response by its media type. */
export async function tsRestFetchApi(request: ApiRequest): Promise<ApiResponse> {
  const { path, method, headers, body, fetchOptions } = request;
  const response = await fetch(path, { ...fetchOptions, method, headers, body: body ?? null });
  const mediaType = response.headers.get("content-type") ?? "";
  const content = mediaType.includes("json")
    ? await response.json()
    : mediaType.startsWith("text/")
      ? await response.text()
      : await response.blob();
  return { status: response.status, body: content, headers: response.headers };
}`,
    },
  ],
  [
    "apiFetch",
    {
      imports: { "bough/client": ["type Fetch"] },
      parts: ["ApiRequest"],
      text: `
/** A \`fetch\` that sends each request by an \`api\` function of ts-rest. */
export function apiFetch(
  api: (request: ApiRequest) => Promise<ApiResponse>,
): Fetch {
  return async (path, init) => {
    const { method = "GET", body, headers, ...fetchOptions } = init;
    const text = typeof body === "string" ? body : undefined;
    const given: Record<string, string> = {};
    new Headers(headers).forEach((value, name) => (given[name] = value));
    const { credentials, signal } = init;
    const request: ApiRequest = {
      path,
      method,
      headers: given,
      body: body as ApiRequest["body"],
      rawBody: text === undefined ? body : JSON.parse(text),
      fetchOptions,
      credentials,
      signal,
    };
    const answer = await api(request);
    const isContent = typeof answer.body === "string" || answer.body instanceof Blob;
    const hasNone = answer.body === undefined || [204, 205, 304].includes(answer.status);
    const content = hasNone ? null : isContent ? (answer.body as string) : JSON.stringify(answer.body);
    const response = new Response(content, { status: answer.status, headers: answer.headers });
    response.headers.delete("content-encoding");
    if (!hasNone && !isContent) response.headers.set("content-type", "application/json");
    return response;
  };
}`,
    },
  ],
  [
    "ServerRequest",
    {
      imports: {
        bough: [
          "type InferBody",
          "type InferHeaders",
          "type InferIds",
          "type InferParameters",
          "type TypedEndpoint",
        ],
      },
      text: `
/** What a handler gets, under ts-rest's names. */
export interface ServerRequest<E extends TypedEndpoint> {
  readonly params: InferIds<E>;
  readonly query: InferParameters<E>;
  readonly body: InferBody<E>;
  readonly headers: InferHeaders<E>;
}`,
    },
  ],
  [
    "ClientRequest",
    {
      imports: {
        bough: ["type InferIds", "type InferRequest", "type TypedEndpoint"],
        "bough/client": ["type RequestOptions"],
      },
      text: `
type OptionOf<E extends TypedEndpoint, Name extends "parameters" | "headers"> = Name extends keyof RequestOptions<E>
  ? NonNullable<RequestOptions<E>[Name]>
  : never;

/** What a call is given, under ts-rest's names. */
export interface ClientRequest<E extends TypedEndpoint> {
  readonly params: InferIds<E>;
  readonly query: OptionOf<E, "parameters">;
  readonly body: InferRequest<E>;
  readonly headers: OptionOf<E, "headers">;
}`,
    },
  ],
  [
    "Responses",
    {
      imports: { bough: ["type TypedEndpoint"], "bough/client": ["type Result"] },
      text: `
/** The responses of an endpoint by status. */
export type Responses<E extends TypedEndpoint, Status = unknown> = Extract<
  ByStatus<Result<E>>,
  { readonly status: Status }
>;
type ByStatus<R> = R extends { readonly ok: true; readonly status: infer S; readonly body: infer B }
  ? { readonly status: S; readonly body: B }
  : R extends { readonly status: infer S; readonly failure: { readonly body: infer B } }
    ? { readonly status: S; readonly body: B }
    : never;`,
    },
  ],
]);

export function tsRestBridges(project: Project): Bridges {
  return new Bridges(project, { file: "ts-rest-bridge.ts", head: HEAD, parts: PARTS });
}
