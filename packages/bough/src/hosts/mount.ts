// The prefix at which a host has mounted the routes. It is skipped by segments of the raw target, because the
// host may ignore case or have parameters in it.
import { decodePercent } from "../shared/http/percent.ts";

/** A raw target in two parts. */
export interface Mounted {
  /** The prefix as it was sent, without a trailing slash; empty without a prefix. */
  readonly mount: string;
  /** The target below the prefix. An absolute target keeps its authority. */
  readonly target: string;
}

/** Cuts a number of segments off a raw target; `undefined` if it has fewer, or contains dot segments. */
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
    // A host that resolves dot segments counts differently.
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

/** A raw target without the authority of its absolute form, for http and https (RFC 9112 3.2.2). */
export function withoutAuthority(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "");
}
