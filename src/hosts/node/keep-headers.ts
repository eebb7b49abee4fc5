// Headers that middleware has set on a response before the server answers: Node replaces
// those of one name, but `Vary` and `Set-Cookie` say something in every line.
import type { ServerResponse } from "node:http";

const ADDED = ["vary", "set-cookie"];

/** Adds to a head the lines that writing it would drop. */
export function keepHeaders(res: ServerResponse, head: string[]): void {
  if (res.getHeaderNames().length === 0) {
    return;
  }
  for (const name of ADDED) {
    const lines = res.getHeader(name);
    const given = head.some((field, at) => at % 2 === 0 && field.toLowerCase() === name);
    if (lines !== undefined && given) {
      head.push(...[lines].flat().flatMap((line) => [name, String(line)]));
    }
  }
}
