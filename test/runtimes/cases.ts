// Every raw request that is sent to every host: the rows of HTTP, which say what is answered,
// and the requests of the contract, whose answers are pinned.
import type { Row } from "../http/rows.ts";
import { rows } from "../http/rows.ts";
import { requestBytes } from "../support/edges.ts";
import { hostless, messages, targets } from "./contract-cases.ts";

/** A request as bytes. */
export interface Case {
  /** No other case has it. */
  readonly name: string;
  readonly method: string;
  readonly bytes: Buffer;
  /** What is written of its answer elsewhere. */
  readonly row?: Row;
}

const TEXT_LENGTH = 70;

/** All of them, each name once. */
export const cases: readonly Case[] = unique([
  ...targets.map((target): Case => message("GET", target, "\r\n")),
  ...messages.map(([method, target, rest]) => message(method, target, rest)),
  ...hostless.map((head) => ({
    name: `without Host: ${head.trim()}`,
    method: "GET",
    bytes: Buffer.from(head),
  })),
  // What stands here for `server.fetch` alone holds on a socket where its bytes can be sent.
  ...rows
    .filter(({ only }) => only !== "fetch")
    .map((row) => ({
      name: row.name,
      method: row.request.method ?? "GET",
      bytes: requestBytes(row.request),
      row,
    })),
]);

function message(method: string, target: string, rest: string): Case {
  const head = rest.trim().replaceAll("\r\n", ", ");
  const name = `${method} ${shortened(target)}${head === "" ? "" : ` (${shortened(head)})`}`;
  return {
    name,
    method,
    bytes: Buffer.from(`${method} ${target} HTTP/1.1\r\nhost: h.test\r\n${rest}`, "latin1"),
  };
}

function shortened(text: string): string {
  return text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}… ${text.length}` : text;
}

function unique(given: readonly Case[]): readonly Case[] {
  const seen = new Set<string>();
  for (const { name } of given) {
    if (seen.has(name)) {
      throw new Error(`two cases are named ${name}`);
    }
    seen.add(name);
  }
  return given;
}
