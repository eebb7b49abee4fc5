// `fetch` by XMLHttpRequest, which alone reports the progress of an upload in browsers. Calls
// without `onProgress` use `fetch` itself, which streams and supports all of `init`.
import { trimmed } from "../shared/http/header-value.ts";
import type { CallOptions, Progress } from "./request-arguments.ts";

/** The second argument of `xhrFetch`: the options of `fetch`, and `onProgress`. */
export interface XhrInit extends RequestInit {
  /** Called with the progress of the upload. */
  readonly onProgress?: CallOptions["onProgress"];
}

/**
 * Sends requests like `fetch`, and supports `onProgress`: `createClient({ fetch: xhrFetch })`. A call without
 * `onProgress` uses the global `fetch`. A call with it uses XMLHttpRequest, which
 * - always follows redirects; with `redirect: "error"` it rejects afterwards,
 * - resolves when the response is complete, and hides `Set-Cookie`,
 * - needs a CORS preflight for other origins,
 * - supports the method, headers, body, signal and `credentials` of `init`.
 *
 * Rejects with a `TypeError` if there is no response, if the body is a stream, and for
 * `credentials: "omit"` within the origin.
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
  // As with `fetch`, an invalid name or value is a TypeError.
  const headers = new Headers(init.headers);
  if (isStream(body)) {
    throw new TypeError("XMLHttpRequest can't send a stream: pass a Blob, or remove onProgress");
  }
  if (credentials === "omit" && isOwnOrigin(url)) {
    throw new TypeError(
      'XMLHttpRequest sends credentials within the origin: remove onProgress, or credentials: "omit"',
    );
  }
  const request = new XMLHttpRequest();
  return new Promise<Response>((resolve, reject) => {
    const abort = (): void => {
      reject(signal?.reason);
      request.abort();
    };
    const fail = (): void => reject(new TypeError(`no response from ${url}: the request failed`));
    request.addEventListener("error", fail);
    // The platform can abort, too. After an abort by the signal the promise has rejected already.
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

// The last step may come as `progress` and as `load`; it is reported once.
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
  // Without the Blob's type, which would replace a missing Content-Type.
  const received: Blob | null = request.response;
  const content = received?.slice();
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

// Statuses whose Response cannot have a body (Fetch 2.2.3).
const NULL_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) {
      headers.append(line.slice(0, colon), trimmed(line.slice(colon + 1)));
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
