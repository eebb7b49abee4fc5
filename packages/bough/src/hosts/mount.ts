// The prefix below which a host has mounted routes. It is skipped by segments of the raw
// target, never by text: the host may match it in any case, or hold parameters in it.
import { decodePercent } from "../http/percent.ts";

/** A raw target, cut in two. */
export interface Mounted {
  /** The prefix as it was sent, without a slash at its end; empty for none. */
  readonly mount: string;
  /** The target below it; of an absolute one its authority stays. */
  readonly target: string;
}

/** Cuts a number of segments off a raw target; `undefined` where it has fewer, or odd ones. */
export function belowMount(target: string, segments: number): Mounted | undefined {
  if (segments === 0) {
    return { mount: "", target };
  }
  const path = withoutAuthority(target);
  const authority = target.slice(0, target.length - path.length);
  let at = 0;
  for (let count = 0; count < segments; count++) {
    if (path[at] !== "/") {
      return undefined;
    }
    const length = path.slice(at + 1).search(/[/?#]/);
    const end = length < 0 ? path.length : at + 1 + length;
    // A host that resolves dot segments has counted other segments than these.
    if (/^\.{0,2}$/.test(decodePercent(path.slice(at + 1, end)) ?? "%")) {
      return undefined;
    }
    at = end;
  }
  const rest = path.slice(at);
  return {
    mount: path.slice(0, at),
    target: authority + (rest.startsWith("/") ? rest : `/${rest}`),
  };
}

/** A raw target without the authority of its absolute form, if it is of HTTP (RFC 9112 3.2.2). */
export function withoutAuthority(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "");
}
