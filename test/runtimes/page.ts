// The tables of docs/hosts.md, made of the rows that the suite holds hosts to.
import { differences } from "./differences.ts";
import type { Shape } from "./differences.ts";
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
    ...table(["host", "request", "answer", "why"], differences.map(differenceCells)),
    ...table(["host", "what", "why"], Object.values<Limit>(limits).map(limitCells)),
  ];
}

function differenceCells(row: {
  readonly hosts: readonly Runtime["starter"][];
  readonly requests: string;
  readonly here: Shape;
  readonly why: string;
}): string[] {
  return [titles(row.hosts), row.requests, row.here.text, row.why];
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
