// Redirects. They are an import of their own because few clients follow them.
import type { Fetch, RedirectedRequest } from "./client-options.ts";
import { withinOrigin } from "./write-request.ts";
import { cancel } from "./exchange.ts";

const SAFE: ReadonlySet<unknown> = new Set(["GET", "HEAD", "QUERY"]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 20;

/**
 * Follows redirects of GET, HEAD and QUERY within the origin, 20 at most:
 * `createClient({ redirects: followRedirects })`. A declared redirect is not followed
 * (RFC 9110 15.4).
 */
export async function followRedirects(request: RedirectedRequest, fetch: Fetch): Promise<Response> {
  let asked = request;
  for (let count = 0; ; count++) {
    const response = await fetch(asked.url, asked.init);
    const next = count < MOST_REDIRECTS && nextRequest(response, asked);
    if (!next || asked.init.signal?.aborted) {
      return response;
    }
    cancel(response.body);
    asked = next;
  }
}

function nextRequest(
  { type, status, headers }: Response,
  request: RedirectedRequest,
): RedirectedRequest | undefined {
  const { endpoint, url: from, init } = request;
  if (!SAFE.has(init.method) || init.duplex) {
    return undefined;
  }
  if (type === "opaqueredirect") {
    // A browser hides the location, and follows to any origin: only `Accept` may go there.
    return Object.keys(init.headers).join() === "accept"
      ? { ...request, init: { ...init, redirect: "follow" } }
      : undefined;
  }
  const location = headers.get("location");
  const url = location && withinOrigin(location, from);
  if (!url || !REDIRECTS.has(status) || endpoint.responses.some((one) => one.status === status)) {
    return undefined;
  }
  return { endpoint, url, init: status === 303 && init.method === "QUERY" ? asGet(init) : init };
}

// The result of a query is at another URL, and a GET reads it.
function asGet(init: RedirectedRequest["init"]): RedirectedRequest["init"] {
  const { "content-type": _, ...headers } = init.headers;
  return { ...init, method: "GET", body: null, headers };
}
