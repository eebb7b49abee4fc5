// What `bough test` prints: a bar while it runs, and a table of endpoints and rules at the end.

export interface Ended {
  readonly name: string;
  readonly endpoint: string;
  readonly rules: string;
  readonly error: Error | undefined;
  readonly report:
    | {
        readonly calls: number;
        readonly refused: Readonly<Record<string, number>>;
        readonly findings: readonly {
          readonly message: string;
          readonly rule: string;
          readonly curl: string;
        }[];
        readonly notGenerated: readonly string[];
        readonly left: readonly string[];
        readonly skipped?: string;
      }
    | undefined;
}

const WIDTH = 24;

/** The line of progress. */
export function barOf(done: number, all: number, name: string): string {
  const filled = Math.round((done / all) * WIDTH);
  return `[${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}] ${done}/${all} ${name}`;
}

/** Endpoints and rules: `ok`, `FAIL`, `should` for rules that are only reported, and `-` for what proved nothing. */
export function tableOf(ended: readonly Ended[]): string {
  const rules = [...new Set(ended.map((one) => one.rules))];
  const endpoints = [...new Set(ended.map(({ endpoint }) => endpoint))];
  const rows = endpoints.map((endpoint) => [
    endpoint === "" ? "(server)" : endpoint,
    ...rules.map((rule) =>
      verdictOf(ended.find((one) => one.endpoint === endpoint && one.rules === rule)),
    ),
  ]);
  const table = [["ENDPOINT", ...rules.map((rule) => rule.toUpperCase())], ...rows];
  const widths = (table[0] ?? []).map((_, at) =>
    Math.max(...table.map((row) => row[at]?.length ?? 0)),
  );
  const lines = table.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

function verdictOf(ended: Ended | undefined): string {
  if (ended === undefined) {
    return "";
  }
  const { error, report } = ended;
  if (error !== undefined) {
    return "FAIL";
  }
  if (report === undefined || report.skipped !== undefined) {
    return "-";
  }
  const refused = Object.values(report.refused).reduce((sum, count) => sum + count, 0);
  const verdict = report.findings.length > 0 ? "should" : "ok";
  return refused > 0 ? `${verdict}, ${refused} refused` : verdict;
}

/** Lists the rest below the table. */
export function summaryOf(
  ended: readonly Ended[],
  {
    unmet,
    undeclared,
    unreached,
  }: Readonly<Record<"unmet" | "undeclared" | "unreached", readonly string[]>>,
): string {
  const reports = ended.flatMap(({ name, report }) =>
    report === undefined ? [] : [{ name, ...report }],
  );
  const sections: readonly (readonly [string, readonly string[]])[] = [
    [
      "should be better",
      [
        ...new Set(
          reports.flatMap(({ findings }) =>
            findings.map(({ message, rule }) => `${message} (${rule})`),
          ),
        ),
      ],
    ],
    [
      "not generated",
      reports.flatMap(({ name, notGenerated }) => notGenerated.map((one) => `${name}: ${one}`)),
    ],
    [
      "skipped",
      reports.flatMap(({ name, skipped, calls }) =>
        skipped === undefined || calls === 0 ? [] : `${name}: ${skipped}`,
      ),
    ],
    ["created, and not removed", reports.flatMap(({ left }) => left)],
    ["declared, and met by no call", unmet],
    ["responses that nobody declared", undeclared],
    ["not reached", unreached],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `\n${title}\n${lines.map((line) => `  ${line}\n`).join("")}`)
    .join("");
}
