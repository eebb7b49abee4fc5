// The figures of many documents.
import type { Cause } from "../../packages/import/src/report.ts";
import type { Checked } from "./check.ts";
import type { RoundTrip } from "./round-trip.ts";

/** A document and what was found out about it. */
export interface CheckedDocument extends Omit<Checked, "source" | "document"> {
  readonly name: string;
  readonly provider: string;
}

/** The figures. */
export interface Summary {
  readonly documents: readonly DocumentFigures[];
  readonly providers: number;
  /** Providers of which every operation is declared without loss, except what is wrong in the documents. */
  readonly whole: number;
  /** The same, apart from what Bough leaves out on purpose. */
  readonly wholeButLeftOut: number;
  readonly operations: number;
  readonly declared: number;
  readonly addresses: number;
  readonly called: number;
  readonly problems: readonly string[];
  /** What `bough diff` finds. */
  readonly differences: readonly string[];
  /** How many operations and providers have each kind of finding. */
  readonly kinds: readonly FindingKind[];
}

/** The figures of one document. */
export interface DocumentFigures {
  readonly name: string;
  readonly operations: number;
  readonly declared: number;
  readonly lines: number;
  readonly verified: number;
  /** Operations with a finding of each cause. */
  readonly document: number;
  readonly unsupported: number;
  readonly approximated: number;
  readonly trip?: RoundTrip;
}

/** Findings with one message, without its names. */
export interface FindingKind {
  readonly cause: Cause;
  readonly message: string;
  readonly operations: number;
  readonly providers: number;
}

/** Sums up. */
export function summaryOf(checked: readonly CheckedDocument[]): Summary {
  const providers = new Map<string, Set<Cause | "problem">>();
  for (const { provider, findings, problems } of checked) {
    const causes = providers.get(provider) ?? new Set();
    for (const { cause } of findings) causes.add(cause);
    if (problems.length > 0) causes.add("problem");
    providers.set(provider, causes);
  }
  const without = (...causes: readonly (Cause | "problem")[]): number =>
    [...providers.values()].filter((found) => causes.every((cause) => !found.has(cause))).length;
  const sum = (figure: "operations" | "declared" | "addresses" | "called"): number =>
    checked.reduce((total, one) => total + one[figure], 0);
  return {
    documents: checked.map(figuresOf),
    providers: providers.size,
    whole: without("problem", "approximated", "unsupported"),
    wholeButLeftOut: without("problem", "approximated"),
    operations: sum("operations"),
    declared: sum("declared"),
    addresses: sum("addresses"),
    called: sum("called"),
    problems: checked.flatMap(({ name, problems }) => problems.map((one) => `${name}: ${one}`)),
    differences: checked.flatMap(({ name, differences }) =>
      differences.map((one) => `${name}: ${one}`),
    ),
    kinds: kindsOf(checked),
  };
}

function figuresOf({
  name,
  operations,
  declared,
  lines,
  verified,
  findings,
  trip,
}: CheckedDocument): DocumentFigures {
  const count = (cause: Cause): number =>
    new Set(findings.filter((one) => one.cause === cause).map(({ operation }) => operation)).size;
  return {
    name,
    operations,
    declared,
    lines,
    verified: Math.round(verified),
    document: count("document"),
    unsupported: count("unsupported"),
    approximated: count("approximated"),
    ...(trip === undefined ? {} : { trip }),
  };
}

function kindsOf(checked: readonly CheckedDocument[]): readonly FindingKind[] {
  const kinds = new Map<
    string,
    { cause: Cause; message: string; operations: Set<string>; providers: Set<string> }
  >();
  for (const { name, provider, findings } of checked) {
    for (const { cause, message, operation } of findings) {
      const plain = plainMessage(message);
      const key = `${cause} ${plain}`;
      const kind = kinds.get(key) ?? {
        cause,
        message: plain,
        operations: new Set(),
        providers: new Set(),
      };
      kind.operations.add(`${name} ${operation}`);
      kind.providers.add(provider);
      kinds.set(key, kind);
    }
  }
  return [...kinds.values()]
    .map(({ operations, providers, ...kind }) => ({
      ...kind,
      operations: operations.size,
      providers: providers.size,
    }))
    .toSorted((a, b) => b.providers - a.providers || b.operations - a.operations);
}

// Messages differ in the names that they show.
function plainMessage(message: string): string {
  return message
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/\{[^}]*\}/g, "{…}")
    .replace(
      /^(?:"…", )+"…" are (.*); declared as .*/,
      'several "…" are $1; declared as filter[name]=value',
    )
    .replace(/default .* is/, "default … is")
    .replace(/requests as .*/, "requests as another")
    .replace(/^(?:#|https?:)\S*/, "a reference")
    .replace(/response \d+/, "response 1xx");
}
