// A mock for the pages of Playwright.
import type { Mock } from "./mock.ts";
import { MockError } from "./mock-error.ts";
import { below } from "./origin.ts";

/** A `Page` or a `BrowserContext` of Playwright. */
export interface RoutingPage {
  route(url: string, handler: (route: PageRoute) => Promise<void>): Promise<unknown>;
}

/** A request that Playwright has stopped. */
export interface PageRoute {
  request(): PageRequest;
  fulfill(response: object): Promise<void>;
  fallback(): Promise<void>;
  abort(reason?: string): Promise<void>;
}

/** A request of a page. */
export interface PageRequest {
  url(): string;
  method(): string;
  allHeaders(): Promise<{ [name: string]: string }>;
  postDataBuffer(): Uint8Array | null;
}

// Playwright runs on Node and takes its bytes; the types of Node are not those of this package.
interface NodeBytes {
  readonly Buffer: { from(bytes: ArrayBuffer): object };
}

/**
 * Lets a mock respond to the requests of a page or a context to `origin`, such as `https://api.example.com`. Requests for
 * paths that the API does not have pass on. Each response is read whole before the page gets it.
 */
export async function mockRoute(
  page: RoutingPage,
  mock: Mock<never>,
  origin: string,
): Promise<void> {
  const base = origin.replace(/\/+$/, "");
  await page.route(`${base}/**`, async (route) => {
    const sent = route.request();
    const headers = await sent.allHeaders();
    try {
      const request = await below(base, requestOf(sent, headers));
      const response = await mock["~answer"](request);
      if (response === undefined) {
        await route.fallback();
        return;
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has it
      const { Buffer } = globalThis as unknown as NodeBytes;
      const body = Buffer.from(await response.arrayBuffer());
      const { status } = response;
      await route.fulfill({ status, headers: headersOf(response, headers["origin"]), body });
    } catch (error) {
      await route.abort("connectionreset").catch(() => undefined);
      if (error instanceof MockError) {
        throw error;
      }
    }
  });
}

function requestOf(sent: PageRequest, headers: { readonly [name: string]: string }): Request {
  // HTTP/2 has names that `Headers` refuses.
  const names = Object.entries(headers).filter(([name]) => !name.startsWith(":"));
  const body = sent.postDataBuffer();
  return new Request(sent.url(), {
    method: sent.method(),
    headers: names,
    ...(body === null ? {} : { body: new Uint8Array(body) }),
  });
}

// A page of another origin may read the response.
function headersOf(response: Response, origin: string | undefined): { [name: string]: string } {
  const cookies = response.headers.getSetCookie();
  return {
    ...Object.fromEntries(response.headers),
    ...(cookies.length > 0 ? { "set-cookie": cookies.join("\n") } : {}),
    ...(origin === undefined
      ? {}
      : {
          "access-control-allow-origin": origin,
          "access-control-allow-credentials": "true",
          "access-control-expose-headers": [...response.headers.keys()].join(", "),
        }),
  };
}
