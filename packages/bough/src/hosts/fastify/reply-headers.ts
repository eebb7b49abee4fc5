// Sets the headers of an answer on a reply. Headers that hooks and middleware have set stay, the answer's own
// headers win, and `Vary`, `Set-Cookie` and `Link` are combined.
import type { FastifyReply } from "fastify";
import { trimmed } from "../../http/header-value.ts";

/** Sets headers, names and values in turn. */
export function setHeaders(reply: FastifyReply, headers: readonly string[]): void {
  for (let index = 0; index < headers.length; index += 2) {
    const name = (headers[index] ?? "").toLowerCase();
    const value = headers[index + 1] ?? "";
    if (name === "vary") {
      reply.header(name, vary(reply.getHeader(name), value));
    } else if (name === "set-cookie") {
      addCookie(reply, value);
    } else if (!stands(headers, name, index + 2, headers.length)) {
      // The last line of a name sets all lines together.
      const lines = stands(headers, name, 0, index) ? linesOf(headers, name) : value;
      const before = name === "link" ? reply.getHeader(name) : undefined;
      reply.header(name, before === undefined ? lines : [before, lines].flat().map(String));
    }
  }
}

type HeaderValue = ReturnType<FastifyReply["getHeader"]>;

function vary(before: HeaderValue, value: string): string {
  const members = [before ?? []].flat().flatMap((line) => String(line).split(","));
  const names = members.map(trimmed).filter((member) => member !== "");
  const known = new Set(names.map((name) => name.toLowerCase()));
  return [...names, ...(known.has(value.toLowerCase()) ? [] : [value])].join(", ");
}

// A reply appends to its own cookies, but would overwrite those that middleware has set on the response.
function addCookie(reply: FastifyReply, value: string): void {
  const below = [reply.raw.getHeader("set-cookie") ?? []].flat().map(String);
  if (below.length > 0) {
    const own = [reply.getHeader("set-cookie") ?? []].flat().map(String);
    const added = own.filter((line) => !below.includes(line));
    reply.removeHeader("set-cookie").header("set-cookie", [...below, ...added]);
  }
  reply.header("set-cookie", value);
}

function stands(headers: readonly string[], name: string, from: number, to: number): boolean {
  for (let index = from; index < to; index += 2) {
    if (headers[index]?.toLowerCase() === name) {
      return true;
    }
  }
  return false;
}

function linesOf(headers: readonly string[], name: string): string[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name);
}
