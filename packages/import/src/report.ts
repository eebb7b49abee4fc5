// What an import changed or left out, each with its operation and its place in the document.
import { countOf } from "./count-of.ts";

/**
 * Why something differs from the document: the document contradicts itself or OpenAPI, Bough does not declare it,
 * or the declaration says less than the document.
 */
export type Cause = "document" | "unsupported" | "approximated";

/** One difference between the document and the declaration. */
export interface Finding {
  readonly result: "changed" | "skipped";
  readonly cause: Cause;
  /** `GET /users/{id}`; absent if it belongs to no operation. */
  readonly operation?: string;
  /** A JSON pointer in the document. */
  readonly pointer: string;
  readonly message: string;
}

/** A place in the document, and the operation that it belongs to. */
export interface Place {
  readonly pointer: string;
  readonly operation?: string;
}

/** Why an operation cannot be declared at all. */
export class Undeclarable extends Error {
  override readonly name = "Undeclarable";
  readonly place: Place;

  constructor(place: Place, message: string) {
    super(message);
    this.place = place;
  }
}

/** Collects findings. */
export class Report {
  readonly #findings = new Map<string, Finding>();

  /** The findings, in the order of the document. */
  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  /** Something is declared otherwise than the document has it. */
  changed(place: Place, cause: Cause, message: string): void {
    this.#add(place, { result: "changed", cause, message });
  }

  /** An operation or a part of the document is not declared. */
  skipped(place: Place, cause: Cause, message: string): void {
    this.#add(place, { result: "skipped", cause, message });
  }

  #add({ pointer, operation }: Place, found: Pick<Finding, "result" | "cause" | "message">): void {
    const finding = { ...found, pointer, ...(operation === undefined ? {} : { operation }) };
    this.#findings.set(`${operation} ${pointer} ${found.message}`, finding);
  }
}

/** The findings, those of all paths with a fragment as one. */
export function withOneFragment(findings: readonly Finding[]): readonly Finding[] {
  const same = findings.filter(
    ({ result, operation }) => result === "skipped" && operation?.includes("#") === true,
  );
  const [first, ...others] = same;
  if (first === undefined || others.length === 0) {
    return findings;
  }
  const rest = new Set(others);
  const one = {
    ...first,
    message: `${first.message}; the same for ${countOf(others.length, "other operation")}`,
  };
  return findings.flatMap((finding) =>
    finding === first ? one : rest.has(finding) ? [] : finding,
  );
}

/** A finding as lines of text. A line break of the document is shown as an escape: it could begin a false finding. */
export function findingText({ result, operation, pointer, message }: Finding): string {
  const lines = [`${result} ${operation ?? "the document"}`, `  ${message}`, `  at #${pointer}`];
  return lines.map((line) => `${line.replaceAll("\n", String.raw`\u{a}`)}\n`).join("");
}
