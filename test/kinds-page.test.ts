// The reference page "Kinds of change" is generated from the table: `npx vitest run test/kinds-page.test.ts --update`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { KINDS, type Kind } from "bough-diff";
import { expect, test } from "vitest";
import { repository } from "./support/staged-package.ts";

const page = join(repository, "docs/reference/kinds-of-change.md");
const BEGIN = "<!-- generated: the table of kinds -->\n";

const GROUPS: readonly (readonly [title: string, kinds: RegExp])[] = [
  ["Endpoints", /^(?:endpoint|id|base|limit|sunset|stability)-/],
  ["Idempotency keys", /^idempotency-/],
  ["Pages", /^paging-/],
  ["Versions", /^version-/],
  ["Parameters, headers, cookies, fields", /^parameter-/],
  ["Request bodies", /^request-/],
  ["Responses", /^(?:response|body|event|stream)-/],
  ["Failures", /^(?:failure|error)-/],
  ["Security", /^(?:security|scope|oauth)-/],
];

function generated(): string {
  return GROUPS.map(([title, belongs]) => {
    const rows = (Object.keys(KINDS) as Kind[])
      .filter((kind) => belongs.test(kind))
      .map((kind) => {
        const { clients, servers, typed, message, remedy, level } = KINDS[kind];
        const compiled = typed === undefined ? "" : ` (typed: ${typed})`;
        const where = level === undefined ? "" : `, ${level}`;
        const remedies = remedy === undefined ? "" : ` (remedy: ${remedy})`;
        const text = message.replaceAll(/\{\w+\}/g, "…");
        return `| \`${kind}\` | ${clients}${compiled}${where} | ${servers} | ${text}${remedies} |`;
      });
    return [
      `## ${title}\n`,
      "| kind | clients | servers | what happens |",
      "|---|---|---|---|",
      ...rows,
      "",
    ].join("\n");
  }).join("\n");
}

test("the page has the table of kinds", async () => {
  const text = readFileSync(page, "utf8");
  const start = text.indexOf(BEGIN) + BEGIN.length;
  await expect(`${text.slice(0, start)}\n${generated()}`).toMatchFileSnapshot(page);
  expect(GROUPS.every(([, belongs]) => Object.keys(KINDS).some((kind) => belongs.test(kind)))).toBe(
    true,
  );
  expect(Object.keys(KINDS).filter((kind) => !generated().includes(`\`${kind}\``))).toEqual([]);
});
