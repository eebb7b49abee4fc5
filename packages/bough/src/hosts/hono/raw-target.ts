// The raw target of a request on Hono. A Fetch `Request` has resolved dot segments by the
// time anyone sees it; on Node the server beneath still has what was sent.
import type { Context } from "hono";
import { targetOfUrl } from "../../http/request-target.ts";

/** What is read of the request that @hono/node-server keeps. */
export interface Incoming {
  readonly url?: string;
  readonly rawHeaders?: readonly string[];
  readonly socket?: object;
  /** Of HTTP/2. */
  readonly stream?: { readonly endAfterHeaders?: boolean };
}

/** The request of node:http below this one; `undefined` where there is none. */
export function incomingOf({ env }: Context): Incoming | undefined {
  const { incoming } = (env ?? {}) as { readonly incoming?: Incoming };
  return typeof incoming === "object" && Array.isArray(incoming?.rawHeaders) ? incoming : undefined;
}

/** The raw target, or what the request's URL shows of it. */
export function rawTargetOf(c: Context): string {
  const { url } = c.req.raw;
  const shown = targetOfUrl(url);
  const sent = incomingOf(c)?.url;
  // A request that the project has made itself, to pass it on, has a target of its own.
  return sent === undefined || sent === shown || resolved(url, sent) !== url ? shown : sent;
}

/** The URL that the server beneath makes of a target. */
function resolved(url: string, target: string): string | undefined {
  try {
    return new URL(target.startsWith("/") ? new URL(url).origin + target : target).href;
  } catch {
    return undefined;
  }
}
