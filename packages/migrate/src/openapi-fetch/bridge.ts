// What stands between Bough and code that expects the results of openapi-fetch.
import { Bridges, type BridgePart } from "../moving/bridges.ts";
import type { Project } from "../moving/project.ts";

const HEAD = `// Written by \`bough migrate openapi-fetch\` for code that it couldn't move, which still gets what openapi-fetch returned.
// Delete each function that nothing calls any more.
`;

/** Everything that a bridge can have. */
export const PARTS = new Map<string, BridgePart>([
  [
    "dataOrError",
    {
      imports: { "bough/client": ["RejectionError", "UnexpectedResponseError"] },
      text: `
type DataOf<R> = R extends { readonly ok: true; readonly body: infer B } ? B : never;
type ErrorOf<R> = R extends { readonly ok: false; readonly failure: { readonly body: infer B } } ? B : never;

/** A response as openapi-fetch returned it. */
export type DataOrError<R> =
  | { readonly data: DataOf<R>; readonly error?: undefined; readonly response: Response }
  | { readonly data?: undefined; readonly error: [ErrorOf<R>] extends [never] ? unknown : ErrorOf<R>; readonly response: Response };

/** Waits for a call. A response that isn't declared is an \`error\`, too. */
export async function dataOrError<R extends { readonly ok: boolean; readonly response: Response }>(
  call: PromiseLike<R>,
): Promise<DataOrError<R>> {
  try {
    const result: { readonly body?: unknown; readonly failure?: { readonly body: unknown } } & R = await call;
    const { response } = result;
    return (result.failure ? { error: result.failure.body ?? {}, response } : { data: result.body, response }) as DataOrError<R>;
  } catch (error) {
    if (error instanceof UnexpectedResponseError) {
      const response = new Response(error.text, { status: Math.max(error.status, 200), headers: error.headers });
      return { error: parsed(error.text), response } as DataOrError<R>;
    }
    if (error instanceof RejectionError) {
      const { status, title, detail, errors } = error;
      return { error: error.body ?? { title, detail, errors }, response: new Response(null, { status }) } as DataOrError<R>;
    }
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}`,
    },
  ],
  [
    "dataOrThrow",
    {
      imports: {},
      parts: ["dataOrError"],
      text: `
/** The data of a query. An error of the API is thrown as it is. */
export async function dataOrThrow<R extends { readonly ok: boolean; readonly response: Response }>(
  call: PromiseLike<R>,
): Promise<DataOf<R>> {
  const { data, error } = await dataOrError(call);
  if (error !== undefined) throw error;
  return data as DataOf<R>;
}`,
    },
  ],
  [
    "Middleware",
    {
      imports: {},
      text: `
interface MiddlewareGiven {
  readonly request: Request;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, never>>;
  readonly id: string;
  readonly options: { readonly baseUrl: string };
}

/** Middleware of openapi-fetch. */
export interface Middleware {
  onRequest?(given: MiddlewareGiven): Request | Response | undefined | void | Promise<Request | Response | undefined | void>;
  onResponse?(
    given: MiddlewareGiven & { readonly response: Response },
  ): Response | undefined | void | Promise<Response | undefined | void>;
  onError?(given: MiddlewareGiven & { readonly error: unknown }): Response | Error | void | Promise<Response | Error | void>;
}`,
    },
  ],
  [
    "aroundOf",
    {
      imports: { "bough/client": ["type ClientAround"] },
      parts: ["Middleware"],
      text: `
/** Runs middleware of openapi-fetch around each call. Its request has no body. */
export function aroundOf(all: readonly Middleware[]): ClientAround {
  return async (exchange, next) => {
    let request = new Request(new URL(exchange.url, globalThis.location?.href ?? "http://localhost"), {
      method: exchange.method,
      headers: exchange.headers,
      signal: exchange.signal ?? null,
    });
    const given = { schemaPath: exchange.endpoint.template, params: {}, id: "", options: { baseUrl: "" } };
    let early: Response | undefined;
    for (const one of all) {
      const changed = await one.onRequest?.({ ...given, request });
      if (changed instanceof Request) request = changed;
      else if (changed) early = changed;
      if (early) break;
    }
    request.headers.forEach((value, name) => exchange.headers.set(name, value));
    let response: Response;
    try {
      response = early ?? (await next());
    } catch (error) {
      let thrown = error;
      for (const one of all) {
        const changed = await one.onError?.({ ...given, request, error: thrown });
        if (changed instanceof Response) return changed;
        if (changed) thrown = changed;
      }
      throw thrown;
    }
    for (const one of [...all].reverse()) {
      const changed: Response | undefined | void = await one.onResponse?.({ ...given, request, response });
      if (changed) response = changed;
    }
    return response;
  };
}`,
    },
  ],
]);

export function openApiFetchBridges(project: Project): Bridges {
  return new Bridges(project, { file: "openapi-fetch-bridge.ts", head: HEAD, parts: PARTS });
}
