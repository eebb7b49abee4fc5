// The raw target of a request on Hono. A Fetch `Request` has already resolved dot segments. On Node, the
// request below it still has the original target.
import type { Context } from "hono";
import { targetOfUrl } from "../../shared/http/request-target.ts";

/** The members of @hono/node-server's request that are read. */
export interface Incoming {
  readonly url?: string;
  readonly rawHeaders?: readonly string[];
  readonly socket?: object;
  /** Of HTTP/2. */
  readonly stream?: { readonly endAfterHeaders?: boolean };
}

/** The node:http request below this one; `undefined` if there is none. */
export function incomingOf({ env }: Context): Incoming | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the member is checked below
  const { incoming } = (env ?? {}) as { readonly incoming?: Incoming };
  return typeof incoming === "object" && Array.isArray(incoming?.rawHeaders) ? incoming : undefined;
}

/** The raw target, or the path and query of the request's URL. */
export function rawTargetOf(c: Context): string {
  const { url } = c.req.raw;
  const shown = targetOfUrl(url);
  const sent = incomingOf(c)?.url;
  // A request that the project has made has its own target.
  return sent === undefined || sent === shown || resolved(url, sent) !== url ? shown : sent;
}

/** The URL that node-server makes of a target. */
function resolved(url: string, target: string): string | undefined {
  try {
    return new URL(target.startsWith("/") ? new URL(url).origin + target : target).href;
  } catch {
    return undefined;
  }
}
