// What moved between two versions of Bough: the table that the command follows. A row more is all that a move needs.

/** A name that is exported elsewhere now. */
export interface MovedName {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** What no program rewrites: a pattern of a file's text, and what to write instead. */
interface GoneText {
  readonly pattern: RegExp;
  readonly instead: (found: RegExpExecArray) => string;
}

export interface Moved {
  /** Specifiers, old to new. */
  readonly specifiers: ReadonlyMap<string, string>;
  readonly names: readonly MovedName[];
  /** Methods of Bough's types, old to new. */
  readonly methods: ReadonlyMap<string, string>;
  /** Properties of options, with what to write instead; with a value, only this string. */
  readonly options: ReadonlyMap<string, { readonly value?: string; readonly instead: string }>;
  /** Command lines in manifests, scripts and CI files. */
  readonly commands: readonly GoneText[];
}

export const MOVED: Moved = {
  specifiers: new Map([
    ["bough/openapi", "bough-openapi"],
    ["bough/docs", "bough-openapi/docs"],
    ["bough/contract/diff", "bough-diff"],
    ["bough/mcp", "bough-mcp"],
    ["bough/query", "bough-query"],
    ["bough/opentelemetry", "bough-opentelemetry"],
  ]),
  names: [],
  methods: new Map([["with", "guard"]]),
  options: new Map([
    [
      "onDeprecated",
      {
        instead:
          "`onDeprecated` is gone: pass `noticeDeprecated(report)` of bough/client to `around`",
      },
    ],
    [
      "trailingSlashMismatch",
      {
        value: "ignore",
        instead: '`trailingSlashMismatch: "ignore"` is gone: write "redirect" or "refuse"',
      },
    ],
  ]),
  commands: [
    {
      pattern: /\bbough check\b(?: +([^\s"'&|;]+) +([^\s"'&|;]+))?/g,
      instead: ([, api = "src/api.ts", document = "openapi.yaml"]) =>
        `\`bough check\` is gone: write \`bough diff ${document} ${api}\`, with the package bough-diff`,
    },
  ],
};
