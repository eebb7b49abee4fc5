// The tables of docs/reference/hosts.md, made of the rows that the suite holds hosts to.
import { differences } from "./differences.ts";
import type { Difference } from "./differences.ts";
import { limits } from "./limits.ts";
import type { Limit } from "./limits.ts";
import type { Runtime } from "./runtimes.ts";

const TITLES: Readonly<Record<string, string>> = {
  node: "`node:http`",
  hono: "Hono",
  fastify: "Fastify",
  express: "Express",
  bun: "Bun",
  deno: "Deno",
  workerd: "Workers",
};

/** All lines that begin with a bar, in the order of the page. */
export function pageTables(): string[] {
  return [
    ...table(["host", "request", "alone", "here", "why"], merged(differences.map(differenceCells))),
    ...table(["host", "what", "why"], Object.values<Limit>(limits).map(limitCells)),
  ];
}

function differenceCells({ hosts, requests, alone, here, why }: Difference): string[] {
  return [titles(hosts), requests, alone.join(", "), here.text, why];
}

/** Rows that say the same of several hosts are one. */
function merged(rows: readonly (readonly string[])[]): string[][] {
  const byText = new Map<string, string[]>();
  for (const [hosts = "", ...rest] of rows) {
    const same = byText.get(rest.join());
    byText.set(rest.join(), [same === undefined ? hosts : `${same[0]}, ${hosts}`, ...rest]);
  }
  return [...byText.values()];
}

function limitCells({ hosts, what, why }: Limit): string[] {
  return [titles(hosts), what, why];
}

function titles(hosts: readonly Runtime["starter"][]): string {
  return hosts.map((host) => TITLES[host] ?? host).join(", ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}
