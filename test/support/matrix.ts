// What a run covers. Compilers, runtimes and versions of Node rarely differ, and take most of the time. So a run has the
// first row of each matrix, and the complete run, `.ci/run --all`, has all. It sets BOUGH_TESTS.
import { describe, test } from "vitest";

/** Whether the run covers everything. */
export const isComplete: boolean = process.env["BOUGH_TESTS"] === "all";

/** Whether a program or package that is not there fails its test, as in CI. Elsewhere the test is skipped. */
export const isRequired: boolean = process.env["CI"] !== undefined;

const REASON = "in the complete run only";

/** Describes each row of a matrix: all in a complete run, else the first. The others are skipped. */
export function describeRows<Row>(
  rows: readonly (readonly [name: string, row: Row])[],
  body: (row: Row) => void,
): void {
  for (const [index, [name, row]] of rows.entries()) {
    if (index === 0) describe(name, () => body(row));
    else describeIfComplete(name, () => body(row));
  }
}

/** `describe` for what only a complete run has. */
export function describeIfComplete(name: string, body: () => void): void {
  if (isComplete) describe(name, body);
  else describe.skip(`${name} (${REASON})`, body);
}

/** Tests each row of a matrix: all in a complete run, else the first. The others are skipped. */
export function testRows<Row>(
  name: string,
  rows: readonly (readonly [name: string, row: Row])[],
  body: (row: Row) => Promise<void> | void,
): void {
  for (const [index, [where, row]] of rows.entries()) {
    if (index === 0) test(`${name}: ${where}`, () => body(row));
    else testIfComplete(`${name}: ${where}`, () => body(row));
  }
}

/** A test that only a complete run has. */
export function testIfComplete(name: string, body: () => Promise<void> | void): void {
  if (isComplete) test(name, body);
  else test.skip(`${name} (${REASON})`, body);
}
