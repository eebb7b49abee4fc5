// The report as JUnit XML: a test for each change, and one for each comparison without any.
import { fails, type Outcome, type Policy, type ReportedChange } from "./outcome.ts";
import { WHOLE, witnessOf } from "./report-text.ts";

interface Case {
  readonly name: string;
  readonly of: string;
  readonly failure?: readonly [title: string, text: string];
}

export function junitReport(
  outcomes: readonly Outcome[],
  policy: Omit<Policy, "intended">,
): string {
  const suites = outcomes.map((outcome) => {
    const cases = casesOf(outcome, policy);
    const failures = cases.filter(({ failure }) => failure !== undefined).length;
    const head = `  <testsuite name=${quoted(outcome.title)} tests="${cases.length}" failures="${failures}">`;
    return [head, ...cases.map(caseText), "  </testsuite>"].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="bough diff">\n${suites.join("\n")}\n</testsuites>\n`;
}

function casesOf(outcome: Outcome, policy: Omit<Policy, "intended">): readonly Case[] {
  const { changes, unknown, title } = outcome;
  const cases = [
    ...changes.map((one): Case => ({
      name: `${one.place}: ${one.message}`,
      of: one.endpoint ?? WHOLE,
      ...(fails(one, policy) ? { failure: [`${one.effect}: ${one.message}`, detailsOf(one)] } : {}),
    })),
    ...unknown.map((one): Case => ({
      name: `${one.place}: ${one.reason}`,
      of: one.endpoint ?? WHOLE,
      ...(policy.unknown === "fail" ? { failure: [`unknown: ${one.reason}`, one.place] } : {}),
    })),
  ];
  return cases.length > 0 ? cases : [{ name: "no changes", of: title }];
}

function detailsOf(change: ReportedChange): string {
  const { because, remedy, id } = change;
  const witness = witnessOf(change);
  return [
    because,
    ...(remedy === undefined ? [] : [`remedy: ${remedy}`]),
    ...(witness === undefined ? [] : [`example: ${witness.text}, ${witness.allowed}`]),
    `id: ${id}`,
  ].join("\n");
}

function caseText({ name, of, failure }: Case): string {
  const head = `    <testcase name=${quoted(name)} classname=${quoted(of)}`;
  if (failure === undefined) {
    return `${head}/>`;
  }
  const [title, text] = failure;
  return `${head}>\n      <failure message=${quoted(title)}>${escaped(text)}</failure>\n    </testcase>`;
}

function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', "&quot;").replaceAll("\n", "&#10;")}"`;
}

// XML has no form for other control characters and half surrogates.
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
