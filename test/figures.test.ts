// README.md and the home page compare Bough with others by figures of docs/reference/performance.md alone.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "./support/staged-package.ts";

const read = (file: string): string => readFileSync(join(repository, file), "utf8");
const page = read("docs/reference/performance.md");

/** What a section of the page shows, with bytes of gzip in kB, too. */
function figuresOf(section: string): Set<string> {
  const headings = /^## (.+)$/gm;
  const parts = page.split(headings);
  const at = parts.findIndex((text) => text.toLowerCase().replaceAll(" ", "-") === section);
  const text = `${parts[0]}${parts[at + 1]}`.replaceAll(/(?<=\d),(?=\d{3})/g, "");
  const numbers = [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number);
  return new Set(numbers.flatMap((number) => [number, (Number(number) / 1000).toFixed(1)]));
}

test.each(["README.md", "site/home.md"])("%s has figures of the page", (file) => {
  const lines = read(file)
    .split("\n")
    .filter((line) => line.includes("performance.md#"));
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    const [, section = ""] = /performance\.md#([\w-]+)/.exec(line) ?? [];
    const figures = figuresOf(section);
    const told = [
      ...line.matchAll(/(?<![\d,])(\d[\d,]*(?:\.\d+)?)(?= k\b| kB| µs|[,;.]? |[,.;]?$|\])/g),
    ];
    for (const [, figure = ""] of told) {
      if (figure === "1,000") continue;
      expect(figures, `${figure}: ${line}`).toContain(figure.replaceAll(",", ""));
    }
  }
});
