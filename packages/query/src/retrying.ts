// Which errors of a query are retried.
import type { QueryContext, Retry } from "./query-options.ts";

interface Retrying<Context> {
  readonly queryFn: (context: Context) => Promise<unknown>;
  readonly retry: (count: number, error: unknown) => boolean;
}

/**
 * A `queryFn`, and the `retry` for it: what the `QueryClient` is configured to, but never for what a second
 * request cannot change.
 */
export function retrying<Context extends QueryContext>(
  queryFn: (context: Context) => Promise<unknown>,
): Retrying<Context> {
  // TanStack Query does not retry on a server.
  let retry: Retry = "window" in globalThis ? 3 : 0;
  return {
    queryFn: async (context) => {
      const { client, queryKey } = context;
      const defaults = {
        ...client?.getDefaultOptions().queries,
        ...client?.getQueryDefaults(queryKey),
      };
      retry = defaults.retry ?? retry;
      return queryFn(context);
    },
    retry: (count, error) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its code is compared
      !isFinal(error as Partial<Coded>) &&
      (typeof retry === "function"
        ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each project chooses the type of its errors
          retry(count, error as never)
        : count < Number(retry === true ? Infinity : retry)),
  };
}

interface Coded {
  readonly code: string;
  readonly status: number;
}

// A declared failure, a request that cannot be sent, and a 4xx.
function isFinal({ code, status = 500 }: Partial<Coded>): boolean {
  return code === "failure" || code === "invalid-request" || (code === "rejection" && status < 500);
}
