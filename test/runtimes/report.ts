// The table that the suite prints at its end: what each host did with each case and test.
import { stripVTControlCharacters } from "node:util";
import { Table } from "console-table-printer";
import type { RuntimeName } from "./runtimes.ts";

/** What is said of one host and one case. */
export type Cell = string;

/** Collects cells and prints them. */
export class Report {
  readonly #hosts: readonly RuntimeName[];
  readonly #rows = new Map<string, Map<RuntimeName, Cell>>();
  readonly #tests = new Set<string>();

  constructor(hosts: readonly RuntimeName[]) {
    this.#hosts = hosts;
  }

  /** Says how a test came out, in a row of its own. */
  setTest(row: string, host: RuntimeName, passed: boolean): void {
    this.#tests.add(row);
    this.set(row, host, passed ? "ok" : "FAILED");
  }

  set(row: string, host: RuntimeName, cell: Cell): void {
    const cells = this.#rows.get(row) ?? new Map<RuntimeName, Cell>();
    cells.set(host, cell);
    this.#rows.set(row, cells);
  }

  /** The table; requests that came out alike on every host are one row. */
  render(): string {
    const merged = new Map<string, { row: string; count: number; cells: Record<string, Cell> }>();
    for (const [row, cells] of this.#rows) {
      const said = this.#hosts.map((host) => cells.get(host) ?? "-");
      const key = this.#tests.has(row) ? row : said.join();
      const same = merged.get(key);
      if (same === undefined) {
        const named = Object.fromEntries(this.#hosts.map((host, at) => [host, said[at] ?? "-"]));
        merged.set(key, { row, count: 1, cells: named });
      } else {
        same.count++;
      }
    }
    const table = new Table({
      columns: [
        { name: "case", alignment: "left", maxLen: 60 },
        { name: "alike", alignment: "right" },
        ...this.#hosts.map((name) => ({ name, alignment: "left" as const })),
      ],
    });
    for (const { row, count, cells } of merged.values()) {
      table.addRow({ case: row, alike: count, ...cells });
    }
    return stripVTControlCharacters(table.render());
  }
}
