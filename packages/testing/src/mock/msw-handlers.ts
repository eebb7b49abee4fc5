// The handlers of a mock for MSW, in Node and in browsers.
import { http, HttpResponse, passthrough, type HttpHandler } from "msw";
import type { Mock } from "./mock.ts";
import { MockError } from "./mock-error.ts";
import { below } from "./origin.ts";

/**
 * Returns the handlers of a mock, for `setupServer(...handlers(mock, origin))` or `setupWorker`. Requests for paths that
 * the API does not have pass through. `origin` is where the client sends its requests, with a base path if there is one:
 * `https://api.example.com`.
 */
export function handlers(mock: Mock<never>, origin: string): HttpHandler[] {
  const base = origin.replace(/\/+$/, "");
  const handler = http.all(`${base}/*`, async ({ request }) => {
    try {
      return (await mock["~answer"](await below(base, request.clone()))) ?? passthrough();
    } catch (error) {
      if (error instanceof MockError) {
        throw error;
      }
      return HttpResponse.error();
    }
  });
  return [handler];
}
