// `fetch` over XMLHttpRequest, the one way in which a browser tells how much of a body has
// been sent. Only calls that ask for it go this way; all others go through `fetch` itself,
// which streams and knows all of `init`.
import type { CallOptions, Progress } from "./request-arguments.ts";

/** The second argument of a client's `fetch`. XMLHttpRequest supports the named members. */
export interface XhrInit extends RequestInit {
  /** Hears how much of the body has been sent. */
  readonly onProgress?: CallOptions["onProgress"];
}

/**
 * A client's `fetch` that knows `onProgress`: `createClient({ fetch: xhrFetch })`. A call without
 * it goes to the global `fetch`; one with it through XMLHttpRequest, which follows redirects
 * whatever `redirect` says (`"error"` rejects afterwards), hides `Set-Cookie` as browsers do, gives
 * the answer when all of it is there, and needs a CORS preflight in other origins. Of `init` it
 * knows method, headers, body, signal and `credentials`. Rejects with a `TypeError` where there is
 * no answer, where the body is a stream, and where it could not leave credentials out.
 */
export async function xhrFetch(url: string, init: XhrInit = {}): Promise<Response> {
  const { onProgress, ...rest } = init;
  return onProgress ? exchanged(url, rest, onProgress) : globalThis.fetch(url, rest);
}

type Listener = (progress: Progress) => void;

function exchanged(url: string, init: RequestInit, onProgress: Listener): Promise<Response> {
  const { method = "GET", body = null, signal, credentials } = init;
  if (signal?.aborted) {
    throw signal.reason;
  }
  // As with `fetch`, a name or value that is none is a TypeError.
  const headers = new Headers(init.headers);
  if (isStream(body)) {
    throw new TypeError("XMLHttpRequest sends no streams: give a Blob, or leave out onProgress");
  }
  if (credentials === "omit" && isOwnOrigin(url)) {
    throw new TypeError(
      'XMLHttpRequest sends credentials within the origin: leave out onProgress, or credentials: "omit"',
    );
  }
  const request = new XMLHttpRequest();
  return new Promise<Response>((resolve, reject) => {
    const abort = (): void => {
      reject(signal?.reason);
      request.abort();
    };
    const fail = (): void => reject(new TypeError(`no answer from ${url}: the request failed`));
    request.addEventListener("error", fail);
    // What the platform stops by itself; an abort by the signal has rejected before.
    request.addEventListener("abort", fail);
    request.addEventListener("load", () => {
      try {
        resolve(responseOf(request, url, init));
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener("loadend", () => signal?.removeEventListener("abort", abort));
    signal?.addEventListener("abort", abort, { once: true });
    listen(request.upload, onProgress);
    try {
      request.open(method, url);
      request.responseType = "blob";
      request.withCredentials = credentials === "include";
      for (const [name, value] of headers) {
        request.setRequestHeader(name, value);
      }
      request.send(body);
    } catch (cause) {
      signal?.removeEventListener("abort", abort);
      reject(new TypeError(`${method} ${url} cannot be sent: see cause`, { cause }));
    }
  });
}

// The last step is heard of once, as `progress` or as `load`.
function listen(upload: XMLHttpRequestUpload, onProgress: Listener): void {
  let last: number | undefined;
  const tell = ({ loaded, total, lengthComputable }: ProgressEvent): void => {
    if (loaded !== last) {
      last = loaded;
      onProgress({ sent: loaded, total: lengthComputable ? total : undefined });
    }
  };
  upload.addEventListener("progress", tell);
  upload.addEventListener("load", tell);
}

function responseOf(request: XMLHttpRequest, url: string, init: RequestInit): Response {
  const { status, statusText, responseURL } = request;
  const redirected = responseURL !== "" && withoutFragment(absolute(url)) !== responseURL;
  if (redirected && init.redirect === "error") {
    throw new TypeError(`${url} redirects to ${responseURL}`);
  }
  // A Blob's own type would stand in for a Content-Type that the server has not sent.
  const content = (request.response as Blob | null)?.slice();
  const bare = init.method === "HEAD" || NULL_BODY.has(status);
  const response = new Response(bare ? null : (content ?? null), {
    status,
    statusText,
    headers: headersOf(request),
  });
  return Object.defineProperties(response, {
    url: { value: responseURL },
    redirected: { value: redirected },
  });
}

// Statuses with which no Response has a body (Fetch 2.2.3).
const NULL_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) {
      headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
    }
  }
  return headers;
}

function isStream(body: RequestInit["body"]): body is ReadableStream {
  return typeof ReadableStream === "function" && body instanceof ReadableStream;
}

function isOwnOrigin(url: string): boolean {
  return new URL(absolute(url)).origin === globalThis.location?.origin;
}

function absolute(url: string): string {
  return new URL(url, globalThis.location?.href).href;
}

function withoutFragment(url: string): string {
  return url.replace(/#.*/s, "");
}
