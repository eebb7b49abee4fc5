// Reads the headers that every request needs, in one pass. Node's `headers` would parse all lines, and would
// hide duplicates.
import { isNamed, join } from "./raw-headers.ts";

/** The headers that are read. */
export interface RequestHead {
  authority: string | undefined;
  accept: string | undefined;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  contentLength: number | undefined;
  authorized: boolean;
}

/** Reads raw lines into a head. Returns whether the body has a transfer coding. */
export function readHead(raw: readonly string[], head: RequestHead): boolean {
  let isCoded = false;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? "";
    switch (name.length) {
      case 4:
        if (isNamed(name, "host")) {
          head.authority = join(head.authority, raw[index + 1]);
        }
        break;
      case 6:
        if (isNamed(name, "accept")) {
          head.accept = join(head.accept, raw[index + 1]);
        }
        break;
      case 12:
        if (isNamed(name, "content-type")) {
          head.contentType = join(head.contentType, raw[index + 1]);
        }
        break;
      case 13:
        head.authorized ||= isNamed(name, "authorization");
        break;
      case 14:
        if (isNamed(name, "content-length")) {
          head.contentLength = Number(raw[index + 1]);
        }
        break;
      case 16:
        if (isNamed(name, "content-encoding")) {
          head.contentEncoding = join(head.contentEncoding, raw[index + 1]);
        }
        break;
      case 17:
        isCoded ||= isNamed(name, "transfer-encoding");
        break;
      default:
    }
  }
  return isCoded;
}
