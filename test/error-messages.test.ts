// What the compiler says of wrong code. Each row is one mistake: `«` stands where the error has to
// sit, and the first line of the message is pinned, by TypeScript 5.9 and 7 alike.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript-5.9";
import { beforeAll, expect, test } from "vitest";
import { describeRows } from "./support/matrix.ts";
import { mistakes, prelude } from "./support/mistakes.ts";
import { Project } from "./support/language-service.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));

/** One error: the row it belongs to, what stands where it sits, its first line and the others. */
interface Found {
  readonly row: number;
  readonly at: string;
  readonly message: string;
  readonly more: string;
}

const text = [prelude];
const starts: number[] = [];
for (const { code } of mistakes) {
  starts.push(text.join("").length);
  text.push(`export async function row${starts.length}() {\n${code.replace("«", "")}\n}\n`);
}
const source = text.join("");

function found(position: number, message: string): Found {
  const row = starts.findLastIndex((start) => start <= position);
  const at = source.slice(position, source.indexOf("\n", position));
  const [first = "", ...others] = message.split("\n");
  return { row, at, message: first, more: others.join("\n") };
}

function by59(): Found[] {
  const project = new Project({ "mistakes.ts": source });
  return project
    .diagnostics("mistakes.ts")
    .map(({ start, messageText }) =>
      found(start ?? 0, ts.flattenDiagnosticMessageText(messageText, "\n")),
    );
}

function by7(): Found[] {
  mkdirSync(`${repository}test/.gen`, { recursive: true });
  const folder = mkdtempSync(`${repository}test/.gen/mistakes-`);
  try {
    writeFileSync(`${folder}/mistakes.ts`, source);
    writeFileSync(
      `${folder}/tsconfig.json`,
      JSON.stringify({ extends: "../../../tsconfig.json", include: ["."], exclude: [] }),
    );
    const tsc = `${repository}node_modules/typescript/bin/tsc`;
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
      encoding: "utf8",
    });
    const lines = source.split("\n");
    return [...stdout.matchAll(/mistakes\.ts\((\d+),(\d+)\): error TS\d+: (.*(?:\n +.*)*)/g)].map(
      ([, line, column, message = ""]) => {
        const above = lines.slice(0, Number(line) - 1).join("\n").length + 1;
        return found(above + Number(column) - 1, message);
      },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const compilers = [
  ["TypeScript 7", by7],
  ["TypeScript 5.9", by59],
] as const;

describeRows(compilers, (compile) => {
  let all: Found[];

  beforeAll(() => {
    all = compile();
  }, 240_000);

  test("finds nothing wrong with what stands before", () => {
    expect(all.filter(({ row }) => row < 0)).toEqual([]);
  });

  test.each(mistakes.map((mistake, row) => ({ ...mistake, row })))(
    "$title",
    ({ row, code, says, explains = "" }) => {
      const at = code.slice(code.indexOf("«") + 1).split("\n", 1)[0];
      const more: unknown = expect.stringContaining(explains);
      expect(all.filter((one) => one.row === row)).toEqual([{ row, at, message: says, more }]);
    },
  );
});

test(
  "a project without strict mode is told so, and not that JSON would change its lists",
  { timeout: 240_000 },
  () => {
    const files = {
      "loose.ts": `import { get, post, rootResource, type } from "bough";
export const api = rootResource("v1", {
  list: get("list").response<{ id: string }[]>(),
  add: post("add").request<string[]>().response(type<number[]>(), { status: 201 }),
  one: get("one").response<{ id: string }>(),
});`,
    };
    const said = new Project(files, { strict: false })
      .diagnostics("loose.ts")
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    const sentence =
      "bodies cannot be checked without strictNullChecks: set strict in tsconfig.json";
    expect(said).toEqual(Array.from({ length: 3 }, () => expect.stringContaining(sentence)));
    const strict = new Project(files, { strict: false, strictNullChecks: true });
    expect(strict.diagnostics("loose.ts")).toEqual([]);
  },
);

// The types of what was given, of results and of declared parameters are the caller's, and may be of any length.
test("the first line of a sentence has at most 120 characters beside the type that was given", () => {
  const sentences = mistakes
    .filter(({ says, explains }) => explains !== undefined || /"[^"]* [^"]*"/.test(says))
    .map(({ says }) =>
      says
        .replace(
          /'.*' is not assignable to (?!.* is not assignable to )/,
          "'…' is not assignable to ",
        )
        .replace(/(?<=does not exist on type )'.*'/, "'…'")
        .replace(/(does not exist in type '\w+<"[^"]*"), .*/, "$1"),
    );
  expect(sentences.length).toBeGreaterThan(100);
  expect(sentences.filter((line) => line.length > 120)).toEqual([]);
});

test.each([
  "an undeclared failure",
  "an undeclared failure without data",
  "a request body on get()",
])("the whole first line has at most 120 characters: %s", (title) => {
  const { says } = mistakes.find((mistake) => mistake.title === title) ?? { says: title };
  expect(says).toContain("is not assignable to");
  expect(says.length).toBeLessThanOrEqual(120);
});
